import Foundation
import Testing

@testable import Plots

@Suite struct SwingFigureTests {
  private static func hit() throws -> SwingFigure {
    let fast = (0..<800).map { 10 + Double($0) / 800 }
    let slow = (0..<200).map { 10 + Double($0) / 200 }
    return SwingFigure(
      title: "swing 3, hit", notes: ["words"], origin: .init(time: 10.5, name: "impact"),
      raw: try TimeSeries(times: fast, values: fast.map { $0 == 10.5 ? -12 : 0 }),
      filtered: try TimeSeries(times: fast, values: fast.map { $0 == 10.5 ? -9.876 : 0 }),
      rotation: try TimeSeries(times: slow, values: slow.map { Float(14 * sin(3 * ($0 - 10))) }),
      filteredThreshold: 1.5, rotationThreshold: 1.4,
      moments: .init(start: 10.25, onset: 10.491, impact: 10.5, peakRate: 10.525, anchor: 10.5))
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
    let bare = SwingFigure(title: "nothing", raw: .empty, filtered: .empty, rotation: .empty)
    #expect(bare.figure.events.isEmpty && bare.figure.spans.isEmpty)
    #expect(bare.figure.panels.allSatisfy { $0.thresholds.isEmpty && $0.markers.isEmpty })
    #expect(DrawnXML(try bare.figure.picture(as: .svg)).isWellFormed)
  }
}
