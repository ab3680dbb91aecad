import SPEvaluation
import SPTables
import Testing

struct RecordingComparisonTests {
  @Test("Equal tables do not differ")
  func equal() throws {
    let rows = [Compared.row(1), Compared.row(3, .miss)]
    let found = try Compared.compare(rows, rows)
    #expect(!found.differs)
    #expect(found.firstCount == 2 && found.secondCount == 2 && found.pairedCount == 2)
    #expect(found.changes.isEmpty && found.columns.isEmpty && found.changedCount == 0)
    let unchanged = RecordingComparison(recordingID: "a", unchanged: try Compared.table(rows))
    #expect(!unchanged.differs)
    #expect(unchanged.firstCount == 2 && unchanged.secondCount == 2 && unchanged.pairedCount == 2)
  }

  @Test("A swing of one run alone is lost or added, and moves no other's index into the figures")
  func lostAndAdded() throws {
    let found = try Compared.compare(
      [Compared.row(1), Compared.row(3, .miss), Compared.row(5)],
      [Compared.row(1), Compared.row(5).replacing("a,0", with: "a,1"), Compared.row(7, .miss)])
    #expect(
      found.changes == [
        SwingChange(kind: .lost, time: 3, firstLabel: .miss), SwingChange(kind: .added, time: 7, secondLabel: .miss),
      ])
    #expect(found.pairedCount == 2)
    #expect(found.columns.isEmpty && found.changedCount == 0)
    #expect(found.differs)
  }

  @Test("As many pairs as can be within the distance, and of those the nearest")
  func pairing() throws {
    // The nearest pair alone, 1.1 and 1.12, would leave 1 and 1.22 without a partner.
    let chain = try Compared.compare(
      [Compared.row(1), Compared.row(1.12)], [Compared.row(1.1), Compared.row(1.22)])
    #expect(chain.pairedCount == 2)
    let choice = try Compared.compare([Compared.row(1)], [Compared.row(0.9), Compared.row(1.05)])
    #expect(choice.changes.first { $0.kind == .added }?.time == 0.9)
    for (time, count) in [(1.15, 1), (1.151, 0)] {
      #expect(try Compared.compare([Compared.row(1)], [Compared.row(time)]).pairedCount == count)
    }
    var rules = ComparisonRules()
    rules.withinS = 0.02
    #expect(try Compared.compare([Compared.row(1)], [Compared.row(1.03)], rules: rules).count(.lost) == 1)
  }

  @Test("A moment that moves by more than the bound is told with its shift, one that moves by less is not")
  func moved() throws {
    let found = try Compared.compare(
      [Compared.row(1), Compared.row(3), Compared.row(5)],
      [Compared.row(1.002), Compared.row(3, start: 2.79 - 0.004), Compared.row(5 + 5e-6)])
    #expect(found.count(.moved) == 2)
    #expect(found.changes.map(\.time) == [1, 3])
    #expect(found.shiftsS(of: .start).map { ($0 * 1e6).rounded() } == [2000, -4000])
    #expect(found.shiftsS(of: .onset).map { ($0 * 1e6).rounded() } == [2000])
    #expect(found.shiftsS(of: .anchor).map { ($0 * 1e6).rounded() } == [2000])
    #expect(found.changedCount == 2)
    #expect(Set(found.columns.map(\.name)) == ["start_time_s", "impact_onset_time_s", "anchor_time_s"])
    var rules = ComparisonRules()
    rules.movedOverS = 0.003
    let coarse = try Compared.compare([Compared.row(1)], [Compared.row(1.002)], rules: rules)
    #expect(!coarse.differs)
  }

  @Test("A swing that is called otherwise is told with both labels, and apart from that it moved")
  func relabelled() throws {
    let found = try Compared.compare(
      [Compared.row(1), Compared.row(3, .miss), Compared.row(5)],
      [Compared.row(1.02, .miss), Compared.row(3), Compared.row(5)])
    #expect(found.relabelledCount(from: .hit) == 1)
    #expect(found.relabelledCount(from: .miss) == 1)
    #expect(found.changes.map(\.kind) == [.moved, .relabelled, .relabelled])
    #expect(found.changes.map(\.time) == [1, 1, 3])
    #expect(found.changes[1].firstLabel == .hit && found.changes[1].secondLabel == .miss)
    // A miss has no onset, so that none moved; the onsets themselves differ, since one side alone has them.
    #expect(found.changes[1].shiftsS.keys.sorted { $0.rawValue < $1.rawValue } == [.anchor, .start])
    #expect(found.shiftsS(of: .onset).isEmpty)
    let onset = try #require(found.columns.first { $0.name == "impact_onset_time_s" })
    #expect(onset.count == 2 && onset.oneSidedCount == 2 && onset.largestDifference == nil)
    #expect(found.changedCount == 2)
  }

  @Test("Columns of one table alone are named and count as a difference")
  func columns() throws {
    let narrow = try Compared.table(["a,1,hit,x"], header: "recording_id,anchor_time_s,label,colour")
    let wide = try Compared.table([Compared.row(1)])
    let found = RecordingComparison(recordingID: "a", wide, narrow)
    #expect(
      found.columnsOnlyInFirst == [
        "swing_index", "start_time_s", "impact_onset_time_s", "flags", "peak_z_g", "kurtosis",
      ])
    #expect(found.columnsOnlyInSecond == ["colour"])
    #expect(found.changedCount == 0 && found.columns.isEmpty)
    #expect(found.differs)
  }

  @Test("A table without rows has no identifier; one of several recordings is refused with the line")
  func identifiers() throws {
    #expect(try Compared.table([]).recordingID == nil)
    #expect(try Compared.compare([], [Compared.row(1)]).count(.added) == 1)
    #expect(try Compared.table([Compared.row(1)]).recordingID == "a")
    #expect {
      try Compared.table([Compared.row(1), Compared.row(2).replacing("a,0", with: "b,0")])
    } throws: {
      "\($0)" == "t.csv:3: column \"recording_id\": found \"b\" after \"a\"; expected rows of one recording"
    }
  }
}
