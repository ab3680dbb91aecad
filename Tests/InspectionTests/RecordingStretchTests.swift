import Testing

@testable import SPReporting

/// Moments and stretches of a recording.
struct RecordingStretchTests {
  @Test("A moment counts from the recording's clock, or after a plus from its start")
  func moments() throws {
    let (own, after) = (try RecordingTime(parsing: "105.5"), try RecordingTime(parsing: "+5.5"))
    #expect(!own.isFromStart && own.onClock(of: 100) == 105.5)
    #expect(after.isFromStart && after.onClock(of: 100) == 105.5)
    for text in ["", "x", "nan", "inf", "5 s"] {
      #expect(throws: RecordingTime.Fault.self) { try RecordingTime(parsing: text) }
    }
  }

  @Test("A stretch goes as far as the recording does, and one outside of it is a fault that says what was meant")
  func stretches() throws {
    let whole = 100.0...120.0
    func resolved(_ from: String?, _ to: String?) throws -> ClosedRange<Double> {
      let stretch = RecordingStretch(
        from: try from.map(RecordingTime.init(parsing:)), to: try to.map(RecordingTime.init(parsing:)))
      return try stretch.resolved(in: whole, start: nil, leastS: 0.1)
    }
    #expect(try resolved(nil, nil) == whole)
    #expect(try resolved("+5", nil) == 105...120)
    #expect(try resolved("+5", "+500") == 105...120)
    #expect(try resolved("101", "+4") == 101...104)
    func fault(_ from: String?, _ to: String?) -> String? {
      do {
        _ = try resolved(from, to)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(fault("+6", "+5") == "--from is 106.0 s and --to 105.0 s; expected the earlier moment first")
    #expect(fault("130", nil)?.hasPrefix("--from 130 s lies after the end; expected 100.0 to 120.0 s") == true)
    #expect(fault("5", "9")?.hasSuffix("did you mean +5, counted from its start?") == true)
    #expect(fault("+5", "+5.01")?.contains("shorter than two samples") == true)
  }
}
