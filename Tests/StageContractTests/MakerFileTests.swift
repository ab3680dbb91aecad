import SPImportBatches
import SPImporting
import SPMappingTexts
import SPRecordings
import Testing

/// Files in the forms of makers, with numbers of our own. The forms come from real files in public repositories: each
/// test names the repository.
/// Text tables of makers, by built-in mappings.
struct MakerFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Imports all of a folder without options, and opens each recording.
  private func imported() async throws -> (recordings: [String: Recording], reports: [ImportReport]) {
    var options = ImportOptions()
    options.textMappings = KnownTextMappings.all
    let sources = try ImportSource.search([folder("in")], by: KnownTextMappings.all).sources
    let batch = ImportBatch(Importer(options, toolVersion: "1"), into: folder("out"))
    let outcome = try await batch.run(sources)
    let done = outcome.reports.filter { $0.status == .done }
    return (
      Dictionary(
        uniqueKeysWithValues: try done.map { ($0.source.recordingID, try Recording(opening: $0.output)) }),
      outcome.reports
    )
  }

  /// The first rows of acceleration and rotation rate, with the first timestamp of each.
  private func expect(
    _ recording: Recording?, acceleration: [Float], rotationRate: [Float], from times: [Double]
  ) throws {
    let recording = try #require(recording)
    for (dataset, stream, expected, time) in [
      ("acceleration", StreamName.accelerometer, acceleration, times[0]),
      ("rotation_rate", .deviceMotion, rotationRate, times[1]),
    ] {
      let row = try recording.stream(stream).signals(dataset).map { try $0.samples(0..<1)[0] }
      #expect(zip(row, expected).allSatisfy { abs($0 - $1) < 1e-5 }, "\(dataset): \(row)")
      #expect(try recording.stream(stream).timeBase.times(0..<1) == [time])
    }
  }

  /// The form of hpi-dhc/devicely, tests/Shimmer_test_data/read_test_data.csv.
  @Test("Shimmer Consensys: the wide-range accelerometer comes first, then the low-noise one", arguments: [";", "\t"])
  func shimmer(separator: String) async throws {
    func table(_ stamp: String, _ accelerometers: [String]) -> String {
      let axes = ["X", "Y", "Z"]
      let sensors = accelerometers.map { "Accel_\($0)" } + ["Gyro"]
      let names =
        ["Shimmer_9A_\(stamp)_Unix_CAL"] + sensors.flatMap { name in axes.map { "Shimmer_9A_\(name)_\($0)_CAL" } }
      let units = ["ms"] + accelerometers.flatMap { _ in axes.map { _ in "m/(s^2)" } } + axes.map { _ in "deg/s" }
      let values = accelerometers.flatMap { $0 == "WR" ? ["0.0", "9.80665", "0.0"] : ["0.0", "0.0", "9.80665"] }
      let rows = ["1.7E12", "1.700000000005E12"].map { [$0] + values + ["90.0", "0.0", "0.0"] }
      return "\"sep=\(separator)\"\n"
        + ([names, units] + rows).map { $0.joined(separator: separator) + "\(separator)\n" }.joined()
    }
    try folder.write(table("Timestamp", ["LN", "WR"]), to: "in/both.csv")
    try folder.write(table("TimestampSync", ["LN"]), to: "in/low.csv")
    let (recordings, reports) = try await imported()
    let times = [1.7e9, 1.7e9]
    try expect(recordings["both"], acceleration: [0, -1, 0], rotationRate: [.pi / 2, 0, 0], from: times)
    try expect(recordings["low"], acceleration: [0, 0, -1], rotationRate: [.pi / 2, 0, 0], from: times)
    #expect(
      reports.flatMap(\.lines).filter { $0.contains("built-in") }
        == ["  read by the built-in mapping shimmer", "  read by the built-in mapping shimmer_sync_low_noise"])
  }

  /// The form of mxochicale/publications, 2016/PerDis/data/p04/ShimmerData131113042016.csv.
  @Test("Shimmer Connect: three header lines and a line of units, with raw and calibrated numbers")
  func shimmerConnect() async throws {
    let names =
      ["Timestamp"]
      + ["Wide Range Accelerometer", "Gyroscope"].flatMap { name in
        ["X", "Y", "Z"].map { "\(name) \($0)" }
      }
    let units = ["mSecs"] + Array(repeating: "m/(sec^2)", count: 3) + Array(repeating: "deg/sec", count: 3)
    let values = ["15500", "0", "0", "9.80665", "0", "180", "0"]
    let lines = [
      names.flatMap { _ in ["Shimmer", "Shimmer"] }, names.flatMap { [$0, $0] }, names.flatMap { _ in ["RAW", "CAL"] },
      units.flatMap { ["no units", $0] }, values.flatMap { ["77", $0] },
    ]
    try folder.write(lines.map { $0.joined(separator: ",") + "\n" }.joined(), to: "in/a.csv")
    let (recordings, _) = try await imported()
    try expect(recordings["a"], acceleration: [0, 0, -1], rotationRate: [0, .pi, 0], from: [15.5, 15.5])
  }

  /// The form of Allwillcome/XsensDot2Mtw4OpenSense, bei_D4CA6EF17860_20210830_170505.csv.
  @Test("Movella DOT: facts above the header, and a clock that goes on where its 32 bits wrap")
  func dot() async throws {
    let head = "sep=,\nDeviceTag:,left\nFirmwareVersion:,1.6.0\n© Xsens Technologies B. V. 2005-2021\n\n"
    let names = "PacketCounter,SampleTimeFine,Euler_X,Euler_Y,Euler_Z,Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z\n"
    let rows = (0..<600).map { row in
      "\(row),\((4_293_000_000 + row * 8333) % (1 << 32)),0,0,0,0,0,\(9.80665 + Double(row % 3) / 100),\(row % 5),0,90\n"
    }
    try folder.write(head + names + rows.joined(), to: "in/dot.csv")
    // The same fields without the facts are of another program, which writes rad/s.
    try folder.write(names + rows.joined(), to: "in/other.csv")
    let (recordings, reports) = try await imported()
    try expect(recordings["dot"], acceleration: [0, 0, -1], rotationRate: [0, 0, .pi / 2], from: [4293, 4293])
    let times = try #require(try recordings["dot"]?.stream(.deviceMotion).timeBase.times(0..<600))
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.008333) < 1e-5 })
    #expect(reports.map(\.status) == [.done, .failed])
  }

  /// The form that public programs read: the header `unix_timestamp_microsec,time_s,ax_m/s/s,...,gz_deg/s` of
  /// `_lowg.csv`, and names such as `S10-1-CMJ_TS-03391_2022-11-10-14-33-33_highg.csv`.
  @Test("Blue Trident: the high-g acceleration and the low-g file's rotation rate are one recording")
  func blueTrident() async throws {
    let name = "S10_TS-03391_2022-11-10-14-33-33"
    func table(_ names: String, rateHz: Double, _ values: String) -> String {
      let rows = (0..<100).map { row in
        "\(Int(1_700_000_000_000_000 + 1e6 * Double(row) / rateHz)),\(Double(row) / rateHz),\(values)\n"
      }
      return "unix_timestamp_microsec,time_s,\(names)\n" + rows.joined()
    }
    let axes = "ax_m/s/s,ay_m/s/s,az_m/s/s"
    let low = table(axes + ",gx_deg/s,gy_deg/s,gz_deg/s", rateHz: 1125, "9.80665,0,0,0,180,0")
    try folder.write(table(axes, rateHz: 1600, "0,0,9.80665"), to: "in/\(name)_highg.csv")
    try folder.write(low, to: "in/\(name)_lowg.csv")
    try folder.write(low, to: "in/alone_lowg.csv")
    let (recordings, reports) = try await imported()
    try expect(recordings[name], acceleration: [0, 0, -1], rotationRate: [0, .pi, 0], from: [1.7e9, 1.7e9])
    let alone = recordings["alone_lowg"]
    try expect(alone, acceleration: [-1, 0, 0], rotationRate: [0, .pi, 0], from: [1.7e9, 1.7e9])
    let leftOut = reports.compactMap(\.record).flatMap(\.unused).filter { $0.contains(": its ") }
    #expect(leftOut.count == 1)
    #expect(leftOut.first?.contains("\(name)_lowg.csv: its accelerometer, as ") == true)
  }

  /// The names and the form of mbientlab/MetaWear-MetaBase-iOS-macOS-App, MetaBaseUnitTests/Assets, and the header of
  /// mbientlab/MetaBase-Hub, lib/sensor-config.js.
  @Test("MetaBase: the files of a recording's sensors are joined, and those of other quantities are left out")
  func metaWear() async throws {
    let name = "Bart_2022-01-14T15.28.32.189_E2EDDF1A1AA4"
    func table(_ header: String, _ unit: String, _ from: Int, _ values: String) -> String {
      "\(header),elapsed (s)," + ["x", "y", "z"].map { "\($0)-axis (\(unit))" }.joined(separator: ",") + "\n"
        + (0..<30).map { "\(from + $0 * 10),2022-01-14T15.28.32.189,0.000,\(values)\n" }.joined()
    }
    let (old, new) = ("epoc (ms),timestamp (-0800)", "epoch (ms),time (-08:00)")
    try folder.write(
      table(old, "g", 1_700_000_000_000, "0,0,1"), to: "in/\(name)_Accelerometer_100.000Hz_1.7.3.csv")
    try folder.write(table(new, "deg/s", 1_700_000_000_004, "180,0,0"), to: "in/\(name)_Gyroscope.csv")
    try folder.write(table(new, "g", 1_700_000_000_000, "0,0,1"), to: "in/\(name)_Gravity.csv")
    // Another recording, whose name begins as the first one's.
    for sensor in ["Accelerometer", "Gravity"] {
      try folder.write(table(new, "g", 1_700_000_000_000, "0,0,1"), to: "in/\(name)_2_\(sensor).csv")
    }
    let (recordings, reports) = try await imported()
    #expect(reports.count == 2)
    for recording in [name, name + "_2"] {
      let record = reports.first { $0.source.recordingID == recording }?.record
      let files = record?.unused.filter { $0.contains(".csv") }
      #expect(files == ["\(recording)_Gravity.csv: no streams of the layout"])
    }
    try expect(
      recordings[name], acceleration: [0, 0, -1], rotationRate: [.pi, 0, 0], from: [1.7e9, 1_700_000_000.004])
  }
}
