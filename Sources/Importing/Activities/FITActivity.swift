import SPBasics
import SPRecordings
import SPSignals

/// The streams of a FIT file's activity.
struct FITActivity {
  private var cycling = ActivityStream("cycling", ["power", "cadence", "speed", "distance"])
  private var heartRate = ActivityStream("heart_rate", ["heart_rate"])
  private var location = ActivityStream("location", ["latitude", "longitude", "altitude"])
  private var submersion = ActivityStream("submersion_measurement", ["depth", "pressure"])
  private var temperature = ActivityStream("water_temperature", ["temperature"])
  private var decompression = DiveRecord.Rows()
  private var timer = WorkoutTimer()
  private var sessions = FITSessions()
  private var tables: FITSummaries
  private var facts: FITFacts
  private var left = FITLeftovers()
  private var firstTime: Double?
  private let clock: FITClock
  private let part: FITParts.Part
  private var sources: FITSources

  private init(_ part: FITParts.Part, _ clock: FITClock, _ sources: FITSources) {
    self.part = part
    self.clock = clock
    self.sources = sources
    tables = FITSummaries(clock)
    facts = FITFacts(clock, sport: part.sport)
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

  /// The values that a dive computer computes for decompression, by the numbers of a record's fields in the FIT
  /// profile.
  private static let decompression: [(number: UInt8, figure: DiveRecord.Figure)] = [
    (93, .stopDepth), (94, .stopTime), (95, .timeToSurface), (96, .noStopTime), (97, .oxygenToxicity),
    (98, .nitrogenLoad),
  ]

  /// Degrees in a semicircle, FIT's unit of positions: 2^31 semicircles are 180 degrees.
  static let degreesPerSemicircle = 180 / 2_147_483_648.0

  /// Reads the FIT files that follow each other in the bytes. Each part of the files becomes an activity.
  /// - Parameters:
  ///   - readsUpToFault: Whether a fault ends reading instead of being thrown.
  ///   - advanced: Called with the fraction of the bytes read.
  /// - Throws: `FITError`, `FITSummaries.Excess`, `CancellationError`.
  static func read(
    _ bytes: [UInt8], readsUpToFault: Bool, advanced: (Double) -> Void = { _ in }
  ) throws -> [Activity] {
    var outline = FITOutline()
    // Most files have one part, state dates, and have no competing fields. They are read once.
    var reading = FITPass(outline.parts, FITClock(), [])
    let reader = try FITPass.run(bytes, readsUpToFault, advanced) { message in
      try outline.take(message)
      try reading.take(message)
    }
    let (clock, parts) = (outline.clock, outline.parts)
    guard parts.parts.count <= FITParts.most else {
      throw FITSummaries.Excess(
        message:
          "holds \(parts.parts.count) sessions and parts between pauses over 12 h; expected at most \(FITParts.most)")
    }
    if clock != FITClock() || parts.parts.count > 1 {
      reading = FITPass(parts, clock, [])
      _ = try FITPass.run(bytes, readsUpToFault, advanced) { try reading.take($0) }
    }
    if reading.activities.contains(where: \.sources.areMixed) {
      reading = FITPass(parts, clock, reading.activities.map(\.sources.decided))
      _ = try FITPass.run(bytes, readsUpToFault, advanced) { try reading.take($0) }
    }
    return try reading.finish(reader)
  }

  /// Reads all messages once, and passes each message to the activities that it is about.
  private struct FITPass {
    private(set) var activities: [FITActivity]
    private var parts: FITParts
    private let clock: FITClock
    /// The strap of the whole file: a strap may send the heart rates of one part during another part.
    private var strap = FITStrap()
    /// How often messages were taken for a second or further part.
    private var sharedCount = 0
    private static let mostShared = 100_000
    /// The names of messages with totals from a start to an end.
    private static let totals: Set = ["session", "lap", "split", "length"]

    init(_ parts: FITParts, _ clock: FITClock, _ sources: [FITSources]) {
      self.parts = parts
      self.clock = clock
      activities = parts.parts.enumerated().map { place, part in
        FITActivity(part, clock, place < sources.count ? sources[place] : FITSources())
      }
    }

    /// Takes all messages of the bytes.
    static func run(
      _ bytes: [UInt8], _ readsUpToFault: Bool, _ advanced: (Double) -> Void, take: (FITMessage) throws -> Void
    ) throws -> FITReader {
      var reader = FITReader(bytes, faults: readsUpToFault ? .endReading : .areThrown)
      var count = 0
      while let message = try reader.next() {
        count += 1
        if count % 4096 == 0 {
          try Task.checkCancellation()
          advanced(Double(message.offset) / Double(bytes.count))
        }
        try take(message)
      }
      return reader
    }

    mutating func take(_ message: FITMessage) throws {
      if message.number == Message.heartRate {
        strap.take(message, message.timestamp.flatMap { clock.seconds($0) })
        return
      }
      if message.number == Message.session, parts.isSum(message) {
        return activities[0].left.add(message, "sessions that sum up the others")
      }
      let isCut = Self.totals.contains(message.name) && parts.isCut(message)
      let places = parts.places(of: message)
      sharedCount += places.count - 1
      guard sharedCount <= Self.mostShared else {
        throw FITSummaries.Excess(
          message: "holds too many messages before its first record for its \(activities.count) parts; expected fewer")
      }
      for place in places {
        if isCut { activities[place].left.add(message, "\(message.name)s whose totals are of several parts") }
        try activities[place].take(message, isCut: isCut)
      }
    }

    consuming func finish(_ reader: FITReader) throws -> [Activity] {
      var finished: [Activity] = []
      var distanceM: Double?
      let allRates = Dictionary(grouping: strap.rates) { parts.place(at: $0.time) }
      for place in activities.indices {
        let rates = allRates[place] ?? []
        if place + 1 < parts.parts.count, parts.parts[place + 1].pauseS != nil { activities[place].stopTimer() }
        var activity = try activities[place].finish(strap: rates, startM: &distanceM)
        if place == 0 {
          if strap.unusableCount > 0 {
            activity.unused.append("heart rates of a strap without a time, or of 0 \(strap.unusableCount)")
          }
          if let fault = reader.fault { activity.repairs.append("read up to a fault: \(fault)") }
          if reader.fileIndex > 0 {
            activity.notes.append("\(reader.fileIndex + 1) FIT files follow each other in the file")
          }
        }
        finished.append(activity)
      }
      return finished
    }
  }

  /// - Parameter isCut: whether the message has totals and continues in a later part, such as a session across a pause.
  private mutating func take(_ message: FITMessage, isCut: Bool) throws {
    facts.take(message)
    guard !isCut else { return }
    let time = message.timestamp.flatMap { clock.seconds($0) }
    switch message.number {
    case Message.record: takeRecord(message, time)
    case Message.event: takeEvent(message, time)
    case Message.lap: if let time { timer.add(time, .lap) }
    case Message.session: sessions.take(message, clock)
    default: break
    }
    // Messages that define developer fields are not data.
    let isTaken = [
      Message.record, Message.event, Message.fieldDescription, Message.developerData,
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
    func value(_ quantity: FITQuantity) -> Double? {
      let (value, field) = sources.value(quantity, of: record)
      if let field { taken.append(field.kind) }
      return value
    }
    let (cadence, cadenceField) = sources.value(.cadence, of: record)
    if let cadenceField { taken.append(cadenceField.kind) }
    // The fraction belongs to the device's own cadence.
    let fraction = cadenceField?.developerIndex == nil ? record[FITQuantity.fractionalCadence]?.value ?? 0 : 0
    cycling.add(time, [value(.power), cadence.map { $0 + fraction }, value(.speed), value(.distance)])
    if let rate = value(.heartRate) {
      if rate > 0 { heartRate.add(time, [rate]) } else { left.add(record, "heart rates of 0") }
    }
    let degrees = [FITQuantity.latitude, .longitude].map { value($0).map { $0 * Self.degreesPerSemicircle } }
    location.add(time, degrees + [value(.altitude)])
    submersion.add(time, [value(.depth), value(.pressure).map { $0 / 1000 }])
    temperature.add(time, [value(.temperature)])
    var stops: DiveRecord.Row = [:]
    for (number, figure) in Self.decompression {
      guard let field = record[number], let value = field.value else { continue }
      stops[figure] = value
      taken.append(field.kind)
    }
    if !stops.isEmpty { decompression.append(stops.merging([.timestamp: time]) { own, _ in own }) }
    for field in record.fields where field.raw != nil && !field.isPart {
      let isOwn = field.developerIndex == nil && FITQuantity.taken.contains(field.kind.number)
      if !isOwn, !taken.contains(where: { $0 === field.kind }) { left.add(field) }
    }
  }

  private mutating func takeEvent(_ event: FITMessage, _ time: Double?) {
    guard let time else { return left.add(event) }
    if let isStart = FITTimerEvent.isStart(event) {
      timer.add(time, isStart ? .start : .stop)
    } else if event["event"]?.code == "user_marker" {
      timer.add(time, .marker)
    } else {
      left.add(event)
    }
  }

  /// Stops the timer at the last record, unless the timer has already stopped.
  private mutating func stopTimer() {
    guard timer.finalStop(near: nil) == nil, let last = timer.lastRecord(until: .infinity) else { return }
    timer.add(last, .stop)
  }

  /// - Parameters:
  ///   - rates: The heart rates of a strap during the activity.
  ///   - startM: The distance at the end of the part before; nil for the first part. The distance at the end of this
  ///     part replaces it.
  private consuming func finish(strap rates: [(time: Double, bpm: Double)], startM: inout Double?) throws -> Activity {
    var activity = Activity()
    // The distance continues to count through a triathlon.
    let endM = cycling.last(of: "distance")
    if let startM { cycling.subtract(startM, from: "distance") }
    startM = endM ?? startM
    // A timer that keeps running from one part to the next has no event in between.
    if part.start.isFinite, part.isRunning { timer.add(part.start, .start) }
    let isDive = submersion.rows.datasets[0].contains { !$0.isNaN }
    let isInWater = isDive || facts.sport == "swimming"
    timer.end = sessions.end(stop: timer.finalStop(near: sessions.elapsedS), lastRecord: timer.lastRecord)
    // Speed and distance over ground do not describe a diver.
    if isDive { left.add(cycling, "of a dive") } else { activity.add(cycling) }
    activity.add(FITStrap.merge(rates, with: heartRate))
    activity.add(location)
    if isDive { activity.add(submersion) } else { left.add(submersion, "without a depth") }
    if isInWater { activity.add(temperature) } else { left.add(temperature, "of the air") }
    activity.add(timer)
    activity.summaries = try tables.summaries()
    if let stops = DiveRecord.table("dive_decompression", decompression) { activity.summaries.append(stops) }
    left.add(ofTables: tables.left)
    activity.unused = left.sentences
    activity.attributes = facts.attributes(firstTime: firstTime, isInWater: isInWater)
    activity.notes += sources.notes
    if let note = clock.note { activity.notes.append(note) }
    if let seconds = timer.earlyRecordsS, seconds > 1 {
      activity.notes.append(
        "records begin \(Int(seconds.rounded())) s before the first event of the timer: the timer counts from the first record"
      )
    }
    if let pauseS = part.pauseS { activity.notes.append(ActivityPart.note(onPauseS: pauseS)) }
    if let sport = facts.sport, sport != "cycling", activity.streams.contains(where: { $0.name == "cycling" }) {
      activity.notes.append("the stream cycling holds speed, cadence and distance of \(sport)")
    }
    return activity
  }
}

/// The ends of a FIT file's sessions.
private struct FITSessions {
  /// When the last session was saved, in s.
  private var savedS: Double?
  /// When the last session ended according to its start and its elapsed time, in s.
  private(set) var elapsedS: Double?

  mutating func take(_ message: FITMessage, _ clock: FITClock) {
    guard let saved = message.timestamp.flatMap({ clock.seconds($0) }) else { return }
    savedS = max(savedS ?? saved, saved)
    let start = message["start_time"]?.raw?.integer.flatMap { clock.seconds($0) }
    // A session without an elapsed time ended when it was saved, as far as the file says.
    let elapsed = message["total_elapsed_time"]?.value.flatMap { time in start.map { $0 + time } } ?? saved
    elapsedS = max(elapsedS ?? elapsed, elapsed)
  }

  /// The end of the workout, in s; nil if the file has no session, since the device did not finish the file.
  ///
  /// The end is the timer's final stop, but not after the sessions were saved and the records ended. If the timer never
  /// stopped, the end is the end of the sessions, but not before the last record and not after the sessions were saved.
  /// - Parameters:
  ///   - stop: The timer's final stop; nil if it never stopped.
  ///   - lastRecord: The last record up to a time.
  func end(stop: Double?, lastRecord: (Double) -> Double?) -> Double? {
    guard let savedS, let elapsedS else { return nil }
    if let stop { return min(stop, max(savedS, lastRecord(stop) ?? savedS)) }
    return min(savedS, max(elapsedS, lastRecord(savedS) ?? elapsedS))
  }
}
