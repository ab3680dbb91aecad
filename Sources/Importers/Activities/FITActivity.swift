import FIT
import Files
import Recordings
import Signals

/// The streams of a FIT file's activity.
struct FITActivity {
  private var cycling = ActivityStream("cycling", ["power", "cadence", "speed", "distance"])
  private var heartRate = ActivityStream("heart_rate", ["heart_rate"])
  private var location = ActivityStream("location", ["latitude", "longitude", "altitude"])
  private var submersion = ActivityStream("submersion_measurement", ["depth", "pressure"])
  private var temperature = ActivityStream("water_temperature", ["temperature"])
  private var timer = WorkoutTimer()
  private var strap = FITStrap()
  private var sessions = FITSessions()
  private var tables: FITSummaries
  private var facts: FITFacts
  private var left = FITLeftovers()
  /// How many values of streams are of developers' fields, by their names.
  private var developerCounts: [String: Int] = [:]
  private var firstTime: Double?
  private let clock: FITClock
  private var finder = FITClockFinder()

  private init(_ clock: FITClock) {
    self.clock = clock
    tables = FITSummaries(clock)
    facts = FITFacts(clock)
  }

  /// Numbers of messages in the FIT profile.
  private enum Message {
    static let record: UInt16 = 20
    static let lap: UInt16 = 19
    static let session: UInt16 = 18
    static let event: UInt16 = 21
    static let heartRate: UInt16 = 132
    static let fieldDescription: UInt16 = 206
    static let developerData: UInt16 = 207
  }

  /// Numbers of a record's fields in the FIT profile.
  private enum Field {
    static let latitude: UInt8 = 0
    static let longitude: UInt8 = 1
    static let altitude: UInt8 = 2
    static let heartRate: UInt8 = 3
    static let cadence: UInt8 = 4
    static let distance: UInt8 = 5
    static let speed: UInt8 = 6
    static let power: UInt8 = 7
    static let temperature: UInt8 = 13
    static let fractionalCadence: UInt8 = 53
    static let enhancedSpeed: UInt8 = 73
    static let enhancedAltitude: UInt8 = 78
    static let pressure: UInt8 = 91
    static let depth: UInt8 = 92
    static let streams: Set = [
      latitude, longitude, altitude, heartRate, cadence, distance, speed, power, fractionalCadence, enhancedSpeed,
      enhancedAltitude, pressure, depth, temperature, FITMessage.timestampField,
    ]
  }

  /// Degrees in a semicircle, FIT's unit of positions: 2^31 semicircles are 180 degrees.
  static let degreesPerSemicircle = 180 / 2_147_483_648.0

  /// Reads the FIT files that follow each other in the bytes as one activity.
  /// - Parameters:
  ///   - readsUpToFault: whether a fault ends reading instead of being thrown.
  ///   - advanced: called with the fraction of the bytes read.
  /// - Throws: `FITError`, `FITSummaries.Excess`, `CancellationError`.
  static func read(
    _ bytes: [UInt8], readsUpToFault: Bool, advanced: (Double) -> Void = { _ in }
  ) throws -> Activity {
    var (reading, reader) = try pass(bytes, readsUpToFault, FITClock(), advanced)
    let clock = reading.finder.clock
    // Timestamps that count from the device's start can be placed only once the whole file is known.
    if clock != FITClock() { (reading, reader) = try pass(bytes, readsUpToFault, clock, advanced) }
    var activity = try reading.finish()
    if let fault = reader.fault { activity.repairs.append("read up to a fault: \(fault)") }
    if reader.fileIndex > 0 { activity.notes.append("\(reader.fileIndex + 1) FIT files follow each other in the file") }
    return activity
  }

  /// Takes all messages of the bytes.
  private static func pass(
    _ bytes: [UInt8], _ readsUpToFault: Bool, _ clock: FITClock, _ advanced: (Double) -> Void
  ) throws -> (FITActivity, FITReader) {
    var reader = FITReader(bytes, faults: readsUpToFault ? .endReading : .areThrown)
    var reading = FITActivity(clock)
    var count = 0
    while let message = try reader.next() {
      count += 1
      if count % 4096 == 0 {
        try Task.checkCancellation()
        advanced(Double(message.offset) / Double(bytes.count))
      }
      try reading.take(message)
    }
    return (reading, reader)
  }

  private mutating func take(_ message: FITMessage) throws {
    facts.take(message)
    finder.take(message)
    let time = message.timestamp.flatMap { clock.seconds($0) }
    switch message.number {
    case Message.record: takeRecord(message, time)
    case Message.event: takeEvent(message, time)
    case Message.lap: if let time { timer.add(time, .lap) }
    case Message.session: sessions.take(message, clock)
    case Message.heartRate: strap.take(message, time)
    default: break
    }
    // Messages that define developer fields are not data.
    let isTaken = [
      Message.record, Message.event, Message.heartRate, Message.fieldDescription, Message.developerData,
    ].contains(message.number)
    if try !tables.take(message), !isTaken, !facts.has(message) {
      left.add(message)
    }
  }

