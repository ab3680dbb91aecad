import SPBasics
import SPPipelines

/// Data for the page's script, as text that is safe within a script element.
enum ScriptData {
  /// JSON in which no character can end the element or begin a comment.
  ///
  /// `<`, `>` and `&` occur in JSON within strings only, where an escape stands for the same character. Source: HTML
  /// standard, "Restrictions for contents of script elements".
  static func text(_ value: JSONValue) -> String {
    let json = value.canonical
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count)
    for byte in json.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += Array("\\u003c".utf8)
      case UInt8(ascii: ">"): bytes += Array("\\u003e".utf8)
      case UInt8(ascii: "&"): bytes += Array("\\u0026".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
