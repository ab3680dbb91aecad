import SPTables

/// The columns of the Parquet kernels: as many as a table of swings has numbers, about.
let parquetColumns = 40

extension Kernel {
  /// A table of numbers with six significant digits, most columns of single precision, as features are.
  static func parquet(_ codec: ParquetOptions.Codec) -> Kernel {
    Kernel(name: "parquet_\(codec.rawValue)", size: 1_000_000) { rows in
      let piece = min(rows, 50_000)
      var noise = Noise(seed: 3)
      let columns = (0..<parquetColumns).map { number in
        let isTime = number < 5
        let description = ColumnDescription(
          name: "column_\(number)", type: isTime ? .float64 : .float32, unit: nil, description: "Numbers.")
        if isTime {
          return FeatureTable.Column(
            description: description, values: .float64((0..<piece).map { Double($0) * 5 + Double(noise.next()) }))
        }
        return FeatureTable.Column(
          description: description, values: .float32((0..<piece).map { _ in (noise.next() * 1000).rounded() / 50 }))
      }
      let table = FeatureTable(columns: columns)
      return {
        var (bytes, blocks) = (0, 0)
        let options = ParquetOptions(codec: codec)
        let writer = try ParquetWriter(table: "numbers", columns: table.schema, options: options) { block in
          bytes += block.count
          blocks += 1
        }
        for _ in 0..<max(1, rows / piece) { try writer.append(table) }
        try writer.close()
        // Every value takes at least a byte even where it packs well, and never more than it has in memory.
        let values = rows / piece * piece * parquetColumns
        guard bytes > values / 2, bytes < 9 * values else {
          throw KernelFault(description: "expected \(values / 2) to \(9 * values) bytes, wrote \(bytes)")
        }
      }
    }
  }
}
