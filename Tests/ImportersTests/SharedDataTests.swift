import Foundation
import SPRecordings
import SPSignals
import TestSupport
import Testing

@testable import SPImporting

/// Every real file beside the project is imported, or refused with a reason. Figures by NumPy on the files as they are.
@Suite(
  "Real files are imported",
  .enabled(if: SharedData.isPresent, "the folder shared/data is not beside the project"))
struct SharedDataTests {
  private func imported(
    _ name: String, _ options: ImportOptions = .init()
  ) throws -> (recording: Recording, record: ImportRecord) {
    try ImportScratch().imported(SharedData.path(name), options)
  }

  /// A mapping as the ready files in Pipelines/Mappings have it.
  private func cycling(_ field: String, _ clock: TextMapping.Clock) -> ImportOptions {
    func dataset(_ name: String) -> TextMapping.Dataset { .init(fields: [.name(name)]) }
    let names = ["power", "cadence", "speed", "distance"]
    var mapping = TextMapping(streams: [
      "cycling": .init(
        time: .name(field), clock: clock, datasets: Dictionary(uniqueKeysWithValues: names.map { ($0, dataset($0)) })),
      "heart_rate": .init(time: .name(field), clock: clock, datasets: ["heart_rate": dataset("heart_rate")]),
    ])
    mapping.timeOrigin = "unix"
    var options = ImportOptions()
    options.mapping = .text(mapping)
    return options
  }