  private mutating func takeRecord(_ record: FITMessage, _ time: Double?) {
    guard let time else {
      let reason =
        record.timestamp == nil
        ? "records without a timestamp" : "records whose time counts from the device's start, beside others with a date"
      return left.add(record, reason)
    }
    firstTime = firstTime ?? time
    timer.addRecord(time)
    var taken: [FITFieldKind] = []
    func value(_ number: UInt8) -> Double? {
      if let value = record[number]?.value { return value }
      guard let (kind, value) = Self.developerValue(number, of: record) else { return nil }
      taken.append(kind)
      developerCounts[kind.name, default: 0] += 1
      return value
    }
    let cadence = value(Field.cadence).map { $0 + (value(Field.fractionalCadence) ?? 0) }
    let speed = value(Field.enhancedSpeed) ?? value(Field.speed)
    cycling.add(time, [value(Field.power), cadence, speed, value(Field.distance)])
    if let rate = value(Field.heartRate) {
      if rate > 0 { heartRate.add(time, [rate]) } else { left.add(record, "heart rates of 0") }
    }
    let degrees = [Field.latitude, Field.longitude].map { value($0).map { $0 * Self.degreesPerSemicircle } }
    location.add(time, degrees + [value(Field.enhancedAltitude) ?? value(Field.altitude)])
    submersion.add(time, [value(Field.depth), value(Field.pressure).map { $0 / 1000 }])
    temperature.add(time, [value(Field.temperature)])
    for field in record.fields where field.raw != nil && !field.isPart {
      let isOwn = field.developerIndex == nil && Field.streams.contains(field.kind.number)
      if !isOwn, !taken.contains(where: { $0 === field.kind }) { left.add(field) }
    }
  }

  /// The value of a record's field as a developer's field has it that says that it stands for it, in the unit of the
  /// profile; nil if there is none, or its unit does not convert.
  private static func developerValue(_ number: UInt8, of record: FITMessage) -> (kind: FITFieldKind, value: Double)? {
    for field in record.fields where field.kind.nativeNumber == number {
      guard let value = field.value else { continue }
      let units = FITProfile.standard.messages[Message.record]?.fields[number]?.units ?? ""
      let own = field.kind.units ?? units
      // Developers write units in any case, such as Watts.
      if own.lowercased() == units.lowercased() { return (field.kind, value) }
      if let unit = Unit(symbol: units), let factor = Unit(symbol: own)?.factor(to: unit) {
        return (field.kind, value * factor)
      }
    }
    return nil
  }

  private mutating func takeEvent(_ event: FITMessage, _ time: Double?) {
    guard let time else { return left.add(event) }
    // Names of the values of the profile's types event and event_type. Four of them are stops.
    switch (event["event"]?.code, event["event_type"]?.code) {
    case ("timer", "start"): timer.add(time, .start)
    case ("timer", "stop"), ("timer", "stop_all"), ("timer", "stop_disable"), ("timer", "stop_disable_all"):
      timer.add(time, .stop)
    case ("user_marker", _): timer.add(time, .marker)
    default: left.add(event)
    }
  }

  private consuming func finish() throws -> Activity {
    var activity = Activity()
    let isDive = submersion.rows.datasets[0].contains { !$0.isNaN }
    let isInWater = isDive || facts.sport == "swimming"
    timer.end = sessions.end(stop: timer.finalStop(near: sessions.elapsedS), lastRecord: timer.lastRecord)
    // Speed and distance over ground do not describe a diver.
    if isDive { left.add(cycling, "of a dive") } else { activity.add(cycling) }
    activity.add(strap.merged(with: heartRate))
    if strap.unusableCount > 0 { left.add("heart rates of a strap without a time, or of 0", strap.unusableCount) }
    activity.add(location)
    if isDive { activity.add(submersion) } else { left.add(submersion, "without a depth") }
    if isInWater { activity.add(temperature) } else { left.add(temperature, "of the air") }
    activity.add(timer)
    activity.summaries = try tables.summaries()
    left.add(ofTables: tables.left)
    activity.unused = left.sentences
    activity.attributes = facts.attributes(firstTime: firstTime, isInWater: isInWater)
    activity.notes += developerCounts.sorted { $0.key < $1.key }.map {
      "\(counted($0.value, "value")) taken from the developer's field \"\($0.key)\", where the device has none of its own"
    }
    if let note = clock.note { activity.notes.append(note) }
    if let seconds = timer.earlyRecordsS, seconds > 1 {
      activity.notes.append(
        "records begin \(Int(seconds.rounded())) s before the first event of the timer: the timer counts from the first record"
      )
    }
    if let sessions = facts.sessions { activity.notes.append(sessions) }
    if let sport = facts.sport, sport != "cycling", activity.streams.contains(where: { $0.name == "cycling" }) {
      activity.notes.append("the stream cycling holds speed, cadence and distance of \(sport)")
    }
    return activity
  }
}
