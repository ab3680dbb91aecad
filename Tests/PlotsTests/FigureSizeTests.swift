import Foundation
import Testing

@testable import SPPlots

struct FigureSizeTests {
  private func figure(height: Double?, width: Double = 900) throws -> Figure {
    let series = try TimeSeries(times: [0, 1], values: [-3, 12])
    return Figure(
      title: "A title", notes: ["a note"],
      tracks: [Track(label: "found", marks: [.init(time: 0.5, label: "x", symbol: .disc, name: "hit")])],
      panels: [
        Panel(label: "filtered z acceleration", unit: "g", lines: [.init(series, name: "one")], height: 100),
        Panel(label: "two", unit: "rad/s", lines: [.init(series)], height: 200),
      ], events: [.init(time: 0.5, label: "impact")], width: width, height: height)
  }

  @Test(arguments: [420.0, 800, 2000])
  func aGivenHeightIsSharedByThePanels(height: Double) throws {
    let layout = try FigureLayout(figure(height: height))
    let plots = layout.panels.map(\.plot.height)
    #expect(layout.height == height)
    #expect(abs(plots[1] - 2 * plots[0]) < 1e-6)
    let own = try FigureLayout(figure(height: nil))
    let around = own.height - own.panels.reduce(0) { $0 + $1.plot.height }
    #expect(abs(plots[0] + plots[1] + around - height) <= 1)
    // Big-endian, after length and type: https://www.w3.org/TR/png-3/#11IHDR.
    let bytes = try figure(height: height).picture(as: .png, scale: 1)
    #expect(Array(bytes[20..<24]) == [0, 0, UInt8(Int(height) >> 8), UInt8(Int(height) & 0xFF)])
  }

  @Test func aHeightWithoutRoomIsRefusedWithTheLeastOne() throws {
    let error = #expect(throws: PlotError.self) { try FigureLayout(figure(height: 150)) }
    guard case .tooLow(height: 150, let least) = error else {
      Issue.record("not too low: \(String(describing: error))")
      return
    }
    #expect(throws: Never.self) { try FigureLayout(figure(height: least.rounded(.up))) }
    #expect(throws: PlotError.self) { try FigureLayout(figure(height: least - 2)) }
    for height in [0, -3, .nan, 1e9] as [Double] {
      #expect(throws: PlotError.self) { try FigureLayout(figure(height: height)) }
    }
  }

  @Test func theUnitStaysOnAShortAxis() throws {
    var short = try figure(height: nil)
    short.panels[0].height = 60
    let texts = try FigureLayout(short).texts.filter(\.isUpward).map(\.text)
    #expect(texts.contains("(g)"))
    #expect(texts.contains { $0.hasPrefix("filt") && $0.hasSuffix("…") })
  }

  @Test func aLongTitleTakesTwoLines() throws {
    var long = try figure(height: nil, width: 400)
    long.title = String(repeating: "words of a title ", count: 12)
    let layout = try FigureLayout(long)
    let lines = layout.texts.filter { $0.style == Style.title }
    let ruler = try Canvas(width: 1, height: 1, format: .png)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { ruler.width(of: $0.text, Style.title) <= 400 - 2 * Style.margin })
    #expect(lines[1].text.hasSuffix("…"))
  }

  @Test func timesStayWithinThePicture() throws {
    let series = try TimeSeries(times: [68602.86, 68603.08], values: [0, 1])
    let layout = try FigureLayout(Figure(title: "", panels: [Panel(label: "a", unit: "g", lines: [.init(series)])]))
    let ruler = try Canvas(width: 1, height: 1, format: .png)
    var right = 0.0
    for (value, label) in zip(layout.timeTicks.values, layout.timeTicks.labels) {
      let half = ruler.width(of: label, Style.tick) / 2
      let middle = layout.middle(ofTime: label, at: layout.time.position(of: value), ruler)
      #expect(middle - half > right)
      right = middle + half
    }
    #expect(right < 900)
  }
}

