import SPBasics

/// Converts the timestamps of a FIT file to seconds.
///
/// Small timestamps count seconds since the device was switched on. They become instants if the file states one of them
/// as a date, too.
struct FITClock: Equatable {
  /// The moment from which small timestamps count.
  enum Origin: Equatable {
    /// No known moment: other timestamps of the file are dates, and the small timestamps cannot be placed among them.
    case unknown
    /// The start of the device, because no timestamp of the file is a date.
    case boot
    /// The activity's local time. The value is the time of timestamp 0, in s since 1970.
    case localTime(Double)
    /// The file's time of creation. The value is the time of timestamp 0, in s since 1970.
    case creation(Double)
  }

  var origin = Origin.unknown

  /// A timestamp in s since 1970, or since the start of the device for `Origin.boot`; nil if it cannot be placed.
  func seconds(_ stamp: Int64) -> Double? {
    if let instant = FITTime.unixS(stamp) { return origin == .boot ? nil : instant }
    switch origin {
    case .unknown: return nil
    case .boot: return Double(stamp)
    case .localTime(let zero), .creation(let zero): return zero + Double(stamp)
    }
  }

  /// A sentence about the source of the dates; nil if the timestamps are dates.
  var note: String? {
    let what = "timestamps count seconds since the device was switched on"
    func date(_ zero: Double) -> String { UTCTime.text(nearest: zero) ?? "\(zero) s after 1970" }
    return switch origin {
    case .unknown: nil
    case .boot:
      "\(what), and no message dates them: times are relative to that moment, and the recording has no start time"
    case .localTime(let zero):
      "\(what), at \(date(zero)) by the local time of the activity message: times are local, as the offset from UTC is not "
        + "stated"
    case .creation(let zero):
      "\(what): the time of creation in the file_id message dates the first record, so that the device was switched on at "
        + "\(date(zero))"
    }
  }
}

/// Finds the clock of a FIT file from its messages.
struct FITClockFinder {
  private var firstRecord: Int64?
  private var hasDatedRecords = false
  private var created: Double?
  private var localZero: Double?

  mutating func take(_ message: FITMessage) {
    switch message.name {
    case "record":
      guard let stamp = message.timestamp else { return }
      if FITTime.unixS(stamp) != nil { hasDatedRecords = true }
      firstRecord = firstRecord ?? stamp
    case "file_id": created = created ?? message["time_created"]?.raw?.integer.flatMap { FITTime.unixS($0) }
    case "activity":
      guard let stamp = message.timestamp, FITTime.unixS(stamp) == nil else { return }
      let local = message["local_timestamp"]?.raw?.integer.flatMap { FITTime.unixS($0) }
      localZero = localZero ?? local.map { $0 - Double(stamp) }
    default: break
    }
  }

  /// The clock of the messages so far.
  var clock: FITClock {
    guard let firstRecord, FITTime.unixS(firstRecord) == nil else { return FITClock() }
    if let localZero { return FITClock(origin: .localTime(localZero)) }
    if hasDatedRecords { return FITClock() }
    return FITClock(origin: created.map { .creation($0 - Double(firstRecord)) } ?? .boot)
  }
}
