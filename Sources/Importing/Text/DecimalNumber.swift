import Glibc

/// Reads decimal numbers from bytes: correctly rounded, as `strtod` does, at some ten times its speed.
///
/// Up to 19 digits are taken as one integer. If the integer and its power of ten are exact as Double, one
/// multiplication or division gives the value. Otherwise, the product with a reciprocal of 128 bits gives the value (D.
/// Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51 (2021) 1700). `strtod` reads
/// numbers for which neither method works.
struct DecimalNumber {
  /// The value, rounded to nearest, ties to even.
  var value: Double
  /// The place of the number's text in memory, for reading the number again; valid as long as the text.
  private var start: UnsafePointer<UInt8>
  private var byteCount: Int
  private var point: UInt8

  /// How many bytes must follow the text: reading eight digits at a time looks at bytes after its end.
  static let padding = 16

  /// Reads a number and moves the cursor after it. Without a number it returns nil, and the cursor stays.
  ///
  /// - Parameters:
  ///   - cursor: A place in a text that is followed by `padding` bytes other than digits.
  ///   - point: The decimal point.
  ///   - shift: The exponent of a power of ten by which the number is multiplied before it is rounded.
  @inline(__always)
  init?(at cursor: inout UnsafePointer<UInt8>, point: UInt8, shift: Int = 0) {
    var place = cursor
    let isNegative = place.pointee == UInt8(ascii: "-")
    if isNegative || place.pointee == UInt8(ascii: "+") { place += 1 }
    let first = place
    var mantissa: UInt64 = 0
    Self.readDigits(&place, into: &mantissa)
    var digits = place - first
    var exponent = shift
    if place.pointee == point {
      place += 1
      let fraction = place
      Self.readDigits(&place, into: &mantissa)
      digits += place - fraction
      exponent -= place - fraction
    }
    guard digits > 0 else { return nil }
    if place.pointee | 0x20 == UInt8(ascii: "e") { Self.readExponent(&place, into: &exponent) }
    start = cursor
    byteCount = place - cursor
    self.point = point
    let isWhole = digits <= 19 || Self.significantDigits(from: first, digits, point: point) <= 19
    let magnitude = isWhole ? Self.magnitude(mantissa, exponent) : nil
    value = 0
    if let magnitude {
      value = isNegative ? -magnitude : magnitude
    } else {
      value = Self.readSlowly(start, byteCount, point: point, shift: shift)
    }
    cursor = place
  }

  /// The number as Float, rounded once. Only for numbers that were read with a shift of 0.
  ///
  /// Conversion by way of Double would round twice, which is wrong if the first rounding ends midway between two
  /// Floats.
  @inline(__always)
  var float: Float {
    let isMidway = value.significandBitPattern & 0x1FFF_FFFF == 0x1000_0000
    return isMidway ? floatReadAnew : Float(value)
  }

  private var floatReadAnew: Float {
    Self.withText(start, byteCount, point: point) { strtof($0, nil) }
  }

  // MARK: Digits

  @inline(__always)
  private static func readDigits(_ place: inout UnsafePointer<UInt8>, into mantissa: inout UInt64) {
    while true {
      let eight = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
      guard isEightDigits(eight) else { break }
      mantissa = mantissa &* 100_000_000 &+ value(ofEightDigits: eight)
      place += 8
    }
    while true {
      let digit = place.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      place += 1
    }
  }

  @inline(__always)
  private static func isEightDigits(_ word: UInt64) -> Bool {
    let upper: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    return (word & upper) | (((word &+ 0x0606_0606_0606_0606) & upper) >> 4) == 0x3333_3333_3333_3333
  }

  /// Combines digits to pairs, then to fours and to all eight, many at once in each multiplication.
  @inline(__always)
  private static func value(ofEightDigits word: UInt64) -> UInt64 {
    var word = word &- 0x3030_3030_3030_3030
    word = word &* 10 &+ (word >> 8)
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    return ((word & mask) &* 0x000F_4240_0000_0064 &+ ((word >> 16) & mask) &* 0x0000_2710_0000_0001) >> 32
  }

