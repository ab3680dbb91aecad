import Testing

@testable import SPPipelines

struct EventEvidenceTests {
  /// What toy stages say of their impacts.
  private struct Impacts: EventEvidence {
    var recordingID: String
    var samples: [Int] = []
    var thresholds: [Double] = []
    var startTime: Double? { nil }
    var extent: ClosedRange<Double>? { nil }

    init(recordingID: String) { self.recordingID = recordingID }
    func time(ofEvent index: Int) throws -> Double { Double(samples[index]) }
    func explanation(at time: Double, reachS: Double) -> StageExplanation {
      StageExplanation(verdict: "\(samples) over \(thresholds)", reasons: [])
    }
  }

  /// Finds impacts as the toy detector does, and says so.
  private struct Explained: EventExplainingStage {
    static let type: StageType = "detectors.explained"
    static let summary = "Finds impacts."
    static let details = ""
    static func ports(_ options: Impact.Options) -> Ports { Impact.ports(options) }

    let detector: Impact
    init(_ options: Impact.Options) { detector = Impact(options) }
    func run(_ workspace: inout Workspace) throws { try detector.run(&workspace) }

    let explainedSlots = [Toy.impacts.name]
    func describe(in evidence: inout Impacts) { evidence.thresholds.append(detector.options.thresholdG) }
    func add(_ results: StageResults, to evidence: inout Impacts) {
      evidence.samples += results[Toy.impacts] ?? []
    }
  }

  private func pipeline() throws -> Pipeline {
    let hit = #"{ "id": "hit", "type": "detectors.impact" }"#
    let explained = #"{ "type": "detectors.explained", "id": "#
    return try Toy.load(
      Toy.pipeline.replacing(
        hit, with: explained + #""low", "threshold_g": 1 }, "# + explained + #""high", "threshold_g": 4 }"#),
      and: [Explained.self])
  }

  @Test("Each stage adds its options, and its results unless a later stage replaced them")
  func stages() throws {
    let events = try #require(try pipeline().events(in: "a.h5"))
    #expect(events.recordingID == "a.h5")
    #expect(try events.explanation(at: 0, reachS: 1).verdict == "[6] over [1.0, 4.0]")
  }

  @Test("Options are known without a run; a pipeline whose stages take no part has no evidence")
  func noRun() throws {
    let evidence = try pipeline().evidence(Impacts.self)
    #expect(evidence.thresholds == [1, 4] && evidence.samples == [])
    #expect(try Toy.load(Toy.pipeline).events(in: "a.h5") == nil)
  }
}
