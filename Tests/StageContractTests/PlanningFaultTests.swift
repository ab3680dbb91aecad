import SPBasics
import SPHDF5
import SPPipelines
import SPRecordings
import SPSimulation
import Testing

/// Faults that planning finds before any data is read.
struct PlanningFaultTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let pipeline = """
    { "version": 1, "stages": [
      { "id": "in", "type": "readers.hdf5" },
      { "id": "hp", "type": "filters.high_pass", "pass_hz": 80 },
      { "id": "hit", "type": "detectors.impact" },
      { "id": "start", "type": "detectors.swing_start" },
      { "id": "label", "type": "classifiers.hit_miss" },
      { "id": "table", "type": "features.swing" },
      { "id": "out", "type": "writers.table" } ] }
    """

  @Test("A pass band above half the rate is refused with both numbers")
  func nyquist() throws {
    try TestRecordings.still(rateHz: 100, at: folder("slow.h5"))
    let plan = try TestPipelines.load("impacts.json").plan(folder("slow.h5"))
    let fault = try #require(plan.diagnostics.first)
    #expect(plan.diagnostics.count == 1)
    #expect(fault.option == "pass_hz")
    #expect(fault.stageID == "hp")
    #expect(
      fault.message == """
        100.0 Hz is too slow: a contact rings at 95 to 125 Hz, which takes a rate of 400 Hz to record; option "pass_hz": \
        expected less than 50.0 Hz, half the recording's rate, found 80.0 Hz; stop_hz 20 and pass_hz 40 would fit, but \
        keep the heaviest contacts only
        """)
    #expect(fault.recording == folder("slow.h5"))
    // A pass band that fits is taken.
    let lower = try TestPipelines.load(
      text: Project.text("Pipelines/impacts.json"), overrides: ["hp.stop_hz=20", "hp.pass_hz=40"])
    #expect(lower.plan(folder("slow.h5")).isRunnable)
    try TestRecordings.still(rateHz: 30, at: folder("slower.h5"))
    #expect(
      lower.plan(folder("slower.h5")).diagnostics.first?.message.hasSuffix(
        "no band above the motion of the arm is left at this rate") == true)
  }

  @Test("At a rate that is fast enough, the pass band is to blame and not the rate")
  func passBandTooHigh() throws {
    try TestRecordings.still(rateHz: 800, at: folder("fast.h5"))
    let pipeline = try TestPipelines.load(
      text: Project.text("Pipelines/impacts.json"), overrides: ["hp.pass_hz=500"])
    #expect(
      pipeline.plan(folder("fast.h5")).diagnostics.map(\.message) == [
        "option \"pass_hz\": expected less than 400.0 Hz, half the recording's rate, found 500.0 Hz; the default is 80.0 Hz"
      ])
  }

  @Test("A number on the command line is a text for an option that takes one")
  func numberForText() throws {
    func sensor(_ override: String) throws -> JSONValue? {
      try TestPipelines.load(text: Project.text("Pipelines/impacts.json"), overrides: [override])
        .resolved["stages"].flatMap { stages in
          if case .array(let stages) = stages { stages.first?["sensor"] } else { nil }
        }
    }
    #expect(try sensor("in.sensor=3142") == "3142")
    #expect(try sensor("in.sensor=\"3142\"") == "3142")
    let file = try Project.text("Pipelines/impacts.json")
    #expect(throws: PipelineError.self) {
      try TestPipelines.load(
        text: file.replacing("\"type\": \"readers.hdf5\"", with: "\"type\": \"readers.hdf5\", \"sensor\": 3142"))
    }
  }

  @Test("An acceleration that holds little of a contact is warned of, with the rate that would do")
  func slowAcceleration() throws {
    let pipeline = try TestPipelines.load("impacts.json")
    try TestRecordings.still(rateHz: 200, at: folder("slow.h5"))
    let plan = pipeline.plan(folder("slow.h5"))
    #expect(plan.isRunnable)
    #expect(plan.diagnostics.map(\.severity) == [.warning])
    #expect(plan.diagnostics.map(\.stageID) == ["hit"])
    #expect(
      plan.diagnostics.first?.message.hasPrefix(
        "the acceleration has 200.0 Hz and holds little above 80.0 Hz, but a contact rings at 95 to 125 Hz: ") == true)
    try TestRecordings.still(rateHz: 400, at: folder("fast.h5"))
    #expect(pipeline.plan(folder("fast.h5")).diagnostics.isEmpty)
  }

  @Test("Device motion in which starts are not known well is warned of")
  func slowMotion() throws {
    try TestRecordings.simulated(at: folder("whole.h5"))
    let pipeline = try TestPipelines.load(text: Self.pipeline)
    for (rate, warnings) in [(50.0, 0), (25.0, 1)] {
      var degradation = Degradation()
      degradation.motionRateHz = rate
      try DegradedRecordingWriter.write(Recording(opening: folder("whole.h5")), degradation, to: folder("\(rate).h5"))
      let plan = pipeline.plan(folder("\(rate).h5"))
      #expect(plan.isRunnable)
      #expect(plan.diagnostics.count == warnings)
      let message = "the device motion has \((200.48 / (200 / rate) * 10).rounded() / 10) Hz: expect starts"
      #expect(plan.diagnostics.allSatisfy { $0.stageID == "start" && $0.message.hasPrefix(message) })
    }
  }

  @Test("Two writers of one table are refused, and the place of the second is named")
  func oneTableTwice() throws {
    let text = """
      { "version": 1, "stages": [
      { "type": "readers.hdf5" }, { "type": "filters.high_pass" }, { "type": "detectors.impact" },
      { "id": "rows", "type": "features.impact" }, { "id": "one", "type": "writers.table" },
      { "id": "two", "type": "writers.table", "folder": "swings" } ] }
      """
    let error = try #require(throws: PipelineError.self) { try TestPipelines.load(text: text) }
    #expect(
      error.diagnostics.map(\.description) == [
        """
        test.json:4:51: error: stage "two" (writers.table): writes the table "swings", as stage "one" does; \
        expected a "folder" of its own
        """
      ])
  }

  @Test("All faults of a recording are found at once, each at its place")
  func together() throws {
    try TestRecordings.still(rateHz: 100, at: folder("slow.h5"))
    let plan = try TestPipelines.load(text: Self.pipeline).plan(folder("slow.h5"))
    let recording = "recording \"\(folder("slow.h5"))\""
    #expect(
      plan.diagnostics.map(\.description) == [
        """
        test.json:3:57: error: stage "hp" (filters.high_pass): \(recording): 100.0 Hz is too slow: a contact \
        rings at 95 to 125 Hz, which takes a rate of 400 Hz to record; option "pass_hz": expected less than 50.0 Hz, half \
        the recording's rate, found 80.0 Hz; stop_hz 20 and pass_hz 40 would fit, but keep the heaviest contacts only
        """,
        """
        test.json:5:3: error: stage "start" (detectors.swing_start): \(recording): needs "device_motion", which \
        this recording cannot give: the file has only accelerometer
        """,
        """
        test.json:6:3: error: stage "label" (classifiers.hit_miss): \(recording): needs "device_motion", which \
        this recording cannot give: the file has only accelerometer
        """,
        """
        test.json:7:3: error: stage "table" (features.swing): \(recording): needs "device_motion", which this \
        recording cannot give: the file has only accelerometer
        """,
      ])
  }

  @Test("A unit of the file that does not convert is refused with the one expected")
  func fileUnit() throws {
    try TestRecordings.still(rateHz: 800, at: folder("in.h5"))
    let file = try File(opening: folder("in.h5"), for: .readingAndWriting)
    try file.openDataset("/accelerometer/acceleration").attributes.set("units", to: "rad/s")
    try file.close()
    let plan = try TestPipelines.load("impacts.json").plan(folder("in.h5"))
    #expect(plan.diagnostics.map(\.stageID) == ["in"])
    let message = try #require(plan.diagnostics.first?.description)
    #expect(message.contains("/accelerometer/acceleration"))
    #expect(message.contains("the unit is rad/s, which is not a unit of acceleration; expected g"))
  }

  @Test("A unit of the mapping that does not convert, or is none, is refused")
  func mappedUnit() throws {
    try TestRecordings.still(rateHz: 800, at: folder("in.h5"))
    func reader(unit: String) -> String {
      """
      { "version": 1, "stages": [ { "id": "in", "type": "readers.hdf5", "streams": { "accelerometer": {
        "time": { "path": "/accelerometer/time" },
        "datasets": { "acceleration": { "path": "/accelerometer/acceleration", "unit": "\(unit)" } } } } },
        { "type": "filters.high_pass" }, { "type": "detectors.impact" },
        { "id": "table", "type": "features.impact" }, { "id": "out", "type": "writers.table" } ] }
      """
    }
    #expect(try TestPipelines.load(text: reader(unit: "m/s^2")).plan(folder("in.h5")).isRunnable)
    let plan = try TestPipelines.load(text: reader(unit: "Pa")).plan(folder("in.h5"))
    #expect(plan.diagnostics.first?.message.contains("the unit is Pa, which is not a unit of acceleration") == true)
    let error = try #require(throws: PipelineError.self) { _ = try TestPipelines.load(text: reader(unit: "gees")) }
    let option = "streams.accelerometer.datasets.acceleration.unit"
    #expect(error.diagnostics.map(\.option) == [option])
    #expect(
      error.diagnostics.map(\.message) == [
        "option \"\(option)\": \"gees\" is not a unit; expected one such as g or rad/s"
      ])
  }

  @Test("A dataset that the mapping names and the file lacks is refused with its path")
  func mappedPath() throws {
    try TestRecordings.still(rateHz: 800, at: folder("in.h5"))
    let plan = try TestPipelines.load("golf_mocap.json").plan(folder("in.h5"))
    #expect(plan.diagnostics.map(\.stageID).first == "in")
    let message = try #require(plan.diagnostics.first?.description)
    #expect(message.contains("/accelerometer/t") || message.contains("/deviceMotion"))
    #expect(message.contains(folder("in.h5")))
  }

  @Test("A file that is none is refused by name", arguments: ["missing.h5", "empty.h5", "text.h5"])
  func noRecording(name: String) throws {
    try folder.write(to: "empty.h5")
    try folder.write("time,x,y,z\n", to: "text.h5")
    let plan = try TestPipelines.load("impacts.json").plan(folder(name))
    #expect(!plan.isRunnable && plan.recordingID == nil)
    #expect(plan.diagnostics.first?.description.contains(folder(name)) == true)
  }
}