  /// Reads an exponent and adds it. Without digits, the exponent does not count, and the cursor stays before its
  /// letter.
  private static func readExponent(_ place: inout UnsafePointer<UInt8>, into exponent: inout Int) {
    var end = place + 1
    let isNegative = end.pointee == UInt8(ascii: "-")
    if isNegative || end.pointee == UInt8(ascii: "+") { end += 1 }
    guard end.pointee &- UInt8(ascii: "0") < 10 else { return }
    var stated = 0
    while true {
      let digit = end.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      stated = min(stated * 10 + Int(digit), 100_000)
      end += 1
    }
    exponent += isNegative ? -stated : stated
    place = end
  }

  private static func significantDigits(from first: UnsafePointer<UInt8>, _ digits: Int, point: UInt8) -> Int {
    var (place, left) = (first, digits)
    while left > 0, place.pointee == UInt8(ascii: "0") || place.pointee == point {
      if place.pointee != point { left -= 1 }
      place += 1
    }
    return left
  }

  // MARK: Rounding

  /// A mantissa times a power of ten, correctly rounded; nil if neither fast method can compute it.
  @inline(__always)
  private static func magnitude(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    if mantissa < 1 << 53, -22...22 ~= exponent {
      let power = powersOfTen[abs(exponent)]
      return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }
    if mantissa == 0 { return 0 }
    guard exponent < 0 else { return exponent == 0 ? Double(mantissa) : nil }
    return -exponent <= ReciprocalPowersOfFive.count ? quotient(mantissa, -exponent) : nil
  }

  /// A mantissa divided by a power of ten, correctly rounded, from the product with the upper 64 bits of the
  /// reciprocal. The lower 64 bits are added only if the upper 64 bits do not decide the rounding.
  private static func quotient(_ mantissa: UInt64, _ power: Int) -> Double {
    let zeros = mantissa.leadingZeroBitCount
    let normal = mantissa << UInt64(zeros)
    var product = normal.multipliedFullWidth(by: ReciprocalPowersOfFive.words[2 * power - 2])
    if product.high & 0x1FF == 0x1FF {
      let more = normal.multipliedFullWidth(by: ReciprocalPowersOfFive.words[2 * power - 1])
      let (low, carries) = product.low.addingReportingOverflow(more.high)
      product = (carries ? product.high + 1 : product.high, low)
    }
    let upper = Int(product.high >> 63)
    let shift = UInt64(upper + 9)
    var bits = product.high >> shift
    // Midway between two Doubles, which only small powers of five allow: round to the even Double.
    if product.low <= 1, power <= 4, bits & 3 == 1, bits << shift == product.high { bits &= ~1 }
    bits = (bits + (bits & 1)) >> 1
    // 217,706 / 2^16 is the binary logarithm of ten.
    let exponent = ((-power * 217_706) >> 16) + 63 + upper - zeros
    // Rounding up may have carried into one more bit. Adding, rather than OR, lets it carry into the exponent.
    return Double(bitPattern: UInt64(exponent + 1022) << 52 + bits)
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private static func readSlowly(
    _ start: UnsafePointer<UInt8>, _ byteCount: Int, point: UInt8, shift: Int
  ) -> Double {
    withText(start, byteCount, point: point) { text in
      guard shift != 0 else { return strtod(text, nil) }
      // strtod reads only one exponent, so the shift is added to the exponent in the text.
      let parts = String(cString: text).lowercased().split(separator: "e", maxSplits: 1)
      let written = parts.count > 1 ? parts[1] : "0"
      let furthest = written.hasPrefix("-") ? -100_000 : 100_000
      let stated = max(-100_000, min(Int(written) ?? furthest, 100_000))
      return strtod("\(parts[0])e\(stated + shift)", nil)
    }
  }

  private static func withText<Result>(
    _ start: UnsafePointer<UInt8>, _ byteCount: Int, point: UInt8, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let bytes = UnsafeBufferPointer(start: start, count: byteCount)
    let text = bytes.map { $0 == point ? CChar(bitPattern: UInt8(ascii: ".")) : CChar(bitPattern: $0) } + [0]
    return text.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }
}
