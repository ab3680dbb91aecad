import Testing

@testable import SPPlots

struct TrackTests {
  private func figure(_ tracks: [Track], width: Double = 900) throws -> Figure {
    let series = try TimeSeries(times: [0, 100], values: [0, 1])
    return Figure(
      title: "", tracks: tracks, panels: [Panel(label: "a", unit: "g", lines: [.init(series)])], timeRange: 0...100,
      width: width)
  }

  private func places(_ marks: [Track.Mark], width: Double = 900) throws -> [TrackLayout.Place] {
    try #require(try FigureLayout(figure([Track(label: "found", marks: marks)], width: width)).tracks.first).places
  }

  @Test func textsNeverReachTheNextMarkOrTheEdge() throws {
    var noise = Noise(seed: 9)
    for count in 1...40 {
      let marks = (0..<count).map { index in
        let time = noise.next() * 100
        return Track.Mark(start: time - noise.next() * 5, time: time, label: "swing \(index)", symbol: .disc)
      }
      let places = try places(marks)
      #expect(places.count == count)
      for (place, next) in zip(places, places.dropFirst()) where !place.text.isEmpty {
        #expect(place.textRight <= next.start)
      }
      for place in places { #expect(place.textRight <= 900 - Style.margin || place.text.isEmpty) }
    }
  }

  @Test func aTextStandsWhereThereIsRoom() throws {
    let marks = [10.0, 50, 50.5].map { Track.Mark(time: $0, label: "swing", symbol: .ring) }
    #expect(try places(marks).map(\.text) == ["swing", "", "swing"])
  }

  @Test func marksOutsideOfTheAxisAreNotDrawn() throws {
    let marks = [-1, 101, .nan, .infinity, 50].map { Track.Mark(start: -20, time: $0, label: "", symbol: .cross) }
    let places = try places(marks)
    #expect(places.map(\.mark.time) == [50])
    // Its stretch is cut at the axis.
    let layout = try FigureLayout(figure([Track(label: "found", marks: marks)]))
    #expect(places[0].start == layout.time.start)
  }

  @Test func rowsLieBetweenTitleAndPanelsAndHaveLabels() throws {
    let mark = Track.Mark(time: 50, label: "", symbol: .disc)
    let layout = try FigureLayout(
      figure([Track(label: "one", marks: [mark]), Track(label: "none", marks: []), Track(label: "two", marks: [mark])]))
    #expect(layout.tracks.map(\.track.label) == ["one", "two"])
    #expect(layout.tracks[1].y - layout.tracks[0].y >= 16)
    #expect(layout.panels[0].plot.y - layout.tracks[1].y >= 8)
    let ruler = try Canvas(width: 1, height: 1, format: .png)
    let long = try FigureLayout(figure([Track(label: "a long name of a row", marks: [mark])]))
    #expect(long.time.start >= ruler.width(of: "a long name of a row", Style.label) + Style.margin)
  }

  @Test(arguments: Track.Symbol.allCases)
  func everyShapeIsDrawnInItsColour(symbol: Track.Symbol) throws {
    let canvas = try Canvas(width: 20, height: 20, format: .png)
    TrackLayout.draw(symbol, at: Point(x: 10, y: 10), .vermillion, on: canvas)
    let pixels = Pixels(canvas)
    let inked = pixels.inked(columns: 0..<20, rows: 0..<20)
    #expect((10...110).contains(inked))
    // A ring alone is hollow.
    #expect((pixels[10, 10] == 0xFFFFFF) == (symbol == .ring))
  }

  @Test func theLegendTellsEachShapeOnceAndOnlyWhatIsShown() throws {
    let marks = [
      Track.Mark(time: 10, symbol: .disc, name: "hit"), Track.Mark(time: 20, symbol: .disc, name: "hit"),
      Track.Mark(time: 30, symbol: .ring, name: "miss"), Track.Mark(time: 300, symbol: .cross, name: "refused"),
    ]
    let layout = try FigureLayout(figure([Track(label: "found", marks: marks)]))
    #expect(layout.legend.flatMap(\.entries).map(\.name) == ["hit", "miss"])
  }

  @Test func aLongLegendTakesRowsThatFit() throws {
    let marks = (0..<14).map { Track.Mark(time: Double($0), symbol: .disc, name: "what it means \($0)") }
    let layout = try FigureLayout(figure([Track(label: "found", marks: marks)], width: 420))
    let ruler = try Canvas(width: 1, height: 1, format: .png)
    #expect(layout.legend.count > 2)
    #expect(layout.legend.flatMap(\.entries).count == 14)
    for row in layout.legend {
      #expect(row.origin.x + FigureLegend.width(of: row.entries, ruler) <= 420 - Style.margin + 1e-9)
    }
    let baselines = layout.legend.map(\.origin.y)
    #expect(zip(baselines.dropFirst(), baselines).allSatisfy { $0 - $1 == Style.lineHeight })
    #expect(layout.height >= (baselines.last ?? 0) + 8)
  }
}
