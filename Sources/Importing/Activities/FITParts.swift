import SPSignals

/// The workouts of a FIT file: the sessions of a triathlon, and the parts after long pauses.
struct FITParts: Equatable {
  /// A workout.
  struct Part: Equatable {
    /// When it begins, in s; the first part begins before everything else.
    var start: Double
    /// The sport of its session; nil if the sport is unknown, or without a session.
    var sport: String?
    /// Whether the timer was running when it began.
    var isRunning = true
    /// How long the timer was paused before the part, in s; nil for a separate session.
    var pauseS: Double?
  }

  /// The most parts of a file: a day of trying out a watch's sports has a few dozen.
  static let most = 100

  let parts: [Part]
  private let clock: FITClock
  /// The part of the last record; nil before the first record.
  private var current: Int?

  fileprivate init(_ parts: [Part], _ clock: FITClock) {
    self.parts = parts
    self.clock = clock
  }

  /// The parts that a message is about.
  ///
  /// A message belongs to the part in which it starts or, without a start, to the part of its timestamp. The message
  /// about the activity belongs to all parts. Messages without a time before the first record, such as the device,
  /// belong to all parts, too. Later messages without a time belong to the part of the last record.
  mutating func places(of message: FITMessage) -> Range<Int> {
    guard parts.count > 1, message.name != "activity" else { return parts.indices }
    let start = message.name == "record" ? nil : message["start_time"]?.raw?.integer
    guard let time = (start ?? message.timestamp).flatMap({ clock.seconds($0) }) else {
      return current.map { $0..<$0 + 1 } ?? parts.indices
    }
    let place = place(at: time)
    if message.name == "record" { current = place }
    return place..<place + 1
  }

  /// The part that contains a time.
  func place(at time: Double) -> Int { (parts.lastIndex { $0.start <= time }) ?? 0 }

  /// Whether a session is the sum of several sessions. Some devices write such a session for a triathlon.
  func isSum(_ session: FITMessage) -> Bool { parts.count > 1 && Self.isSum(session) }

  fileprivate static func isSum(_ session: FITMessage) -> Bool { session["sport"]?.code == "multisport" }

  /// Whether a message with totals, such as a session, continues in a later part after a long pause. Its totals then
  /// cover several parts.
  func isCut(_ session: FITMessage) -> Bool {
    guard let start = session["start_time"]?.raw?.integer.flatMap({ clock.seconds($0) }),
      let end = session.timestamp.flatMap({ clock.seconds($0) })
    else { return false }
    return parts.contains { $0.pauseS != nil && $0.start > start && $0.start <= end }
  }
}

/// Collects the messages that divide a FIT file into parts.
struct FITOutline {
  private var finder = FITClockFinder()
  private var sessions: [(start: Int64, sport: String?)] = []
  private var switches: [(stamp: Int64, isStart: Bool)] = []
  private var records: [Int64] = []

  /// The most records of a file: three weeks at one record per second have 1.8 million.
  private static let mostRecords = 2_000_000

  /// - Throws: `FITSummaries.Excess`.
  mutating func take(_ message: FITMessage) throws {
    finder.take(message)
    switch message.name {
    case "session":
      // Beyond twice the limit, the file has too many sessions, whatever the remaining sessions are.
      guard !FITParts.isSum(message), sessions.count <= 2 * FITParts.most,
        let start = message["start_time"]?.raw?.integer
      else { return }
      sessions.append((start, message["sport"]?.code))
    case "event":
      guard let stamp = message.timestamp, let isStart = FITTimerEvent.isStart(message) else { return }
      switches.append((stamp, isStart))
    case "record":
      guard let stamp = message.timestamp else { return }
      guard records.count < Self.mostRecords else {
        throw FITSummaries.Excess(message: "holds more than \(Self.mostRecords) records; expected fewer")
      }
      records.append(stamp)
    default: break
    }
  }

  /// The clock of the messages so far.
  var clock: FITClock { finder.clock }

  /// The parts of the messages so far; a single one for most files.
  var parts: FITParts {
    let clock = clock
    var parts: [FITParts.Part] = []
    let sessions = sessions.compactMap { session in clock.seconds(session.start).map { ($0, session.sport) } }
    for (start, sport) in sessions.sorted(by: { $0.0 < $1.0 }) where parts.last?.start != start {
      parts.append(.init(start: start, sport: sport))
    }
    if parts.isEmpty { parts = [.init(start: -.infinity)] }
    parts[0].start = -.infinity
    let switches = switches.compactMap { each in clock.seconds(each.stamp).map { (time: $0, isStart: each.isStart) } }
      .enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    let records = records.compactMap { clock.seconds($0) }.sorted()
    for pause in pauses(switches, records) + gaps(records)
    where !parts.contains(where: { $0.start > pause.lowerBound && $0.start <= pause.upperBound }) {
      let place = (parts.lastIndex { $0.start <= pause.upperBound }) ?? 0
      parts.insert(
        .init(
          start: pause.upperBound, sport: parts[place].sport, pauseS: pause.upperBound - pause.lowerBound),
        at: place + 1)
    }
    for place in parts.indices {
      parts[place].isRunning = switches.last { $0.time <= parts[place].start }?.isStart ?? true
    }
    return FITParts(parts, clock)
  }

  /// The gaps between records that separate two workouts although no timer stopped, such as after an empty battery.
  /// There are several records on both sides of a gap.
  private func gaps(_ records: [Double]) -> [ClosedRange<Double>] {
    let fewest = ActivityPart.fewestBehindGap
    let ends = records.indices.dropFirst().filter { records[$0] - records[$0 - 1] > ActivityPart.longestPauseS }
    let starts = [0] + ends
    return ends.enumerated().compactMap { place, next in
      let following = place + 1 < ends.count ? ends[place + 1] : records.count
      let isGap = ActivityPart.gapsS.contains(records[next] - records[next - 1])
      return isGap && next - starts[place] >= fewest && following - next >= fewest
        ? records[next - 1]...records[next] : nil
    }
  }

  /// The pauses that separate two workouts: there are records before the stop, and soon after the start.
  private func pauses(_ switches: [(time: Double, isStart: Bool)], _ records: [Double]) -> [ClosedRange<Double>] {
    let long = zip(switches, switches.dropFirst()).filter {
      !$0.isStart && $1.isStart && $1.time - $0.time > ActivityPart.longestPauseS
    }
    guard let first = records.first else { return [] }
    return long.prefix(FITParts.most + 1).compactMap { stop, start in
      let next = partitionPoint(records.indices) { records[$0] < start.time }
      let goesOn = next < records.count && records[next] <= start.time + ActivityPart.longestPauseS
      return first <= stop.time && goesOn ? stop.time...start.time : nil
    }
  }
}

/// The events of a FIT file's timer.
enum FITTimerEvent {
  /// Whether an event starts the timer (true) or stops it (false); nil for other events. The names are values of the
  /// profile's types event and event_type: four of them are stops.
  static func isStart(_ event: FITMessage) -> Bool? {
    guard event["event"]?.code == "timer" else { return nil }
    switch event["event_type"]?.code {
    case "start": return true
    case "stop", "stop_all", "stop_disable", "stop_disable_all": return false
    default: return nil
    }
  }
}
