import Foundation
import Testing

@testable import SPPlots

struct FigureTests {
  /// A second of a sine with a spike, at 800 Hz.
  private static func samples() throws -> TimeSeries {
    let times = (0..<800).map { Double($0) / 800 }
    return try TimeSeries(times: times, values: times.map { Float(sin(20 * $0)) + ($0 == 0.5 ? 9 : 0) })
  }

  private static func figure() throws -> Figure {
    Figure(
      title: "A title", subtitle: "below it", notes: ["one", "two"],
      panels: [
        Panel(
          label: "one", unit: "g", lines: [.init(try samples(), name: "first")],
          thresholds: [.init(1.5, label: "1.5 g", name: "threshold")],
          markers: [.init(time: 0.5, value: 9, label: "9 g")]),
        Panel(label: "two", unit: "", lines: [.init(try samples(), color: .green)]),
      ],
      events: [.init(time: 0.5, label: "spike"), .init(time: 0.51, label: "after")],
      spans: [TimeSpan(start: 0.2, end: 0.5, name: "span")])
  }

  private static func pixels(_ figure: Figure) throws -> (layout: FigureLayout, pixels: Pixels) {
    let layout = try FigureLayout(figure)
    let canvas = try Canvas(width: layout.width, height: layout.height, format: .png)
    layout.draw(on: canvas)
    return (layout, Pixels(canvas))
  }

  @Test func anSVGIsWellFormedAndHoldsTheDrawing() throws {
    let xml = DrawnXML(try Self.figure().picture(as: .svg))
    var without = try Self.figure()
    without.panels[1].lines = []
    let fewer = DrawnXML(try without.picture(as: .svg))
    #expect(xml.isWellFormed)
    #expect(xml.title == "A title")
    #expect(xml.root["viewBox"]?.hasPrefix("0 0 900 ") == true)
    #expect(xml.elements["path", default: 0] > 20)
    #expect(fewer.isWellFormed)
    #expect(fewer.elements["path"] != xml.elements["path"])
  }

