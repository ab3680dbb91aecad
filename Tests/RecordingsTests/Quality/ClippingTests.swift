import Foundation
import SPRecordings
import SPSignals
import Testing

struct ClippingTests {
  private let scene: QualityScene

  init() throws { scene = try QualityScene() }

  /// A movement with shocks of some 50 ms every second, limited to a range.
  private static func shocks(_ count: Int, peak: Double, limit: Double, offset: Double = 0) -> [Float] {
    QualityScene.motion(count).enumerated().map { row, value -> Float in
      let phase = Double(row % 800) / 40
      let shock: Double = phase < 1 ? peak * sin(2 * .pi * phase) * (1 - phase) : 0
      let clipped: Double = min(limit, max(-limit, Double(value) + shock))
      return Float(clipped + offset)
    }
  }

  @Test("At a stated range every sample at the limit is clipped")
  func stated() throws {
    let x = Self.shocks(4000, peak: 40, limit: 7.9995)
    let dataset = try scene.acceleration(x, rangeG: 8)
    #expect(dataset.range == FullScale(8, .stated))
    let clipping = try #require(dataset.channels[0].clipping)
    #expect(clipping.evidence == .statedRange)
    #expect(clipping.samples.rows == x.count { abs($0) >= 7.992 })
    #expect(clipping.samples.rows > 50)
    #expect(clipping.samples.first.first?.row == x.firstIndex { abs($0) >= 7.992 })
    // Five shocks, each up and down.
    #expect(clipping.samples.count == 10)
    #expect(clipping.highLevel == 7.9995)
    #expect(clipping.lowLevel == -7.9995)
    #expect(dataset.channels[1].clipping == nil)
    #expect(abs(try #require(dataset.rangeUsed) - 7.9995 / 8) < 1e-6)
  }

  @Test("A range that nobody stated is recognised by flat tops just below it", arguments: [0, 0.1])
  func recognised(offset: Double) throws {
    let x = Self.shocks(4000, peak: 90, limit: 15.99 - offset, offset: -offset / 2)
    let dataset = try scene.acceleration(x)
    #expect(dataset.range == FullScale(16, .recognised))
    let clipping = try #require(dataset.channels[0].clipping)
    #expect(clipping.evidence == .usualRange)
    #expect(clipping.samples.rows == x.count { $0 == x.max() || $0 == x.min() })
  }

  @Test("Flat tops that begin steeply tell clipping at any level, if they come twice")
  func flatTops() throws {
    let twice = Self.shocks(4000, peak: 40, limit: 5.3)
    let clipping = try #require(try scene.acceleration(twice).channels[0].clipping)
    #expect(clipping.evidence == .flatTops)
    #expect(clipping.samples.rows == twice.count { abs($0) == 5.3 })
    let once = Array(Self.shocks(800, peak: 40, limit: 5.3))
    #expect(try scene.acceleration(once).channels[0].clipping == nil)
  }

  @Test("What is not clipped raises no alarm")
  func clean() throws {
    // A shock beyond all usual ranges but the last, unclipped.
    #expect(try scene.acceleration(Self.shocks(4000, peak: 60, limit: .infinity)).channels[0].clipping == nil)
    // A slow movement of a coarse sensor, which stays at its largest value for many samples.
    let coarse = (0..<8000).map { row -> Float in
      let value: Double = 1.9 * sin(0.004 * Double(row))
      return Float((64 * value).rounded() / 64)
    }
    #expect(try scene.acceleration(coarse).channels[0].clipping == nil)
    // One axis alone that ends near a range by chance.
    var chance = Self.shocks(4000, peak: 15, limit: .infinity)
    chance[2000] = 15.95
    #expect(try scene.acceleration(chance).channels[0].clipping == nil)
    // Gravity is no sensor: its largest value means nothing.
    let axes = [Self.shocks(900, peak: 9, limit: 2), QualityScene.motion(900), QualityScene.motion(900, phase: 1)]
    let gravity = QualityScene.Stream(
      name: .deviceMotion, time: steady(900), datasets: ["gravity": QualityScene.rows(axes)])
    let channels = try RecordingQuality(of: scene.recording(gravity)).streams[0].datasets[0].channels
    #expect(channels.allSatisfy { $0.clipping == nil })
  }

  @Test("Values beyond the stated range are told, and are not taken for clipped")
  func beyond() throws {
    let stream = QualityScene.Stream(
      name: .accelerometer, time: steady(4000),
      datasets: [
        "acceleration": QualityScene.rows([
          Self.shocks(4000, peak: 60, limit: .infinity), QualityScene.motion(4000), QualityScene.motion(4000),
        ])
      ], rangeG: 16)
    let quality = try RecordingQuality(of: scene.recording(stream))
    #expect(quality.kinds == [.beyondRange])
    #expect(try #require(quality.streams[0].datasets[0].rangeUsed) > 2)
  }

  @Test("Gyroscopes have ranges in degrees per second")
  func gyroscope() throws {
    let limit = 2000 * Double.pi / 180
    let x = Self.shocks(4000, peak: 90, limit: limit)
    let stream = QualityScene.Stream(
      name: .deviceMotion, time: steady(4000),
      datasets: ["rotation_rate": QualityScene.rows([x, QualityScene.motion(4000), QualityScene.motion(4000)])])
    let dataset = try RecordingQuality(of: scene.recording(stream)).streams[0].datasets[0]
    #expect(abs(try #require(dataset.range).value - limit) < 1e-5)
    #expect(dataset.range?.text(.radiansPerSecond) == "2000 deg/s")
    #expect(dataset.channels[0].clipping?.samples.rows == x.count { abs($0) == Float(limit) })
  }
}
