import Recordings
import Signals
import Swings

/// The swings of a recording, hits and misses, by time.
func findSwings(in path: String) throws -> [LabelledSwing] {
  let recording = try Recording(opening: path)
  let raw = try recording.triaxial("acceleration", of: .accelerometer)
  let rotation = try DotSignal.rotationAlongGravity(
    rotationRate: recording.triaxial("rotation_rate", of: .deviceMotion), gravity: recording.gravity())

  let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: raw.timeBase.rate)
  let filtered = try Triaxial(
    x: FilteredSignal(raw.x, kernel: kernel), y: FilteredSignal(raw.y, kernel: kernel),
    z: FilteredSignal(raw.z, kernel: kernel))

  let impacts = try ImpactDetector().impacts(filtered: filtered, raw: raw)
  let hits = try SwingStartDetector().swings(from: impacts.impacts, rotation: rotation).swings
  let others = try AirSwingDetector().swings(in: rotation, impacts: impacts, hits: hits).swings
  return try HitMissClassifier().labelled(hits + others, filtered: filtered, axis: .z, rotation: rotation)
    .swings.sorted { $0.swing.anchorTime < $1.swing.anchorTime }
}
