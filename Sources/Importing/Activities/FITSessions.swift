/// The ends of a FIT file's sessions.
struct FITSessions {
  /// When the last session was saved, in s.
  private var savedS: Double?
  /// When the last session ended by its start and its elapsed time, in s.
  private(set) var elapsedS: Double?

  mutating func take(_ message: FITMessage, _ clock: FITClock) {
    guard let saved = message.timestamp.flatMap({ clock.seconds($0) }) else { return }
    savedS = max(savedS ?? saved, saved)
    let start = message["start_time"]?.raw?.integer.flatMap { clock.seconds($0) }
    // A session without an elapsed time ended when it was saved, as far as is known.
    let elapsed = message["total_elapsed_time"]?.value.flatMap { time in start.map { $0 + time } } ?? saved
    elapsedS = max(elapsedS ?? elapsed, elapsed)
  }

  /// The end of the workout, in s; nil without a session, as the device did not finish the file.
  ///
  /// It is the timer's final stop, but not after the sessions were saved and the records ended. If the timer never
  /// stopped, it is the end of the sessions, but not before the last record and not after they were saved.
  /// - Parameters:
  ///   - stop: the timer's final stop; nil if it never stopped.
  ///   - lastRecord: the last record up to a time.
  func end(stop: Double?, lastRecord: (Double) -> Double?) -> Double? {
    guard let savedS, let elapsedS else { return nil }
    if let stop { return min(stop, max(savedS, lastRecord(stop) ?? savedS)) }
    return min(savedS, max(elapsedS, lastRecord(savedS) ?? elapsedS))
  }
}
