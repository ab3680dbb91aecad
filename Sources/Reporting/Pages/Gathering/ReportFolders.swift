import SPBasics

/// The output folders that a report covers.
struct ReportFolders {
  /// The folders as the user gave them.
  let paths: [String]
  /// A short, unique name of each folder: the last parts of its path.
  let names: [String]

  /// - Throws: ``ReportBuilder/Fault`` for a folder that is given twice, since its rows would count twice.
  init(_ paths: [String]) throws(ReportBuilder.Fault) {
    self.paths = paths
    let real = paths.map { Folder.realPath($0) }
    for (index, path) in real.enumerated() {
      guard let first = real.prefix(index).firstIndex(of: path) else { continue }
      let given = paths[first] == paths[index] ? "\(paths[index])" : "\(paths[first]) and \(paths[index]), one folder,"
      throw ReportBuilder.Fault(description: "\(given) is given twice; expected each output folder once")
    }
    let parts = real.map { $0.split(separator: "/") }
    let longest = parts.map(\.count).max() ?? 1
    let lengths = 1...max(1, longest)
    let length = lengths.first { length in Set(parts.map { $0.suffix(length) }).count == parts.count } ?? longest
    names = parts.map { $0.suffix(length).joined(separator: "/") }
  }

  /// Checks that rows can be split by a column.
  ///
  /// - Parameter tables: the folders' main tables.
  /// - Throws: ``ReportBuilder/Fault`` for a column that some tables lack, or if all folders lack a main table.
  static func check(_ splitColumn: String, in tables: [EventTable?]) throws(ReportBuilder.Fault) {
    guard let first = tables.compactMap(\.self).first else {
      throw ReportBuilder.Fault(
        description: "--split-by: there is no table whose rows could be split; expected a report without it")
    }
    let names = first.columns.map(\.name).filter { name in
      tables.allSatisfy { $0?.columns.contains { $0.name == name } ?? true }
    }
    guard !names.contains(splitColumn) else { return }
    let advice = NearestName.advice(splitColumn, in: names, otherwise: "expected a column of the table \(first.name)")
    throw ReportBuilder.Fault(description: "--split-by: unknown column \"\(splitColumn)\"; \(advice)")
  }

  /// Divides a number in proportion to counts. The parts add up to the number, or to the sum of the counts if the sum
  /// is less.
  static func parts(of total: Int, inProportionTo counts: [Int]) -> [Int] {
    let all = counts.reduce(0, +)
    let most = min(total, all)
    func upTo(_ count: Int) -> Int { most * count / max(1, all) }
    var before = 0
    return counts.map { count in
      defer { before += count }
      return upTo(before + count) - upTo(before)
    }
  }
}
