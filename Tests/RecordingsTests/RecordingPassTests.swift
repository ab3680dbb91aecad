import SPRecordings
import SPSignals
import Synchronization
import Testing

/// One pass for several consumers.
struct RecordingPassTests {
  /// Keeps what passes.
  private final class Keeper: StreamConsumer {
    let selections: [StreamSelection]
    var times: [[Double]]
    var values: [[Float]]
    var ended: [Int] = []
    var isFinished = false

    init(_ selections: [StreamSelection]) {
      self.selections = selections
      times = selections.map { _ in [] }
      values = selections.map { _ in [] }
    }

    func consume(_ block: SampleBlock, of place: Int) {
      times[place] += block.times
      guard let channel = block.channels.last else { return }
      values[place] += (0..<block.count).map { channel.values[channel.first + $0 * channel.step] }
    }

    func end(of place: Int) { ended.append(place) }
    func finish() { isFinished = true }
  }

  @Test("Consumers of the same stream both get all of it, and each row is decoded once; what nobody takes is not")
  func shared() throws {
    let folder = try TemporaryFolder()
    let path = try folder.native { file in
      try file.put("/heart_rate/time", (0..<300).map(Double.init))
      try file.put("/heart_rate/heart_rate", (0..<300).map { Float(100 + $0 % 50) })
      try file.put("/workout_event/time", [10.0, 20])
      try file.put("/workout_event/type", [1, 2] as [UInt8])
      try file.put("/water_intake/time", [5.0])
      try file.put("/water_intake/volume", [250] as [Float])
    }
    let rows = Mutex<[String: Int]>([:])
    let recording = try Recording(opening: path) { step in
      rows.withLock { $0[step.dataset, default: 0] += step.rows }
    }
    let pass = RecordingPass(recording)
    let first = Keeper([StreamSelection(.heartRate, ["heart_rate"])])
    let second = Keeper([StreamSelection(.workoutEvent, ["type"]), StreamSelection(.heartRate, ["heart_rate"])])
    #expect(try pass.add(first) == 0..<1)
    #expect(try pass.add(second) == 1..<3)
    try pass.run()
    let (times, values) = ((0..<300).map(Double.init), (0..<300).map { Float(100 + $0 % 50) })
    #expect(first.times == [times])
    #expect(first.values == [values])
    #expect(second.times == [[10, 20], times])
    #expect(second.values == [[1, 2], values])
    #expect(first.ended == [0] && Set(second.ended) == [0, 1])
    #expect(first.isFinished && second.isFinished)
    let expected = [
      "/heart_rate/time": 300, "/heart_rate/heart_rate": 300, "/workout_event/time": 2, "/workout_event/type": 2,
    ]
    #expect(rows.withLock(\.self) == expected)
  }

  @Test("A recording starts with its earliest stream, also with one that nobody takes")
  func start() throws {
    let folder = try TemporaryFolder()
    let path = try folder.native { file in
      try file.put("/heart_rate/time", [7.5, 8.5])
      try file.put("/heart_rate/heart_rate", [100, 101] as [Float])
      try file.put("/water_intake/time", [5.25])
      try file.put("/water_intake/volume", [250] as [Float])
    }
    let pass = RecordingPass(try Recording(opening: path))
    try pass.add(Keeper([StreamSelection(.heartRate, ["heart_rate"])]))
    try pass.run()
    #expect(try pass.startTime == 5.25)
  }

  @Test("A value holds until it is too old, past one that is missing; a code holds until the next")
  func lookups() throws {
    let folder = try TemporaryFolder()
    let path = try folder.native { file in
      try file.put("/heart_rate/time", [1.0, 2, 3, 10])
      try file.put("/heart_rate/heart_rate", [100, 101, .nan, 110] as [Float])
      try file.put("/workout_state/time", [1.0, 5])
      try file.put("/workout_state/state", [5, 2] as [UInt8])
    }
    let recording = try Recording(opening: path)
    let rates = try MeasurementStream(recording.stream(.heartRate), of: recording).measurements(
      "heart_rate", maxAgeS: 3)
    let times: [Double] = [0.5, 1, 2.9, 3, 5, 5.1, 10, 13, 13.1]
    let held: [Float?] = [nil, 100, 101, 101, 101, nil, 110, 110, nil]
    for (time, value) in zip(times, held) { #expect(rates.value(at: time) == value, "at \(time) s") }
    let states = try MomentStream(recording.stream(.workoutState), of: recording).moments("state")
    let codes: [(Double, Int?)] = [(0.9, nil), (1, 5), (4.99, 5), (5, 2), (1000, 2)]
    for (time, code) in codes { #expect(states.code(at: time) == code, "at \(time) s") }
  }
}
