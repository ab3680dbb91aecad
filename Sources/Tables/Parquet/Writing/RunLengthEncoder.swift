/// Writes the hybrid of runs and packed bits in which Parquet stores levels and indices of dictionaries.
///
/// Source: the Parquet format, `Encodings.md`, "Run Length Encoding / Bit-Packing Hybrid".
enum RunLengthEncoder {
  /// The fewest bits that hold numbers up to `maximum`, at least 1.
  static func bitWidth(_ maximum: Int) -> Int { max(1, Int.bitWidth - maximum.leadingZeroBitCount) }

  /// Appends numbers of at most `bitWidth` bits.
  static func append<Value: FixedWidthInteger & UnsignedInteger>(
    _ values: UnsafeBufferPointer<Value>, bitWidth: Int, to bytes: inout [UInt8]
  ) {
    // A shorter run takes no fewer bytes than packed bits, counting the headers of the parts around it.
    let shortestRun = max(8, 32 / bitWidth)
    var start = 0
    var position = 0
    while position < values.count {
      let run = runLength(values, from: position)
      if run >= shortestRun {
        appendPacked(UnsafeBufferPointer(rebasing: values[start..<position]), bitWidth: bitWidth, to: &bytes)
        bytes.appendVarint(UInt64(run) << 1)
        let value = UInt64(values[position])
        for byte in 0..<(bitWidth + 7) / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(byte)))) }
        position += run
        start = position
      } else {
        position = min(position + 8, values.count)
      }
    }
    appendPacked(UnsafeBufferPointer(rebasing: values[start...]), bitWidth: bitWidth, to: &bytes)
  }

  private static func runLength<Value: FixedWidthInteger & UnsignedInteger>(
    _ values: UnsafeBufferPointer<Value>, from start: Int
  ) -> Int {
    let value = values[start]
    var end = start + 1
    while end < values.count, values[end] == value { end += 1 }
    return end - start
  }

  /// Appends groups of eight values; the last is padded with zeros.
  private static func appendPacked<Value: FixedWidthInteger & UnsignedInteger>(
    _ values: UnsafeBufferPointer<Value>, bitWidth: Int, to bytes: inout [UInt8]
  ) {
    guard !values.isEmpty else { return }
    let groups = (values.count + 7) / 8
    bytes.appendVarint(UInt64(groups) << 1 | 1)
    let end = bytes.count + groups * bitWidth
    var pending: UInt64 = 0
    var bits = 0
    for value in values {
      pending |= UInt64(value) << UInt64(bits)
      bits += bitWidth
      while bits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        bits -= 8
      }
    }
    if bits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    bytes.append(contentsOf: repeatElement(0, count: end - bytes.count))
  }
}
