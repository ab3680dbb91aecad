/// Messages that a trainer shows during a workout. A plan keeps them in its notes, one per line:
/// `5:30 Settle in (10 s)`.
struct TimedTexts {
  private var texts: [(line: Int, text: String)] = []

  /// - Parameters:
  ///   - place: when or where the message appears, see `clock(_:)`.
  ///   - shownS: for how long it is shown, in s; nil if the file leaves it open.
  mutating func add(_ message: String, at place: String, shownS: Double?, line: Int) {
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let shown = shownS.map { " (\(PlanNumber.text($0)) s)" } ?? ""
    texts.append((line, "\(place) \(words)\(shown)"))
  }

  /// The description followed by the messages; messages beyond the longest notes are lost.
  func notes(after description: String, _ losses: inout LossesByLine) -> String? {
    var notes = description
    var room = WorkoutPlan.longestNotes - notes.unicodeScalars.count
    for (index, text) in texts.enumerated() {
      let separator = notes.isEmpty ? "" : index == 0 ? "\n\n" : "\n"
      room -= separator.unicodeScalars.count + text.text.unicodeScalars.count
      guard room >= 0 else {
        for lost in texts[index...] {
          losses.add("the message \"\(lost.text)\" is lost: the notes of a plan are full", line: lost.line)
        }
        break
      }
      notes += separator + text.text
    }
    return notes.isEmpty ? nil : notes
  }

  /// A time from the start of the workout: `5:30`, or `1:05:30` from an hour on.
  static func clock(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 1e6 else { return PlanNumber.text(seconds) + " s" }
    let tenths = Int((10 * seconds).rounded())
    let whole = tenths / 10
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = whole < 3600 ? "\(whole / 60)" : "\(whole / 3600):\(two(whole % 3600 / 60))"
    return "\(minutes):\(two(whole % 60))" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
  }
}
