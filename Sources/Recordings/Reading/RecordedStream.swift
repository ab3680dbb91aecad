import SPSignals

/// A stream of a recording, as stages pass it on: its properties, and its rows on request.
public protocol RecordedStream: Sendable {
  /// The recording.
  var recording: Recording { get }
  /// The stream.
  var stream: RecordingStream { get }
}

extension RecordedStream {
  /// The stream's name in layout version 1.
  public var name: StreamName { stream.name }
  /// Names of the datasets other than the timestamps, sorted.
  public var datasetNames: [String] { stream.datasetNames }
  /// Number of rows.
  public var count: Int { stream.count }

  /// Passes all rows in order, decoding them anew. A measurement within a pipeline should use the shared pass over the
  /// recording instead, see ``RecordingPass``.
  ///
  /// - Throws: `RecordingError` for missing datasets, and the errors of decoding and of `body`.
  package func forEachBlock(of datasets: [String], _ body: (SampleBlock) throws -> Void) throws {
    let feed = try RecordingFeed(recording, [StreamSelection(name, datasets)])
    try feed.forEachBlock({ try body($1) }, ended: { _ in })
  }

  /// All rows of a dataset of one component with their timestamps.
  func rows(of dataset: String) throws -> (times: [Double], values: [Float]) {
    var times: [Double] = []
    var values: [Float] = []
    try forEachBlock(of: [dataset]) { block in
      times += block.times
      values += block.values(of: 0)
    }
    return (times, values)
  }
}

/// An evenly sampled stream: a gap in it is a loss.
package struct SampledStream: RecordedStream {
  /// The recording.
  package let recording: Recording
  /// The stream.
  package let stream: RecordingStream

  package init(_ stream: RecordingStream, of recording: Recording) {
    self.recording = recording
    self.stream = stream
  }
}

/// A stream measured about once a second, with pauses: a value holds until it is too old.
public struct MeasurementStream: RecordedStream {
  /// The recording.
  public let recording: Recording
  /// The stream.
  public let stream: RecordingStream

  /// Makes a stream of a recording.
  public init(_ stream: RecordingStream, of recording: Recording) {
    self.recording = recording
    self.stream = stream
  }

  /// All values of a dataset, in memory.
  ///
  /// - Parameters:
  ///   - dataset: the name of the dataset.
  ///   - maxAgeS: how long a value holds, in s.
  /// - Throws: `RecordingError` for a missing dataset, and the errors of decoding.
  public func measurements(_ dataset: String, maxAgeS: Double) throws -> Measurements {
    let (times, values) = try rows(of: dataset)
    return Measurements(times: times, values: values, maxAgeS: maxAgeS)
  }
}

/// A stream of events or changes of a state: each row is a moment, and nothing is missing between rows.
package struct MomentStream: RecordedStream {
  /// The recording.
  package let recording: Recording
  /// The stream.
  package let stream: RecordingStream

  package init(_ stream: RecordingStream, of recording: Recording) {
    self.recording = recording
    self.stream = stream
  }

  /// All moments of a dataset, in memory.
  /// - Throws: `RecordingError` for a missing dataset, and the errors of decoding.
  package func moments(_ dataset: String) throws -> Moments {
    let (times, values) = try rows(of: dataset)
    return Moments(times: times, values: values)
  }
}

/// Values measured about once a second, by time.
public struct Measurements: Hashable, Sendable {
  /// When the values were measured, in s.
  public let times: [Double]
  /// The values; NaN where missing.
  public let values: [Float]
  /// How long a value holds, in s.
  public let maxAgeS: Double

  /// Makes measurements from timestamps that do not go back.
  public init(times: [Double], values: [Float], maxAgeS: Double) {
    precondition(times.count == values.count, "a value for each timestamp")
    self.times = times
    self.values = values
    self.maxAgeS = maxAgeS
  }

  /// The value that holds at a time: the last value up to that time that is not missing; nil if it is too old.
  public func value(at time: Double) -> Float? {
    var place = partitionPoint(times.indices) { times[$0] <= time } - 1
    while place >= 0, time - times[place] <= maxAgeS {
      if values[place].isFinite { return values[place] }
      place -= 1
    }
    return nil
  }
}

/// Events, or changes of a state, by time.
package struct Moments: Hashable, Sendable {
  /// The times of the events, in s.
  package let times: [Double]
  /// The value of each event: an amount, or a code, which a float holds exactly.
  package let values: [Float]

  /// Makes moments from timestamps that do not go back.
  package init(times: [Double], values: [Float]) {
    precondition(times.count == values.count, "a value for each timestamp")
    self.times = times
    self.values = values
  }

  /// The code that holds at a time: the code of the last moment up to that time; nil before the first moment.
  package func code(at time: Double) -> Int? {
    let place = partitionPoint(times.indices) { times[$0] <= time } - 1
    return place < 0 ? nil : Int(exactly: values[place])
  }
}
