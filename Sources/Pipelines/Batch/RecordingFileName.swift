/// The name of a recording's output files: its identifier, with what file systems do not take written as `%XX`.
///
/// Letters (of any script), digits, spaces and most punctuation stay; `/`, `\`, `%`, control characters and a dot at the
/// start do not, so that different identifiers have different names and none leaves its folder or hides.
public struct RecordingFileName: Hashable, Sendable {
  /// The name, without an extension.
  public let text: String

  /// Makes the name of an identifier.
  public init(_ recordingID: String) {
    var text = ""
    for scalar in recordingID.unicodeScalars {
      let isHidden = scalar == "." && text.isEmpty
      let isUnsafe = scalar.value < 0x20 || scalar.value == 0x7F || "/\\%:".unicodeScalars.contains(scalar)
      if isHidden || isUnsafe {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        text += "%" + (hex.count < 2 ? "0" + hex : hex)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    self.text = text.isEmpty ? "%" : text
  }
}
