import Testing

@testable import SPPlots

struct EventLabelsTests {
  private func place(_ requests: [(x: Double, width: Double)], within bounds: ClosedRange<Double> = 0...800)
    -> [EventLabels.Placement]
  {
    EventLabels.place(requests.map { .init(x: $0.x, width: $0.width) }, within: bounds)
  }

  /// The number of pairs whose texts share space.
  private func overlaps(_ placements: [EventLabels.Placement]) -> Int {
    let areas = placements.map { Rect(x: $0.left, y: Double($0.row) * 10, width: $0.right - $0.left, height: 10) }
    return areas.indices.reduce(0) { count, first in
      count + areas[..<first].count { $0.overlaps(areas[first]) }
    }
  }

  /// The number of poles that run through a text.
  private func crossings(_ placements: [EventLabels.Placement]) -> Int {
    placements.reduce(0) { count, pole in
      count + placements.count { $0.row <= pole.row && $0.left < pole.x && pole.x < $0.right }
    }
  }

  @Test func labelsWithRoomShareTheLowestRow() {
    let placements = place([(100, 60), (300, 60), (500, 60)])
    #expect(placements.map(\.row) == [0, 0, 0])
    #expect(placements.map(\.left) == [104, 304, 504])
  }

  @Test func crowdedLabelsStandAboveEachOtherFromRightToLeft() {
    let placements = place([(420, 90), (400, 90), (410, 90), (410, 90)])
    #expect(placements.map(\.row) == [0, 3, 2, 1])
    #expect(overlaps(placements) == 0)
    #expect(crossings(placements) == 0)
  }

  @Test func labelsTurnAroundAtTheRightEdge() {
    let placements = place([(780, 60)])
    #expect(placements == [.init(x: 780, left: 716, right: 776, row: 0)])
  }

  @Test func textsNeverOverlapHoweverManyThereAre() {
    var noise = Noise(seed: 3)
    for count in 1...25 {
      let requests = (0..<count).map { _ in (noise.next() * 800, 20 + noise.next() * 150) }
      let placements = place(requests)
      #expect(placements.count == count)
      #expect(overlaps(placements) == 0)
      #expect(placements.allSatisfy { $0.left >= 0 && $0.right <= 800 })
    }
  }

  @Test func polesCrossNoTextWhereLabelsHaveRoomToTheRight() {
    var noise = Noise(seed: 4)
    for count in 1...25 {
      let placements = place((0..<count).map { _ in (noise.next() * 600, 20 + noise.next() * 150) })
      #expect(crossings(placements) == 0)
    }
  }

  @Test func aTextWiderThanTheBoundsBeginsAtThem() {
    #expect(place([(50, 900), (60, 900)]).map(\.left) == [0, 0])
    #expect(overlaps(place([(50, 900), (60, 900)])) == 0)
  }

  @Test func nothingNeedsNoPlace() {
    #expect(place([]).isEmpty)
  }
}

struct SpreadingTests {
  @Test func placesWithRoomStay() {
    #expect(Spreading.apart([50, 10, 30], gap: 13, within: 0...100) == [50, 10, 30])
  }

  @Test func aPairMovesApartAroundItsMiddle() {
    #expect(Spreading.apart([52, 48], gap: 10, within: 0...100) == [55, 45])
  }

  @Test(arguments: [[50, 50, 50, 50], [0, 1, 2], [99, 100, 98], [0, 0, 100, 100]] as [[Double]])
  func allAreApartAndWithinBounds(places: [Double]) {
    let moved = Spreading.apart(places, gap: 13, within: 0...100).sorted()
    #expect(zip(moved.dropFirst(), moved).allSatisfy { $0 - $1 >= 13 - 1e-9 })
    #expect(moved.allSatisfy { (0...100).contains($0) })
  }
}

struct MarkerLabelsTests {
  private let plot = Rect(x: 0, y: 0, width: 400, height: 130)
  private let dot = Point(x: 200, y: 60)

  private func place(_ point: Point, avoiding path: [Point] = [], poles: [Double] = []) -> Rect {
    MarkerLabels.place(at: point, width: 60, within: plot, avoiding: [path], poles: poles)
  }

  @Test func standsToTheRightOfTheDot() {
    #expect(place(dot) == Rect(x: 208, y: 53, width: 60, height: 14))
  }

  @Test func turnsToTheLeftAtTheEdge() {
    #expect(place(Point(x: 390, y: 60)).maxX == 382)
  }

  @Test func leavesALineFree() {
    let path = [Point(x: 0, y: 60), Point(x: 400, y: 60)]
    let area = place(dot, avoiding: path)
    #expect(area.maxY < 60)
    #expect(area.x == 208)
  }

  @Test func leavesAPoleFree() {
    #expect(place(dot, poles: [230]).maxX == 192)
  }

  @Test(arguments: [
    ([Point(x: 0, y: 0), Point(x: 100, y: 100)], true),
    ([Point(x: 0, y: 50), Point(x: 100, y: 150)], false),
    ([Point(x: 50, y: 0), Point(x: 50, y: 200)], true),
    ([Point(x: 39, y: 0), Point(x: 39, y: 200)], false),
    ([Point(x: 55, y: 52)], false),
    ([Point(x: 100, y: 50), Point(x: 0, y: 50)], true),
  ])
  func tellsWhetherALineRunsThroughAnArea(path: [Point], crosses: Bool) {
    #expect(MarkerLabels.crosses(path, Rect(x: 40, y: 45, width: 20, height: 10)) == crosses)
  }
}