  @Test func theSameFigureGivesTheSameBytes() async throws {
    let figure = try Self.figure()
    for format in PictureFormat.allCases {
      let first = try figure.picture(as: format)
      let others = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<3 { group.addTask { try figure.picture(as: format) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(others.count == 3)
      #expect(others.allSatisfy { $0 == first })
    }
  }

  @Test func panelsShareOneTimeAxisAndDoNotTouch() throws {
    let layout = try FigureLayout(Self.figure())
    let plots = layout.panels.map(\.plot)
    #expect(plots[0].x == plots[1].x && plots[0].width == plots[1].width)
    #expect(plots[1].y >= plots[0].maxY + 10)
    #expect(layout.time.domain == 0...799.0 / 800)
    #expect(layout.panels.map { $0.scale.domain.contains(10) } == [true, false])
  }

  @Test func linesAreDrawnWhereTheirSamplesAre() throws {
    let series = try TimeSeries(times: [0, 1], values: [0, 0])
    let panel = Panel(label: "", unit: "", lines: [.init(series, color: .vermillion, width: 3)], range: -1...1)
    let (layout, pixels) = try Self.pixels(Figure(title: "", panels: [panel]))
    let plot = layout.panels[0].plot
    #expect(pixels[Int(plot.midX), Int(plot.midY)] == 0xD55E00)
    #expect(pixels[Int(plot.x) + 2, Int(plot.midY)] == 0xD55E00)
    #expect(pixels[Int(plot.midX) + 3, Int(plot.midY) + 8] == 0xFFFFFF)
  }

  @Test func gapsStayFree() throws {
    let times = (0..<100).map(Double.init)
    let values = times.map { (40..<60).contains($0) ? Float.nan : 0 }
    let panel = Panel(
      label: "", unit: "", lines: [.init(try TimeSeries(times: times, values: values), color: .vermillion, width: 3)],
      range: -1...1)
    let (layout, pixels) = try Self.pixels(Figure(title: "", panels: [panel]))
    let row = Int(layout.panels[0].plot.midY)
    let colours = [20.5, 50.5, 80.5].map { pixels[Int(layout.time.position(of: $0)), row] }
    #expect(colours[0] == 0xD55E00)
    #expect(colours[1] != 0xD55E00)
    #expect(colours[2] == 0xD55E00)
    #expect(layout.panels[0].paths[0].count == 2)
  }

  @Test func bandsLieBehindTheLinesAtTheirTimesAndValues() throws {
    let series = try TimeSeries(times: [0, 10], values: [0, 0])
    let bands = [
      ValueBand(2...4, low: 20, high: 30, color: .skyBlue, name: "target"),
      ValueBand(6...8, low: -5, high: nil, color: .orange),
      ValueBand(20...30, low: 900, high: 1000),
    ]
    let panel = Panel(label: "power", unit: "W", lines: [.init(series, color: .vermillion, width: 3)], bands: bands)
    let figure = Figure(title: "", panels: [panel], timeRange: 0...10)
    let (layout, pixels) = try Self.pixels(figure)
    let (plot, scale) = (layout.panels[0].plot, layout.panels[0].scale)
    func pixel(_ time: Double, _ value: Double) -> UInt32 {
      pixels[Int(layout.time.position(of: time)), Int(scale.position(of: value))]
    }
    // The axis takes in what the bands that are seen reach to, and not what lies beyond.
    #expect(scale.domain.contains(30) && !scale.domain.contains(100) && plot.height > 50)
    #expect(pixel(3.1, 23) == 0x56B4E9 && pixel(3.1, 13) == 0xFFFFFF && pixel(5.1, 23) == 0xFFFFFF)
    // Open upward; the line lies above it.
    #expect(pixel(7.1, 23) == 0xE69F00 && pixel(7.1, 0) == 0xD55E00)
    #expect(layout.legend.flatMap(\.entries).map(\.name) == ["target"])
    #expect(layout.description.contains("target in power: 20 to 30 W at 2.00 to 4.00 s."))
  }

  @Test func spansAndEventsAreWhereTheirTimesAre() throws {
    let panel = Panel(
      label: "", unit: "", lines: [.init(try TimeSeries(times: [0, 10], values: [0, 0]))], range: 1...9)
    let figure = Figure(
      title: "", panels: [panel], events: [.init(time: 8, label: "then", color: .vermillion)],
      spans: [TimeSpan(start: 4, end: 2, color: .skyBlue)])
    let (layout, pixels) = try Self.pixels(figure)
    let row = Int(layout.panels[0].plot.y) + 3
    #expect(pixels[Int(layout.time.position(of: 3.1)), row] == 0x56B4E9)
    #expect(pixels[Int(layout.time.position(of: 4.1)), row] == 0xFFFFFF)
    #expect(pixels[Int(layout.time.position(of: 8)), row] == 0xD55E00)
  }

  @Test func longSeriesStaySmall() throws {
    var noise = Noise(seed: 1)
    let times = (0..<50_000).map { Double($0) / 800 }
    let long = try TimeSeries(times: times, values: times.map { _ in Float(noise.next()) })
    let figure = Figure(title: "", panels: [Panel(label: "", unit: "", lines: [.init(long)])])
    #expect(try FigureLayout(figure).panels[0].paths[0].joined().count < 4 * 900)
  }

  @Test func theScaleHoldsLinesUpToTheEdges() throws {
    let series = try TimeSeries(times: [0, 1, 2, 3], values: [8, 0, 0, -40])
    let panel = Panel(label: "", unit: "", lines: [.init(series)])
    let figure = Figure(title: "", panels: [panel], timeRange: 0.5...2.25)
    let layout = try FigureLayout(figure).panels[0]
    #expect(layout.drawnRange == -10...4)
    #expect(layout.scale.domain.contains(-10) && layout.scale.domain.contains(4))
    let across = Figure(title: "", panels: [panel], timeRange: 2.25...2.5)
    #expect(try FigureLayout(across).panels[0].drawnRange == -20...(-10))
  }

  @Test func linesReachTheEdgesOfAPartThatIsShown() throws {
    let series = try TimeSeries(times: [0, 1, 2, 3, 4, 5], values: [0, 0, 0, 0, 0, 0])
    func shown(_ range: ClosedRange<Double>) throws -> [[Double]] {
      let figure = Figure(title: "", panels: [Panel(label: "", unit: "", lines: [.init(series)])], timeRange: range)
      let layout = try FigureLayout(figure)
      let second = layout.time.position(of: 1) - layout.time.position(of: 0)
      return layout.panels[0].paths[0].map { $0.map { (($0.x - layout.time.position(of: 0)) / second).rounded() } }
    }
    #expect(try shown(1.5...3.5) == [[1, 2, 3, 4]])
    #expect(try shown(2.2...2.8) == [[2, 3]])
    #expect(try shown(7...9) == [])
    #expect(try shown(-9...(-7)) == [])
  }

  @Test func aWideLegendTakesSeveralRowsWithinItsPlot() throws {
    let names = ["as recorded, 801.9 Hz", "as a sensor of 100.2 Hz delivers it, low-passed first"]
    func figure(_ names: [String]) throws -> Figure {
      let lines = try names.map { Panel.Line(try Self.samples(), name: $0) }
      return Figure(title: "", panels: [Panel(label: "raw", unit: "g", lines: lines)], width: 300)
    }
    let (layout, pixels) = try Self.pixels(try figure(names))
    let plot = layout.panels[0].plot
    let one = try FigureLayout(try figure(["a", "b"])).panels[0].plot
    #expect(plot.y == one.y + Style.lineHeight)
    // A row each, the second one shortened: ink in both, and none beyond the plot.
    for top in [Int(plot.y) - 33, Int(plot.y) - 17] {
      #expect(pixels.inked(columns: Int(plot.x)..<Int(plot.maxX), rows: top..<top + 15) > 50)
      #expect(pixels.inked(columns: Int(plot.maxX) + 1..<300, rows: top..<top + 15) == 0)
    }
  }

  @Test func timesOutsideOfTheAxisAreNotDrawn() throws {
    var figure = try Self.figure()
    figure.timeRange = 0...0.4
    figure.events.append(.init(time: .nan, label: "never"))
    let layout = try FigureLayout(figure)
    #expect(layout.flags.isEmpty)
  }

  @Test func noTextsOverlapInTheHeader() throws {
    var figure = try Self.figure()
    figure.notes = [String(repeating: "a long explanation of what was decided ", count: 9)]
    let layout = try FigureLayout(figure)
    let header = layout.texts.filter { !$0.isUpward && $0.alignment == .leading }.map(\.origin.y)
    #expect(header.count >= 4)
    #expect(zip(header.dropFirst(), header).allSatisfy { (15...20).contains($0 - $1) })
    #expect(layout.flagBaseline - 16 > header.max() ?? .infinity)
  }

  @Test func figuresWithoutRoomAreRefused() throws {
    var figure = try Self.figure()
    figure.width = 120
    let error = #expect(throws: PlotError.self) { try figure.picture(as: .svg) }
    let words = "a figure 120 pixels wide has no room for its plots beside their labels; expected at least "
    #expect(error?.description.hasPrefix(words) == true)
    for size in [Double.nan, .infinity, -5, 1e9] {
      figure.width = size
      #expect(throws: PlotError.self) { try figure.picture(as: .svg) }
      var tall = try Self.figure()
      tall.panels[0].height = size
      #expect(throws: PlotError.self) { try tall.picture(as: .png) }
    }
  }

  @Test func writesTheKindOfPictureThatThePathNames() throws {
    let folder = NSTemporaryDirectory() + "plots-tests-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let figure = try Self.figure()
    try figure.write(to: folder + "/a.svg")
    try figure.write(to: folder + "/a.png")
    #expect(throws: PlotError.unknownExtension(path: folder + "/a.gif")) { try figure.write(to: folder + "/a.gif") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.png", "a.svg"])
    #expect(FileManager.default.contents(atPath: folder + "/a.svg") == Data(try figure.picture(as: .svg)))
    #expect(FileManager.default.contents(atPath: folder + "/a.png")?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
  }
}

/// Whatever data there is, a picture comes of it.
struct FigureRobustnessTests {
  private static let nasty: [(name: String, times: [Double], values: [Float])] = [
    ("empty", [], []),
    ("one sample", [5], [1]),
    ("constant", [0, 1, 2], [7, 7, 7]),
    ("all zero", [0, 1, 2], [0, 0, 0]),
    ("NaN only", [0, 1], [.nan, .nan]),
    ("infinite", [0, 1, 2, 3], [.infinity, 1, -.infinity, 2]),
    ("largest", [0, 1], [-.greatestFiniteMagnitude, .greatestFiniteMagnitude]),
    ("smallest", [0, 1], [0, .leastNonzeroMagnitude]),
    ("one moment", [3, 3, 3], [1, 2, 3]),
    ("unknown times", [.nan, .infinity, -.infinity], [1, 2, 3]),
    ("largest times", [-.greatestFiniteMagnitude, .greatestFiniteMagnitude], [1, 2]),
    ("backwards", [3, 2, 1], [1, 2, 3]),
    ("since 1970", [1_700_000_000.001, 1_700_000_000.002], [1, 2]),
  ]

  @Test(arguments: nasty.indices)
  func everySeriesMakesAPicture(index: Int) throws {
    let (name, times, values) = Self.nasty[index]
    let panel = Panel(
      label: name, unit: "g", lines: [.init(try TimeSeries(times: times, values: values))],
      thresholds: [.init(.nan), .init(.infinity, label: "x")],
      markers: [.init(time: .nan, value: 1, label: "x"), .init(time: 1, value: .infinity, label: "y")])
    let figure = Figure(
      title: name, panels: [panel], events: [.init(time: .infinity, label: "x")],
      spans: [TimeSpan(start: .nan, end: 1), TimeSpan(start: -.infinity, end: .infinity)])
    #expect(DrawnXML(try figure.picture(as: .svg)).isWellFormed)
    #expect(try figure.picture(as: .png).count > 100)
  }

  @Test func aPanelWithoutSamplesSaysSo() throws {
    let empty = Figure(title: "", panels: [Panel(label: "", unit: "", lines: [.init(.empty)], thresholds: [.init(5)])])
    let layout = try FigureLayout(empty)
    let canvas = try Canvas(width: layout.width, height: layout.height, format: .png)
    layout.draw(on: canvas)
    let plot = layout.panels[0].plot
    let words = Pixels(canvas).inked(
      columns: Int(plot.midX) - 40..<Int(plot.midX) + 40, rows: Int(plot.midY) - 12..<Int(plot.midY) + 8)
    #expect(words > 50)
    #expect(!layout.panels[0].hasScale)
  }

  @Test func aFigureNeedsNoPanels() throws {
    #expect(DrawnXML(try Figure(title: "", panels: []).picture(as: .svg)).isWellFormed)
    #expect(DrawnXML(try Figure(title: "x", notes: ["y"], panels: []).picture(as: .svg)).isWellFormed)
  }
}