  @Test("800 Hz acceleration without a header, by its values")
  func tennis() throws {
    let (recording, record) = try imported("tennis-watch-800hz/forehand-accelerometer-first-9s.csv")
    #expect(record.format == "batched_acceleration")
    let stream = try recording.stream(.accelerometer)
    #expect(stream.count == 7218)
    #expect(abs(try stream.timeBase.rate - 801.917) < 0.001)
    #expect(try recording.times(of: .accelerometer)[0] == 56257.44241896361)
    // Multiples of 1/65536 g, which Float holds exactly.
    #expect(
      try recording.rows("acceleration", of: .accelerometer)[1] == [
        -0.4569091796875, -0.2230377197265625, -0.9009857177734375,
      ])
    #expect(recording.attributes.timeOrigin == "boot")
  }

  @Test("200 Hz rotation rates without a header, by their values")
  func rotation() throws {
    let (recording, record) = try imported("tennis-watch-800hz/six-shots-rotation.csv")
    #expect(record.format == "batched_rotation")
    let stream = try recording.stream(.deviceMotion)
    #expect(stream.count == 2304)
    #expect(abs(try stream.timeBase.rate - 200.444) < 0.001)
    #expect(try recording.rows("rotation_rate", of: .deviceMotion)[0][1] == -0.007465644273906946)
  }

  @Test("The list of hand-checked impacts is no recording")
  func truth() throws {
    let scratch = try ImportScratch()
    let fault = try scratch.fault(SharedData.path("tennis-watch-800hz/impacts_truth.csv"))
    #expect(fault.contains("impacts_truth.csv:1: is of no known format: "))
    #expect(
      try scratch.fault(SharedData.path("golf-mocap/capture-1-hit.truth.json")).contains(
        ":1: is JSON; expected a text table"))
  }

  @Test(
    "SensorLog: acceleration and device motion, each by timestamps of its own",
    arguments: [("block", 4645, 4645), ("topspin-forehand", 4668, 4595), ("rest", 1126, 1102)])
  func sensorLog(_ name: String, _ accelerations: Int, _ motions: Int) throws {
    let (recording, record) = try imported("table-tennis-watch/\(name).csv")
    #expect(record.application == "SensorLog")
    #expect(recording.streams.mapValues(\.count) == [.accelerometer: accelerations, .deviceMotion: motions])
    #expect(abs(try recording.stream(.accelerometer).timeBase.rate - 50.1) < 0.01)
    #expect(record.unused.contains("motionYaw(rad)"))
  }

  @Test("SensorLog: attitudes in the layout's order, gravity by them, and when it began")
  func sensorLogValues() throws {
    let (recording, _) = try imported("table-tennis-watch/block.csv")
    #expect(try recording.rows("attitude", of: .deviceMotion)[0] == [-0.641865, -0.03523, 0.060834, 0.763588])
    #expect(try recording.rows("gravity", of: .deviceMotion)[0] == [-0.024292, -0.13813, -0.990116])
    #expect(recording.attributes.startTime == "2021-04-12T18:34:05.908Z")
    let offset = try #require(try recording.motionOffset())
    // The device motion is timestamped a quarter of a sample late: 5 ms.
    #expect(abs(offset.seconds - 0.005) < 0.001)
  }

  @Test(
    "Headphones: gravity becomes g, each sample says its side, the dropout stays", arguments: ["Apfel_1", "Skyr_3"])
  func headphones(_ name: String) throws {
    let (recording, record) = try imported("headphones/\(name)-Headphone.csv")
    #expect(record.format == "sensor_logger")
    let stream = try recording.stream(.headphoneMotion)
    let gravity = try recording.rows("gravity", of: .headphoneMotion)
    #expect(gravity.allSatisfy { abs(($0[0] * $0[0] + $0[1] * $0[1] + $0[2] * $0[2]).squareRoot() - 1) < 1e-4 })
    #expect(try recording.rows("sensor_location", of: .headphoneMotion).allSatisfy { $0 == [1] })
    let gaps = try stream.timeBase.regularity.gaps
    #expect(stream.count == (name == "Skyr_3" ? 2270 : 3042))
    #expect(gaps.count == (name == "Skyr_3" ? 22 : 0))
    if name == "Skyr_3" { #expect(abs(try stream.timeBase.regularity.maximumStep - 2.7873) < 1e-4) }
  }

  @Test("Swimming: a watch at 100.8 Hz, gravity in g, nanoseconds since 1970")
  func swim() throws {
    let (recording, _) = try imported("swim/backstroke-WristMotion.csv")
    let stream = try recording.stream(.deviceMotion)
    #expect(stream.count == 2999)
    #expect(abs(try stream.timeBase.rate - 100.810) < 0.001)
    #expect(try recording.times(of: .deviceMotion)[0] == 1783160550.798657024)
    #expect(
      try recording.rows("gravity", of: .deviceMotion)[0] == [
        0.03984222188591957, 0.7952801585197449, -0.6049314141273499,
      ])
    #expect(recording.attributes.timeOrigin == "unix")
  }

  @Test("Badminton: downwards in g and rad/s, with the timestamps that come twice")
  func badminton() throws {
    let (recording, record) = try imported("badminton/smash-clipped-16g.csv")
    #expect(record.format == "wit")
    #expect(try recording.times(of: .accelerometer)[0] == 38873.867)
    #expect(try recording.rows("acceleration", of: .accelerometer)[0] == [0.9321, -0.5786, -0.7993])
    // -8.1787 degrees a second.
    #expect(abs(try recording.rows("rotation_rate", of: .deviceMotion)[0][0] + 0.142_745_24) < 1e-7)
    #expect(try recording.stream(.accelerometer).timeBase.regularity.duplicates.count == 90)
  }

  @Test("Rides and dives without a mapping are refused, with the fields that they have")
  func tablesWithoutMapping() throws {
    let scratch = try ImportScratch()
    #expect(
      try scratch.fault(SharedData.path("cycling/ramp-test.csv")).contains(
        "ramp-test.csv:1: is of no known format: its header has \"timestamp\", \"power\", \"cadence\", \"speed\", "
          + "\"heart_rate\", \"distance\"; expected one of "))
    #expect(try scratch.fault(SharedData.path("dives/garmin-2023-08-17.csv")).contains("\"absolute_pressure\""))
  }

  @Test(
    "Rides by a mapping: missing values, spikes and jumps of the clock as they are",
    arguments: [("garmin1000-ftp285", 6610), ("power-spike-20130717", 6255), ("clock-jump-20130411", 1816)])
  func rides(_ name: String, _ rows: Int) throws {
    let (recording, _) = try imported("cycling/\(name).csv", cycling("timestamp_utc", .instant))
    #expect(recording.streams.mapValues(\.count) == ["cycling": rows, "heart_rate": rows])
    let power = try recording.rows("power", of: "cycling").map { $0[0] }
    switch name {
    case "power-spike-20130717": #expect(power.max() == 21733)
    case "clock-jump-20130411":
      #expect(power.allSatisfy { $0.isNaN })
      // 2013-04-11 21:32:50
      #expect(try recording.times(of: "cycling")[0] == 1_365_715_970)
    default: #expect(power.contains { $0 > 0 })
    }
  }

  @Test("A ride with Unix time")
  func unixTime() throws {
    let (recording, _) = try imported("cycling/ramp-test.csv", cycling("timestamp", .seconds))
    #expect(try recording.times(of: "cycling").first == 1_451_209_173)
    #expect(try recording.rows("power", of: "cycling").count == 2212)
  }

  @Test("A dive by a mapping: pressure becomes kPa")
  func dive() throws {
    var options = ImportOptions()
    options.mapping = .text(
      TextMapping(streams: [
        "submersion_measurement": .init(
          time: .name("timestamp_utc"), clock: .instant,
          datasets: [
            "depth": .init(fields: [.name("depth")]),
            "pressure": .init(fields: [.name("absolute_pressure")], unit: .pascals),
          ])
      ]))
    let (recording, _) = try imported("dives/garmin-2023-08-17.csv", options)
    let pressure = try recording.rows("pressure", of: "submersion_measurement")
    #expect(pressure.count == 5000)
    #expect(abs(pressure[0][0] - 118.558) < 1e-4)
    #expect(try recording.rows("depth", of: "submersion_measurement").map { $0[0] }.max() == 51.765)
    #expect(recording.attributes.timeOrigin == "unix")
  }

  @Test("HDF5 of a laboratory: refused without a mapping, and imported with one", arguments: 1...6, ["hit", "miss"])
  func golf(_ number: Int, _ kind: String) throws {
    let name = "golf-mocap/capture-\(number)-\(kind).h5"
    let scratch = try ImportScratch()
    #expect(
      try scratch.fault(SharedData.path(name)).contains(
        "--mapping-out FILE proposes one for --mapping"))
    var options = ImportOptions()
    options.mapping = .hdf5(
      RecordingMapping(streams: [
        .accelerometer: StreamMapping(
          time: .timestamps(path: "/accelerometer/t", unit: nil),
          datasets: ["acceleration": DatasetMapping(path: "/accelerometer/xyz")])
      ]))
    let (recording, record) = try scratch.imported(SharedData.path(name), options)
    #expect(record.format == "mapped")
    let original = try Recording(
      opening: SharedData.path(name),
      layout: .mapped(
        RecordingMapping(streams: [
          .accelerometer: StreamMapping(
            time: .timestamps(path: "/accelerometer/t", unit: nil),
            datasets: ["acceleration": DatasetMapping(path: "/accelerometer/xyz")])
        ])))
    #expect(try recording.rows("acceleration", of: .accelerometer) == original.rows("acceleration", of: .accelerometer))
    #expect(try recording.times(of: .accelerometer) == original.times(of: .accelerometer))
  }

  @Test("A recording of layout version 1 stays what it is, with its labels", arguments: 1...6)
  func sessions(_ number: Int) throws {
    let path = SharedData.path("sessions/dev-0\(number).h5")
    let (recording, record) = try ImportScratch().imported(path)
    let original = try Recording(opening: path)
    #expect(record.format == "swingpipe")
    #expect(try recording.annotations() == original.annotations())
    for (name, stream) in original.streams {
      #expect(try recording.times(of: name) == original.times(of: name))
      for dataset in stream.datasetNames {
        #expect(try recording.rows(dataset, of: name) == original.rows(dataset, of: name))
      }
    }
  }
}
