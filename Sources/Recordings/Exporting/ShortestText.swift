/// Numbers as the shortest decimal text that reads back as the same number, bit for bit.
///
/// The standard library finds the digits (its descriptions are the shortest that read back: see SwiftDtoa.cpp in the
/// Swift runtime); this type only drops the `.0` of whole numbers and writes nothing for missing values.
enum ShortestText {
  /// The lengths of the longest texts, in bytes: `-1.17549435e-38` and `-2.2250738585072014e-308`.
  static let longestFloat = 15
  static let longestDouble = 24

  /// Writes a number: nothing for NaN, `inf` or `-inf` for infinity.
  /// - Parameter place: memory with room for the longest text.
  /// - Returns: the number of bytes written.
  static func put(_ value: Float, at place: UnsafeMutablePointer<UInt8>) -> Int {
    value.isNaN ? 0 : put(value.description, at: place)
  }

  /// Writes a number in the same way as for a `Float`.
  static func put(_ value: Double, at place: UnsafeMutablePointer<UInt8>) -> Int {
    value.isNaN ? 0 : put(value.description, at: place)
  }

  /// The text of a number, empty for NaN.
  static func text(_ value: Double) -> String {
    String(unsafeUninitializedCapacity: longestDouble) { buffer in
      buffer.baseAddress.map { put(value, at: $0) } ?? 0
    }
  }

  private static func put(_ description: consuming String, at place: UnsafeMutablePointer<UInt8>) -> Int {
    description.withUTF8 { text in
      let isWhole = text.suffix(2).elementsEqual(".0".utf8)
      let count = text.count - (isWhole ? 2 : 0)
      if let first = text.baseAddress { place.update(from: first, count: count) }
      return count
    }
  }
}
