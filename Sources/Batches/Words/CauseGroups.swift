import SPPipelines

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
  /// - Returns: The number of recordings with a similar cause so far.
  @discardableResult
  mutating func add(_ cause: String, of recordingID: String) -> Int {
    let general = Self.general(cause, recordingID)
    guard let place = places[general] else {
      places[general] = all.count
      all.append((cause, [recordingID]))
      return 1
    }
    if all[place].cause != cause, !all[place].cause.hasSuffix(Self.others) { all[place].cause += Self.others }
    all[place].recordingIDs.append(recordingID)
    return all[place].recordingIDs.count
  }

  /// A cause without numbers and file names of one recording.
  static func general(_ cause: String, _ recordingID: String) -> String {
    let name = Array("/\(RecordingFileName(recordingID).text).".utf8)
    let bytes = Array(cause.utf8)
    var general: [UInt8] = []
    general.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == name[0], bytes[index...].starts(with: name) {
        general += "/<recording_id>.".utf8
        index += name.count
      } else if byte.isASCIIDigit, index == 0 || !bytes[index - 1].isPartOfWord {
        // A number; digits that are part of a word, such as HDF5, are none.
        general.append(UInt8(ascii: "#"))
        while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), bytes[index + 1].isASCIIDigit {
          index += 1
          while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
        }
      } else {
        general.append(byte)
        index += 1
      }
    }
    return String(decoding: general, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is part of a word; bytes of characters outside of ASCII count as letters.
  fileprivate var isPartOfWord: Bool { isASCIIDigit || isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 }
}
