import SPBasics
import SPRecordings

/// The information of a FIT file about the device, the sport and the session.
struct FITFacts {
  /// The sport of the first session that names a sport, or else the sport of a sport message.
  var sport: String? { sessionSports.lazy.compactMap(\.self).first ?? statedSport }
  private var statedSport: String?
  private var sessionSports: [String?] = []
  private var manufacturer: String?
  private var product: String?
  private var serialNumber: Int64?
  private var createdS: Double?
  private var startS: Double?
  /// The wearer's local time minus UTC, in s; nil if the device does not state it.
  private var offsetS: Int?
  private var firmware: String?
  private let clock: FITClock

  /// - Parameter sport: the sport of a part whose own session message is missing.
  init(_ clock: FITClock, sport: String? = nil) {
    self.clock = clock
    statedSport = sport
  }

  /// Whether a message contains only facts about the recording.
  func has(_ message: FITMessage) -> Bool { message.name == "file_id" || message.name == "sport" }

  mutating func take(_ message: FITMessage) {
    switch message.name {
    case "file_id":
      manufacturer = manufacturer ?? Self.name(message[1])
      product = product ?? Self.name(message[2])
      serialNumber = serialNumber ?? message["serial_number"]?.raw?.integer
      createdS = createdS ?? message["time_created"]?.raw?.integer.flatMap { clock.seconds($0) }
    case "activity": offsetS = offsetS ?? Self.offset(message)
    case "sport": statedSport = statedSport ?? message["sport"]?.code
    case "session":
      sessionSports.append(message["sport"]?.code)
      startS = startS ?? message["start_time"]?.raw?.integer.flatMap { clock.seconds($0) }
    case "device_info" where message["device_index"]?.raw?.integer == 0:
      firmware = firmware ?? message["software_version"]?.value.map { "firmware \($0)" }
    default: break
    }
  }

  /// The offset of an activity's local time from UTC. Devices write the end of the activity in both times.
  ///
  /// Offsets are multiples of 15 min from -12 to 14 h. The two times may differ from such an offset by some seconds.
  /// Devices that know no time zone write UTC twice, so that an offset of 0 says nothing.
  private static func offset(_ activity: FITMessage) -> Int? {
    guard let utc = activity.timestamp, let local = activity["local_timestamp"]?.raw?.integer else { return nil }
    let difference = local.subtractingReportingOverflow(utc)
    guard !difference.overflow, (-43_260...50_460).contains(difference.partialValue) else { return nil }
    let quarters = Int((Double(difference.partialValue) / 900).rounded())
    return abs(Int(difference.partialValue) - 900 * quarters) <= 60 && quarters != 0 ? 900 * quarters : nil
  }

  private static func name(_ field: FITField?) -> String? {
    field?.code ?? field?.raw?.integer.map { "\(field?.name ?? "") \($0)" }
  }

  func attributes(firstTime: Double?, isInWater: Bool) -> RecordingAttributes {
    var attributes = RecordingAttributes(recordingID: "")
    attributes.sport = sport
    // Manufacturer and product, such as garmin edge_830.
    attributes.deviceModel = [manufacturer, product].compactMap(\.self).joined(separator: " ")
    if attributes.deviceModel?.isEmpty == true { attributes.deviceModel = nil }
    attributes.software = firmware
    // The session's identifier has the device's serial number and the time of creation: files of one workout from one
    // device share both. Without a serial number, somebody else's workout from the same time would have the same
    // identifier.
    let hasDates = clock.origin != .boot
    if let createdS, let serialNumber, hasDates, let created = UTCTime.text(nearest: createdS) {
      attributes.sessionID = "\(serialNumber)-\(created)"
    }
    attributes.device = sport == "cycling" && !isInWater ? "bike" : "watch"
    attributes.timeOrigin = hasDates ? "unix" : "boot"
    if hasDates, let start = startS ?? firstTime ?? createdS {
      attributes.startTime = offsetS.map { UTCTime.text(nearest: start, offsetS: $0) } ?? UTCTime.text(nearest: start)
    }
    return attributes
  }
}

/// Counts of the parts of a FIT file that have no place in a recording.
struct FITLeftovers {
  private var messages: [String: Int] = [:]
  private var fields: [String: Int] = [:]
  private var tableFields: [String: Int] = [:]
  private var others: [String: Int] = [:]

  mutating func add(_ message: FITMessage, _ what: String? = nil) {
    if let what { others[what, default: 0] += 1 } else { messages[message.name, default: 0] += 1 }
  }

  mutating func add(_ what: String, _ count: Int) { others[what, default: 0] += count }

  mutating func add(_ field: FITField) { fields[field.name, default: 0] += 1 }

  /// Adds the values of a stream that the recording does not have.
  /// - Parameter reason: written in brackets after the datasets' names.
  mutating func add(_ stream: ActivityStream, _ reason: String) {
    for (name, values) in zip(stream.datasets, stream.rows.datasets) {
      let count = values.count { !$0.isNaN }
      if count > 0 { fields["\(name) (\(reason))", default: 0] += count }
    }
  }

  /// Adds fields of messages that are kept as tables.
  mutating func add(ofTables counts: [String: Int]) { tableFields = counts }

  /// One sentence for each kind of leftover that exists: messages, fields of records, fields of tables, and others.
  var sentences: [String] {
    [
      ("messages without a place: ", messages), ("fields of records without a stream: ", fields),
      ("fields of device summaries without a dataset: ", tableFields), ("", others),
    ].filter { !$0.1.isEmpty }.map { $0.0 + Listing.text($0.1) }
  }
}
