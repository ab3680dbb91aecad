/// Causes of failures with the recordings that have them.
///
/// Causes that differ only in numbers, such as a file's size, or in the recording's name count as one; the first is
/// shown.
struct CauseGroups {
  /// The groups, in the order of the first cause of each.
  private(set) var all: [(cause: String, recordingIDs: [String])] = []
  private var places: [String: Int] = [:]

  private static let others = ", and the like"

  /// Adds the cause of a recording.
  mutating func add(_ cause: String, of recordingID: String) {
    let general = Self.general(cause, recordingID)
    guard let place = places[general] else {
      places[general] = all.count
      return all.append((cause, [recordingID]))
    }
    if all[place].cause != cause, !all[place].cause.hasSuffix(Self.others) { all[place].cause += Self.others }
    all[place].recordingIDs.append(recordingID)
  }

  /// A cause without numbers and file names of one recording.
  static func general(_ cause: String, _ recordingID: String) -> String {
    // Digits that are part of a word, such as HDF5, are not numbers.
    cause.replacing("/\(RecordingFileName(recordingID).text).", with: "/<recording_id>.")
      .replacing(/\b\d+(\.\d+)?/, with: "#")
  }
}
