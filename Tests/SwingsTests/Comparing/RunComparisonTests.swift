import SPEvaluation
import Testing

struct RunComparisonTests {
  private func run(_ recordings: [RecordingComparison]) -> RunComparison {
    recordings.reduce(into: RunComparison()) { $0.add($1) }
  }

  @Test("Counts are sums, and recordings without a difference are counted alone")
  func sums() throws {
    let found = run([
      try Compared.compare([Compared.row(1), Compared.row(3)], [Compared.row(1)], id: "a"),
      try Compared.compare([Compared.row(1)], [Compared.row(1)], id: "b"),
      try Compared.compare(
        [Compared.row(1), Compared.row(3)], [Compared.row(1, .miss), Compared.row(3), Compared.row(5)], id: "c"),
      try Compared.compare([Compared.row(1, .miss)], [Compared.row(1)], id: "d"),
    ])
    #expect(found.recordingCount == 4)
    #expect(found.firstCount == 6 && found.secondCount == 6 && found.pairedCount == 5)
    #expect(SwingChange.Kind.allCases.map(found.count) == [1, 1, 2, 0])
    #expect(found.relabelledCount(from: .hit) == 1 && found.relabelledCount(from: .miss) == 1)
    #expect(found.changedCount == 2)
    #expect(found.differing.map(\.recordingID) == ["a", "c", "d"])
  }

  @Test("Moves are told with their median, and the largest with its sign")
  func shifts() throws {
    func moved(_ id: String, _ shifts: [Double]) throws -> RecordingComparison {
      let times = shifts.indices.map { Double(2 * $0 + 1) }
      return try Compared.compare(
        times.map { Compared.row($0) }, zip(times, shifts).map { Compared.row($0, start: $0 - 0.21 + $1) }, id: id)
    }
    let found = run([try moved("a", [0.001, -0.008, 0]), try moved("b", [0.002, 0.003])])
    let start = found.shifts(of: .start)
    #expect(start.count == 4)
    #expect(abs((start.medianMS ?? 0) - 1.5) < 1e-9)
    #expect(abs((start.largestMS ?? 0) + 8) < 1e-9)
    #expect(found.shifts(of: .anchor) == ShiftStatistics(shiftsS: []))
    #expect(ShiftStatistics(shiftsS: [0.001, 0.003, 0.004]).medianMS == 3)
  }

  @Test("Columns are merged, times first, then those that changed by the largest share")
  func columns() throws {
    let found = run([
      try Compared.compare([Compared.row(1)], [Compared.row(1.002, peak: "9", kurtosis: "4")], id: "a"),
      try Compared.compare([Compared.row(1)], [Compared.row(1, flags: "saturated", peak: "7.5")], id: "b"),
    ])
    #expect(
      Set(found.columns.prefix(3).map(\.name)) == ["anchor_time_s", "impact_onset_time_s", "start_time_s"])
    // A quarter of 10 g, and of a kurtosis of 4: the peaks changed twice. Flags are no numbers.
    #expect(found.columns.dropFirst(3).map(\.name) == ["peak_z_g", "kurtosis", "flags"])
    let peak = try #require(found.columns.first { $0.name == "peak_z_g" })
    #expect(peak.count == 2 && peak.largestDifference == 2.5 && peak.largestRelative == 0.25)
  }

  @Test("Recordings come by what was lost, added and relabelled, then by what changed, then by name")
  func order() throws {
    let moved = [Compared.row(1.002), Compared.row(3.002)]
    let rows = [Compared.row(1), Compared.row(3)]
    let found = run([
      try Compared.compare(rows, [Compared.row(1.002), Compared.row(3)], id: "c"),
      try Compared.compare(rows, [Compared.row(1.002), Compared.row(3)], id: "b"),
      try Compared.compare(rows, moved, id: "d"), try Compared.compare(rows, [Compared.row(1)], id: "e"),
    ])
    #expect(found.mostChangedFirst.map(\.recordingID) == ["e", "d", "b", "c"])
  }
}
