import Dates
import Files

/// Why the time at which a recording starts cannot be determined, though its attributes mention it.
public enum RecordingStartFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The attribute `start_time` is not a valid time.
  case startTime(String)
  /// The attribute `time_origin` has a value that the layout does not define.
  case timeOrigin(String)

  /// What is wrong and what was expected.
  public var description: String {
    switch self {
    case .startTime(let text):
      "the attribute start_time is \"\(text)\"; expected an instant in ISO 8601, such as 2026-11-21T09:30:00Z"
    case .timeOrigin(let text): "the attribute time_origin is \"\(text)\"; expected boot, unix or start"
    }
  }
}

extension RecordingAttributes {
  /// The time of a stream's first sample, in seconds since 1970-01-01T00:00:00Z.
  ///
  /// Timestamps that count from 1970 (`unix`) give it directly. Timestamps that count from the start (`start`) are
  /// added to `start_time`. If they count from the device's boot, which is also the default, `start_time` is the time
  /// of the first sample.
  /// - Parameter timestamp: the stream's first timestamp, in s.
  /// - Returns: nil if the recording does not state it, or the year is outside 1 to 9999.
  /// - Throws: ``RecordingStartFault`` for an attribute with an invalid value.
  public func start(firstTimestampS timestamp: Double) throws(RecordingStartFault) -> Double? {
    try anyStart(firstTimestampS: timestamp).flatMap { UTCTime.years.contains($0) ? $0 : nil }
  }

  private func anyStart(firstTimestampS timestamp: Double) throws(RecordingStartFault) -> Double? {
    if timeOrigin == "unix" { return timestamp }
    guard let startTime else { return nil }
    guard ["boot", "start", nil].contains(timeOrigin) else { throw .timeOrigin(timeOrigin ?? "") }
    guard let start = UTCTime.seconds(startTime) else { throw .startTime(startTime) }
    return timeOrigin == "start" ? start + timestamp : start
  }
}

extension Recording {
  /// The start of the recording on its clock, in s: the earliest first timestamp of acceleration and device motion,
  /// or without these of all streams; nil without any.
  ///
  /// Streams such as heart rate or location do not count, as their first value may have been measured long before. A
  /// stream whose timestamps are damaged is ignored, as it may not be needed.
  /// - Parameter known: first timestamps that are known and need not be read.
  /// - Throws: only errors that may not occur another time, such as a fault of the disk.
  public func startTime(knowing known: [StreamName: Double] = [:]) throws -> Double? {
    let times = try streams.filter { $0.value.count > 0 }.ofMotionOrAll.compactMap { name, stream -> Double? in
      if let time = known[name] { return time }
      do {
        return try stream.firstTime()
      } catch  where !isWorthRetrying(error) {
        return nil
      }
    }
    return times.filter { $0.isFinite }.min()
  }
}

extension Dictionary where Key == StreamName {
  /// The entries of acceleration and device motion, which define where a recording begins and ends; all entries if
  /// there are neither.
  var ofMotionOrAll: Self {
    let ofMotion = filter { [.accelerometer, .deviceMotion].contains($0.key) }
    return ofMotion.isEmpty ? self : ofMotion
  }
}
