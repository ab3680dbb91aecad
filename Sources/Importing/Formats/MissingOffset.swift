import SPBasics

/// Dates and times that state no offset from UTC, which is told, as local times would be wrong by hours.
enum MissingOffset {
  /// What is told about them.
  /// - Parameter times: what they are, in the plural.
  static func note(on times: String) -> String { "\(times) state no offset from UTC, and are taken as UTC" }

  /// The same if the first of them states none; nil if it does, or is no date and time.
  static func note(on times: String, first text: String?) -> String? {
    guard let text, UTCTime.seconds(text) != nil, UTCTime.seconds(text, needsZone: true) == nil else { return nil }
    return note(on: times)
  }
}
