import SPRecordings
import SPSwings
import Testing

/// Adding and removing labels.
struct AnnotationEditingTests {
  private static let present = Annotations(
    swings: [
      .init(startTime: 4.8, contactTime: 5, isHit: true), .init(startTime: nil, contactTime: 2, isHit: false),
    ], ignored: [5, 1], distractors: [3])

  @Test("All labels come in the order of time, swings first")
  func labels() {
    #expect(
      Self.present.labels == [
        .init(kind: .ignore, time: 1), .init(kind: .miss, time: 2), .init(kind: .distractor, time: 3),
        .init(kind: .hit, startTime: 4.8, time: 5), .init(kind: .ignore, time: 5),
      ])
    let again = Annotations(labels: Self.present.labels, labelledSets: [.hitsAndMisses])
    #expect(again.swings.map(\.contactTime) == [2, 5] && again.ignored == [1, 5] && again.distractors == [3])
  }

  @Test("Added labels are sorted in; one that is there already within 1 ms is refused")
  func add() throws {
    var all = Self.present
    try all.add(Annotations(swings: [.init(startTime: nil, contactTime: 3, isHit: true)], ignored: [4]))
    #expect(all.swings.map(\.contactTime) == [2, 3, 5] && all.ignored == [1, 4, 5])
    let before = all
    let twin = #expect(throws: Annotations.Twin.self) {
      try all.add(Annotations(swings: [.init(startTime: nil, contactTime: 4.999, isHit: false)]))
    }
    #expect(twin?.present == .init(kind: .hit, startTime: 4.8, time: 5))
    #expect(throws: Annotations.Twin.self) { try all.add(Annotations(ignored: [], distractors: [3])) }
    #expect(all == before)
  }

  @Test("Swings stay labelled when the last is removed, and unlabelled when a moment is added")
  func swings() throws {
    var all = Self.present
    all.remove(at: [1, 3])
    #expect(all == Annotations(swings: [], ignored: [1, 5], distractors: [3]))
    var bare = Annotations()
    try bare.add(Annotations(ignored: [1]))
    #expect(!bare.hasSwingLabels)
    try bare.add(Annotations(swings: []))
    #expect(bare.hasSwingLabels)
  }
}
