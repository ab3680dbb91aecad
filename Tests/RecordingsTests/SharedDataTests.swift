import SPRecordings
import SPSignals
import SPSwings
import TestSupport
import Testing

@Suite(
  "Real recordings",
  .enabled(if: SharedData.isPresent, "the folder shared/data is not beside the project"))
struct SharedDataTests {
  // Counts, rates and labels as h5py and numpy find them: (steps without gaps) / (time that they take).
  @Test(
    "Sessions open with their rates, labels and a gravity that the attitude agrees with",
    arguments: [
      ("dev-01", 103_796, 25_949, 91), ("dev-04", 73_060, 18_265, 39),
    ])
  func sessions(name: String, samples: Int, motionSamples: Int, swings: Int) throws {
    let recording = try Recording(opening: SharedData.path("sessions/\(name).h5"))
    #expect(recording.attributes.recordingID == name)
    #expect(recording.attributes.sport == "table_tennis")
    let accelerometer = try recording.stream(.accelerometer)
    let motion = try recording.stream(.deviceMotion)
    #expect(accelerometer.count == samples)
    #expect(motion.count == motionSamples)
    #expect(accelerometer.nominalRateHz == 800)
    #expect(abs(try accelerometer.timeBase.rate - 801.92) < 0.01)
    #expect(abs(try motion.timeBase.rate - 200.48) < 0.01)
    // The watch's clock ticks, so single steps of the faster stream are only near its rate.
    #expect(abs(try #require(try accelerometer.probed()?.rateHz) - 801.92) < 5)
    #expect(abs(try #require(try motion.probed()?.rateHz) - 200.48) < 0.01)
    #expect(try accelerometer.timeBase.regularity.isRegular)
    #expect(try recording.annotations()?.swings.count == swings)
  }

  @Test(
    "The attitude of a session gives the gravity that was recorded with it",
    arguments: ["dev-01", "dev-02", "dev-03", "dev-04", "dev-05", "dev-06"])
  func attitudeGravity(name: String) throws {
    let path = SharedData.path("sessions/\(name).h5")
    let recorded = try Recording(opening: path).gravity()
    // The same file without its recorded gravity.
    let mapping = RecordingMapping(streams: [
      .deviceMotion: StreamMapping(
        time: .timestamps(path: "/device_motion/time", unit: nil),
        datasets: ["attitude": DatasetMapping(path: "/device_motion/attitude")])
    ])
    let computed = try Recording(opening: path, layout: .mapped(mapping)).gravity()
    let range = 8000..<14_000
    for (left, right) in zip(recorded.axes, computed.axes) {
      #expect(deviation(try left.samples(range), try right.samples(range)) < 2e-3)
    }
  }

  @Test("Golf swings of another layout open by a mapping", arguments: 1...6)
  func golf(capture: Int) throws {
    let motion = TimeMapping.timestamps(path: "/deviceMotion/t", unit: .seconds)
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .timestamps(path: "/accelerometer/t", unit: .seconds),
        datasets: ["acceleration": DatasetMapping(path: "/accelerometer/xyz", unit: .g)]),
      .deviceMotion: StreamMapping(
        time: motion,
        datasets: [
          "attitude": DatasetMapping(path: "/deviceMotion/quaternion_xyzw", columns: [3, 0, 1, 2]),
          "rotation_rate": DatasetMapping(path: "/deviceMotion/rotationRate"),
          "gravity": DatasetMapping(path: "/deviceMotion/gravity"),
          "user_acceleration": DatasetMapping(path: "/deviceMotion/userAcceleration"),
        ]),
    ])
    let path = SharedData.path("golf-mocap/capture-\(capture)-hit.h5")
    let recording = try Recording(opening: path, layout: .mapped(mapping))
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    let gravity = try recording.gravity()
    #expect(abs(acceleration.timeBase.rate - 801.92) < 0.01)
    #expect(abs(gravity.timeBase.rate - 200.48) < 0.01)
    let axes = try gravity.axes.map { try $0.samples(0..<$0.count) }
    for index in axes[0].indices {
      let (x, y, z) = (axes[0][index], axes[1][index], axes[2][index])
      #expect(abs((x * x + y * y + z * z).squareRoot() - 1) < 1e-6)
    }
    // The recorded gravity belongs to the attitude only if the quaternion's parts were put in order.
    let attitude = try recording.all("attitude", of: .deviceMotion)
    let down = attitude[0].indices.map { index -> Float in
      let (x, y) = (attitude[1][index], attitude[2][index])
      return 2 * (x * x + y * y) - 1
    }
    #expect(deviation(down, axes[2]) < 1e-6)
  }
}
