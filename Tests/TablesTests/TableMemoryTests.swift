import Testing

@testable import SPTables

/// What tables need of the memory that there is.
struct TableMemoryTests {
  private func refusal(_ limit: UInt64, rows: Int, _ types: [ColumnType]) -> String? {
    do throws(TableError) {
      try TableMemory(byteCount: limit).require(rows: rows, of: types, path: "t")
      return nil
    } catch {
      return error.description
    }
  }

  /// A value and the mark of a missing one, up to the next multiple of the value's size; texts and truth values have room
  /// for the mark.
  @Test(
    arguments: [
      (.boolean, 1), (.int32, 8), (.int64, 16), (.float32, 8), (.float64, 16), (.string, 16), (.timestamp, 16),
    ] as [(ColumnType, UInt64)])
  func valuesTakeTheirBytesTwice(type: ColumnType, size: UInt64) {
    #expect(refusal(3 * 2 * size, rows: 3, [type]) == nil)
    #expect(refusal(3 * 2 * size - 1, rows: 3, [type]) != nil)
  }

  @Test func saysWhatIsNeededAndWhatToDo() {
    let advice = "; ask for fewer columns or rows, or write the file again if it should not have so many"
    #expect(
      refusal(99, rows: 2, [.int64, .float64, .string])
        == "t: needs 192 bytes of memory for 2 rows of 3 columns, of at most 99 here\(advice)")
    #expect(
      refusal(7, rows: 1, [.int32])
        == "t: needs 16 bytes of memory for 1 row of 1 column, of at most 7 here\(advice)")
    #expect(
      refusal(.max, rows: .max, [.boolean])?.hasPrefix("t: needs more bytes of memory than can be counted for ") == true
    )
  }

  @Test func noColumnsNeedNothing() {
    #expect(refusal(0, rows: .max, []) == nil)
    #expect(refusal(0, rows: 0, [.int64]) == nil)
  }

  @Test func fewBytesOfAFileHoldFewRows() {
    let memory = TableMemory(byteCount: .max)
    #expect(memory.limited(toFileOf: 0).byteCount == TableMemory.freeByteCount)
    #expect(memory.limited(toFileOf: 1 << 30).byteCount == 1032 << 30)
    #expect(memory.limited(toFileOf: .max).byteCount == .max)
    #expect(TableMemory(byteCount: 5).limited(toFileOf: 1 << 30).byteCount == 5)
  }

  /// Runs of one value take a few bytes whatever their number.
  @Test func aParquetTableOfManyEqualRowsIsRefused() throws {
    let count = 12_000_000
    let columns = ["a", "b", "c"].map { name in
      FeatureTable.Column(
        description: ColumnDescription(name: name, type: .float64, unit: nil, description: ""),
        values: .float64([Double?](repeating: nil, count: count)))
    }
    let bytes = try Parquet.encode(FeatureTable(columns: columns), name: "t")
    #expect(bytes.count < 1 << 20)
    #expect(throws: TableError.self) { try Parquet.decode(bytes, path: "t.parquet") }
    #expect(try Parquet.decode(bytes, path: "t.parquet", columns: ["a"]).rowCount == count)
  }

  @Test func someMemoryIsThere() {
    #expect(TableMemory.available.byteCount > 1 << 20)
  }
}
