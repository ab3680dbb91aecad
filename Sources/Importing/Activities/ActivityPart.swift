/// A workout of a file, which becomes a recording: a leg of a triathlon, a track, a dive, or the whole file.
struct ActivityPart {
  /// Its number in the file, padded with zeros so that names sort; nil for the only workout.
  let number: String?
  /// The text after the file's name in the recording's identifier, such as `2-transition`; nil for the only workout.
  let label: String?
  let activity: Activity

  /// A longer pause of the timer ends a workout, in s: 12 hours. Same value as `longestGapS` in Workouts: samples after
  /// a longer gap belong to another workout.
  static let longestPauseS = 43_200.0

  /// The gaps between two samples that end a workout although no timer stopped, in s: up to 31 days. A longer gap means
  /// that the clock was wrong before the gap, such as a clock that satellites set after the start.
  static let gapsS = longestPauseS.nextUp...31 * 86_400

  /// The fewest samples after such a gap that begin a workout. Fewer samples are faults of a clock.
  static let fewestBehindGap = 10

  /// Why a workout is a separate part.
  static func note(onPauseS pauseS: Double) -> String {
    func hours(_ seconds: Double) -> String { "\(Int((seconds / 3600).rounded())) h" }
    return "begins after a pause of \(hours(pauseS)): a pause of more than \(hours(longestPauseS)) ends a workout"
  }

  /// The workouts of a file, in their order. If the file has several workouts, workouts without a stream are left out,
  /// and the report of the first part names them.
  static func parts(_ activities: [Activity]) -> [ActivityPart] {
    guard activities.count > 1 else { return activities.map { ActivityPart(number: nil, label: nil, activity: $0) } }
    let digits = "\(activities.count)".count
    var parts: [ActivityPart] = []
    var empty: [String] = []
    for (place, activity) in activities.enumerated() {
      let number = "\(place + 1)"
      let padded = String(repeating: "0", count: digits - number.count) + number
      let label = [padded, activity.attributes.sport.map(word)].compactMap(\.self).joined(separator: "-")
      guard !activity.streams.isEmpty else {
        empty.append(label)
        continue
      }
      var activity = activity
      // Recordings that share a session are one workout on several devices.
      activity.attributes.sessionID = activity.attributes.sessionID.map { "\($0)-\(padded)" }
      parts.append(ActivityPart(number: padded, label: label, activity: activity))
    }
    if parts.isEmpty {
      // The import of this part reports why it cannot make a recording.
      var activity = activities[0]
      activity.unused.append("none of the file's \(activities.count) parts has samples")
      return [ActivityPart(number: nil, label: nil, activity: activity)]
    }
    if let first = parts.first, !empty.isEmpty {
      var activity = first.activity
      let names = empty.prefix(Listing.longest).joined(separator: ", ") + (empty.count > Listing.longest ? ", ..." : "")
      activity.unused.append("of the file's \(activities.count) parts, those without samples: \(names)")
      parts[0] = ActivityPart(number: first.number, label: first.label, activity: activity)
    }
    return parts
  }

  /// A sport in characters that identifiers may have.
  private static func word(_ sport: String) -> String {
    String(sport.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(30))
  }
}
