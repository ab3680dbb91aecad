import Foundation
import Testing

@testable import SPPlots

struct MotionFigureTests {
  private static func hit() throws -> MotionFigure {
    let fast = (0..<800).map { 10 + Double($0) / 800 }
    let slow = (0..<200).map { 10 + Double($0) / 200 }
    var figure = MotionFigure(title: "swing 3, hit")
    figure.motionName = "swing"
    figure.notes = ["words"]
    figure.origin = .init(time: 10.5, name: "impact")
    figure.raw = try TimeSeries(times: fast, values: fast.map { $0 == 10.5 ? -12 : 0 })
    figure.filtered = try TimeSeries(times: fast, values: fast.map { $0 == 10.5 ? -9.876 : 0 })
    figure.rotation = try TimeSeries(times: slow, values: slow.map { Float(14 * sin(3 * ($0 - 10))) })
    figure.filteredThreshold = 1.5
    figure.rotationThreshold = 1.4
    figure.moments = .init(start: 10.25, onset: 10.491, impact: 10.5, peakRate: 10.525, anchor: 10.5)
    return figure
  }

  @Test func stacksRawFilteredAndRotationOverTheSameTime() throws {
    let figure = try Self.hit().figure
    #expect(figure.panels.map(\.unit) == ["g", "g", "rad/s"])
    #expect(
      figure.panels.map(\.label) == ["raw z acceleration", "filtered z acceleration", "rotation along gravity"])
    #expect(figure.panels.map { $0.lines.first?.series.times.first } == [-0.5, -0.5, -0.5])
    #expect(figure.timeLabel == "time from impact")
  }

  @Test func namesTheAxisThatItShows() throws {
    var swing = try Self.hit()
    swing.axis = "x"
    #expect(swing.figure.panels.map(\.label).prefix(2) == ["raw x acceleration", "filtered x acceleration"])
  }

  @Test func marksEveryMomentAndShadesTheSwing() throws {
    let figure = try Self.hit().figure
    #expect(
      figure.events.map(\.label) == ["start −250 ms", "onset −9.0 ms", "impact = anchor", "peak rate +25 ms"])
    #expect(figure.events.map(\.time).map { ($0 * 1000).rounded() } == [-250, -9, 0, 25])
    #expect(figure.spans.map(\.start) == [-0.25])
    #expect(figure.spans.map(\.end) == [0])
  }

  @Test func drawsThresholdsAndPeaksWithTheirValues() throws {
    let figure = try Self.hit().figure
    #expect(figure.panels[1].thresholds.map(\.value) == [1.5, -1.5])
    #expect(figure.panels[1].thresholds.map(\.label) == ["±1.5 g", ""])
    #expect(figure.panels[2].thresholds.map(\.label) == ["1.4 rad/s"])
    #expect(figure.panels[1].markers.map(\.label) == ["−9.88 g"])
    // 14 sin(3 * 0.525) = 13.99988.
    #expect(figure.panels[2].markers.map(\.label) == ["14 rad/s"])
  }

  @Test func aMissHasNoImpact() throws {
    var miss = try Self.hit()
    miss.origin = nil
    miss.moments = .init(start: 10.25, peakRate: 10.525, anchor: 10.525)
    let figure = miss.figure
    #expect(figure.events.map(\.label) == ["start", "peak rate = anchor"])
    #expect(figure.events.map(\.time) == [10.25, 10.525])
    #expect(figure.timeLabel == "time on the recording's clock")
    #expect(figure.panels[1].markers.isEmpty)
  }

  @Test func whatIsMissingIsLeftOut() throws {
    let bare = MotionFigure(title: "nothing")
    #expect(bare.figure.events.isEmpty && bare.figure.spans.isEmpty)
    #expect(bare.figure.panels.allSatisfy { $0.thresholds.isEmpty && $0.markers.isEmpty })
    #expect(DrawnXML(try bare.figure.picture(as: .svg)).isWellFormed)
  }

  /// Ten seconds with swings of 0.2 s, all on the recording's own clock.
  private static func stretch(ofSwings count: Int, over seconds: Double = 10) throws -> MotionFigure {
    var figure = MotionFigure(title: "", panels: [.acceleration, .rotation])
    figure.timeRange = 50...50 + seconds
    let series = try TimeSeries(times: [50, 60], values: [0, 1])
    figure.acceleration = [series, series, series]
    figure.rotation = series
    figure.rotationMagnitude = series
    figure.motions = (0..<count).map {
      .init(start: 51 + Double($0), impact: 51.2 + Double($0), anchor: 51.2 + Double($0))
    }
    return figure
  }

  @Test func linesOfAPanelDifferWithoutColour() throws {
    let figure = try Self.stretch(ofSwings: 0).figure
    #expect(figure.panels.map { $0.lines.map(\.name) } == [["x", "y", "z"], ["magnitude", "along gravity"]])
    for panel in figure.panels { #expect(Set(panel.lines.map(\.dashes)).count == panel.lines.count) }
    #expect(Set(figure.panels.flatMap(\.lines).map(\.color)).count == 3)
    #expect(figure.timeRange == 50...60 && figure.timeLabel == "time on the recording's clock")
  }

  @Test func swingsOfAStretchAreLinesWithoutLabelsWhereTheyAreWideEnough() throws {
    let figure = try Self.stretch(ofSwings: 3).figure
    #expect(figure.events.map(\.label) == ["", "", "", "", "", ""])
    #expect(figure.events.map(\.name) == ["start", "impact", "start", "impact", "start", "impact"])
    #expect(Set(figure.events.map(\.dashes)).count == 2)
    #expect(figure.spans.map(\.start) == [51, 52, 53])
    let long = try Self.stretch(ofSwings: 3, over: 100).figure
    #expect(long.events.isEmpty && long.spans.count == 3)
  }

  @Test func aSlowerTraceStandsBesideTheRecordedOne() throws {
    var swing = try Self.hit()
    swing.rawName = "as recorded, 800 Hz"
    swing.compared = .init(try TimeSeries(times: [10, 11], values: [0, 0]), name: "at 100 Hz")
    let lines = try #require(swing.figure.panels.first?.lines)
    #expect(lines.map(\.name) == ["as recorded, 800 Hz", "at 100 Hz"])
    #expect(lines.map(\.hasDots) == [false, true])
    #expect(lines.map { $0.series.times.first } == [-0.5, -0.5])
  }

  @Test func gapsAndLimitsAreSpansOfTheirPanels() throws {
    var swing = try Self.hit()
    swing.accelerationGaps = [10.1...10.2]
    swing.motionGaps = [10.3...10.4]
    swing.clipped = [10.5...10.51]
    let panels = swing.figure.panels
    #expect(
      panels.map { $0.spans.compactMap(\.name) } == [
        ["at the sensor's limit", "no samples"], ["no samples"], ["no samples"],
      ])
    #expect(panels.map { $0.spans.map(\.isHatched) } == [[false, true], [true], [true]])
    #expect(abs(panels[2].spans[0].start + 0.2) < 1e-9)
  }

  @Test func marksCountFromTheOriginToo() throws {
    var swing = try Self.hit()
    swing.tracks = [Track(label: "found", marks: [.init(start: 10.25, time: 10.5, symbol: .disc)])]
    let mark = try #require(swing.figure.tracks.first?.marks.first)
    #expect(mark.time == 0 && mark.start == -0.25)
  }
}
