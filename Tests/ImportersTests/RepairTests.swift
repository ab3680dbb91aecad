import SPRecordings
import Testing

@testable import SPImporting

struct RepairTests {
  private static let kinds = [StreamCatalog.kind(of: "heart_rate", in: "heart_rate")].compactMap(\.self)

  private func rows(_ times: [Double], _ values: [Float]? = nil) -> StreamRows {
    StreamRows(times: times, datasets: [values ?? times.map { Float($0) }])
  }

  /// Repairs rows that come in pieces of so many.
  private func repaired(
    _ rows: StreamRows, pieces: Int, _ change: (inout RepairOptions) -> Void
  ) throws -> (rows: StreamRows, repair: RowRepair) {
    var options = RepairOptions()
    change(&options)
    var repair = RowRepair("heart_rate", Self.kinds, options)
    var output = StreamRows(datasets: [[]])
    for start in stride(from: 0, to: rows.count, by: pieces) {
      output.append(try repair.repair(rows.part(start..<min(start + pieces, rows.count), widths: [1])))
    }
    if let rest = repair.finish() { output.append(rest) }
    return (output, repair)
  }

  @Test("Nothing is changed unless it is asked for")
  func nothing() throws {
    let faulty = rows([0, 1, 1, 0.5, 9])
    let (same, repair) = try repaired(faulty, pieces: 2) { _ in }
    #expect(same == faulty)
    #expect(repair.sentences.isEmpty)
  }

  @Test("Rows are sorted by timestamp, those with one timestamp as they came", arguments: [1, 3, 100])
  func sorting(pieces: Int) throws {
    let (sorted, repair) = try repaired(rows([3, 1, 2, 2, 5, 4], [30, 10, 20, 21, 50, 40]), pieces: pieces) {
      $0.sorts = true
    }
    #expect(sorted == rows([1, 2, 2, 3, 4, 5], [10, 20, 21, 30, 40, 50]))
    #expect(repair.sentences == ["heart_rate: 4 rows put in order by timestamp, first at 1.0 s, 2.0 s, 2.0 s"])
  }

  @Test("A row that is further back than rows are kept is an error")
  func tooLate() throws {
    let many = (0..<3 * RowSorter.window).map(Double.init)
    #expect(throws: RowSorter.TooLate.self) {
      try repaired(rows(many + [1.5]), pieces: 1 << 16) { $0.sorts = true }
    }
  }

  @Test("Of rows with one timestamp the first stays; those with other values are counted", arguments: [1, 2, 100])
  func duplicates(pieces: Int) throws {
    let (kept, repair) = try repaired(rows([1, 1, 2, 2, 2, 3], [10, 10, 20, 21, .nan, 30]), pieces: pieces) {
      $0.dropsDuplicates = true
    }
    #expect(kept == rows([1, 2, 3], [10, 20, 30]))
    #expect(repair.remover?.dropped.firstTimes == [1, 2, 2])
    #expect(repair.remover?.differingCount == 2)
  }

  @Test("Missing rows lie on straight lines, in short steps alone")
  func filling() throws {
    // Three rows are missing behind 0.02 and one behind 0.07; the step of 0.5 s is too long.
    let hundredths = [-3, -2, -1, 0, 1, 2, 6, 7, 9, 59]
    let (filled, repair) = try repaired(
      rows(hundredths.map { Double($0) / 100 }, hundredths.map(Float.init)), pieces: 100
    ) {
      $0.fillsGapsUnderS = 0.05
    }
    let whole = Array(-3...9) + [59]
    #expect(filled.times.count == whole.count)
    #expect(zip(filled.times, whole).allSatisfy { abs($0 - Double($1) / 100) < 1e-12 })
    #expect(filled.datasets == [whole.map(Float.init)])
    #expect(repair.filler?.rowCount == 4)
    #expect(repair.filler?.filled.firstTimes == [0.02, 0.07])
  }

  @Test("Bursts of timestamps are not filled up, and neither are streams of moments, also those with amounts")
  func notFilled() throws {
    let bursts = [0.0, 0.1, 0.2].flatMap { start in [0.0, 1e-6, 2e-6, 3e-6, 4e-6].map { start + $0 } }
    let (same, filling) = try repaired(rows(bursts), pieces: 100) { $0.fillsGapsUnderS = 0.2 }
    #expect(same.count == 15 && filling.filler?.rowCount == 0)
    let volume = try #require(StreamCatalog.kind(of: "volume", in: .waterIntake))
    var options = RepairOptions()
    options.fillsGapsUnderS = 60
    var repair = RowRepair(.waterIntake, [volume], options)
    #expect(try repair.repair(rows([0, 1, 2, 3, 10], [100, 200, 100, 200, 100])).count == 5)
  }

  @Test("Gaps under the limit that lack too many rows are left, and counted")
  func tooLong() throws {
    let times = [0, 1, 2, 3, 1_002, 1_003, 2_003, 2_005].map { Double($0) / 1024 }
    let (filled, repair) = try repaired(rows(times), pieces: 100) { $0.fillsGapsUnderS = 60 }
    #expect(repair.filler?.rowCount == 998 + 1)
    #expect(repair.filler?.tooLong.firstTimes == [1_003.0 / 1024])
    #expect(filled.count == times.count + 998 + 1)
  }

  @Test("A step between two pieces is filled as one within a piece")
  func fillingBetweenPieces() throws {
    let times = [0, 1, 2, 3, 5, 6, 7, 9].map { Double($0) / 100 }
    let whole = try repaired(rows(times), pieces: 100) { $0.fillsGapsUnderS = 0.05 }
    let parts = try repaired(rows(times), pieces: 4) { $0.fillsGapsUnderS = 0.05 }
    #expect(whole.rows == parts.rows)
    #expect(whole.rows.count == 10)
  }

  @Test("Attitudes turn the shorter way, and stay of length 1; codes stay what they were")
  func interpolation() throws {
    let attitude = try #require(StreamCatalog.kind(of: "attitude", in: .deviceMotion))
    // A quarter turn about z, its end with the other sign.
    let half = Float(0.5).squareRoot()
    let middle = RowInterpolation.row(attitude, [1, 0, 0, 0], [-half, 0, 0, -half], at: 0.5)
    // cos and sin of 22.5 degrees.
    #expect(abs(middle[0] - 0.923_879_5) < 1e-6 && abs(middle[3] - 0.382_683_4) < 1e-6)
    let side = try #require(StreamCatalog.kind(of: "sensor_location", in: .headphoneMotion))
    #expect(RowInterpolation.row(side, [1], [2], at: 0.9) == [1])
  }
}