struct ThemeTests {
  /// Contrast by https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio.
  private func contrast(_ first: Color, _ second: Color) -> Double {
    func linear(_ part: Double) -> Double { part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
    func luminance(_ color: Color) -> Double {
      0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (one, other) = (luminance(first), luminance(second))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  @Test func everySeriesStandsOutOnTheDarkGround() {
    let ground = Theme.dark.shown(.white)
    // Three to one is what graphics take: https://www.w3.org/TR/WCAG21/#non-text-contrast.
    for color in Color.series { #expect(contrast(Theme.dark.shown(color), ground) >= 3) }
    #expect(contrast(Theme.dark.shown(Style.ink), ground) >= 7)
    #expect(contrast(Theme.dark.shown(Style.quiet), ground) >= 4.5)
  }

  @Test func theLightThemeChangesNothing() {
    for color in Color.series { #expect(Theme.light.shown(color) == color) }
  }

  @Test func aDarkPictureHasADarkGroundAndLightText() throws {
    let canvas = try Canvas(width: 40, height: 20, format: .png, theme: .dark)
    canvas.draw("HHH", at: Point(x: 2, y: 15), TextStyle(size: 14, color: .black, isBold: true))
    let pixels = Pixels(canvas)
    #expect(pixels[0, 0] & 0xFF < 0x30)
    #expect((0..<40).contains { pixels[$0, 10] & 0xFF > 0xE0 })
  }
}

struct DescriptionTests {
  @Test func theSVGTellsInWordsWhatItShows() throws {
    let series = try TimeSeries(times: [10, 11], values: [-3, 12.34])
    let figure = Figure(
      title: "A <title>", notes: ["1 hit & 0 misses found"],
      tracks: [Track(label: "found", marks: [.init(time: 10.25, label: "swing 4", symbol: .disc, name: "hit")])],
      panels: [
        Panel(label: "raw z acceleration", unit: "g", lines: [.init(series, name: "z")]),
        Panel(label: "rotation", unit: "rad/s", lines: [.init(.empty)]),
      ], events: [.init(time: 10.2, label: "impact"), .init(time: 10.3, label: "")],
      timeLabel: "time on the recording's clock")
    let xml = DrawnXML(try figure.picture(as: .svg))
    #expect(xml.title == "A <title>")
    #expect(
      xml.text == """
        1 hit & 0 misses found. time on the recording's clock, from 10.000 to 11.000 s. \
        raw z acceleration (z): −3 to 12.3 g. rotation: no samples. found: hit swing 4 at 10.250 s. \
        marked: impact at 10.200 s.
        """)
  }

  @Test func stretchesLinesAndThresholdsAreTold() throws {
    let series = try TimeSeries(times: [10, 11], values: [-3, 12.34])
    let panel = Panel(
      label: "z", unit: "g", lines: [.init(series)],
      thresholds: [.init(1.5, label: "±1.5 g", name: "threshold"), .init(-1.5), .init(9, name: "other")],
      spans: [
        TimeSpan(start: 10.1, end: 10.2, name: "at the limit"), TimeSpan(start: 10.9, end: 12, name: "at the limit"),
        TimeSpan(start: 12, end: 13, name: "beyond"), TimeSpan(start: 10.3, end: 10.4),
      ])
    let figure = Figure(
      title: "", panels: [panel],
      events: [.init(time: 10.5, label: "", name: "onset"), .init(time: 10.75, label: "", name: "onset")],
      spans: [TimeSpan(start: 10.6, end: 10.5, name: "swing")], timeRange: 10...11)
    #expect(
      try FigureLayout(figure).description == """
        time, from 10.000 to 11.000 s. z: −3 to 12.3 g, threshold ±1.5 g, other 9 g. \
        onset: at 10.500 s, at 10.750 s. swing: 10.500 to 10.600 s. \
        at the limit in z: 10.100 to 10.200 s, 10.900 to 11.000 s.
        """)
  }

  @Test func manyMarksAreCounted() throws {
    let marks = (0..<100).map { Track.Mark(time: Double($0), symbol: .cross, name: "refused") }
    let panel = Panel(label: "a", unit: "", lines: [.init(try TimeSeries(times: [0, 99], values: [0, 1]))])
    let layout = try FigureLayout(Figure(title: "", tracks: [Track(label: "refused", marks: marks)], panels: [panel]))
    #expect(layout.description.hasSuffix(", and 60 more."))
  }
}
