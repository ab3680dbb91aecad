import SPTables

extension FuzzTarget {
  static let tables = [
    FuzzTarget("csv_table", "a feature table in CSV") { bytes in
      try touch(CSV.decode(bytes, path: "fuzz.csv"))
    },
    FuzzTarget("parquet", "a feature table in Parquet") { bytes in
      try touch(Parquet.decode(bytes, path: "fuzz.parquet"))
    },
    FuzzTarget("hdf5_table", "a feature table in HDF5") { bytes in
      try touch(HDF5Table.decode(bytes, path: "fuzz.h5"))
    },
  ]

  /// Reads every column of a table in every way that it can be read.
  private static func touch(_ table: StoredTable) throws {
    for name in table.columnNames {
      let count = try table.values(name).count
      precondition(count == table.rowCount, "a column has another number of rows than its table")
      _ = try table.strings(name)
      _ = try? table.doubles(name)
    }
  }
}
