/// What HDF5's shuffle filter does to a chunk, and undoing it: it stores the first bytes of all elements, then their
/// second bytes, and so on, which compresses better.
public enum ByteShuffle {
  /// Puts the bytes of elements together again.
  ///
  /// Bytes at the end that make up no whole element are copied as they are, as the filter leaves them.
  /// - Parameters:
  ///   - bytes: the shuffled bytes.
  ///   - elementByteCount: bytes of an element, at least 1.
  ///   - output: as many bytes, elsewhere in memory, aligned as its elements are.
  public static func unshuffle(
    _ bytes: UnsafeRawBufferPointer, elementByteCount: Int, into output: UnsafeMutableRawBufferPointer
  ) {
    precondition(elementByteCount >= 1 && bytes.count == output.count, "bytes that do not fit their output")
    guard let source = bytes.baseAddress, let target = output.baseAddress else { return }
    let count = bytes.count / elementByteCount
    let planes = source.assumingMemoryBound(to: UInt8.self)
    switch elementByteCount {
    case 4: join4(planes, count, into: target.assumingMemoryBound(to: UInt32.self))
    case 8: join8(planes, count, into: target.assumingMemoryBound(to: UInt64.self))
    default: join(planes, count, elementByteCount, into: target.assumingMemoryBound(to: UInt8.self))
    }
    let rest = count * elementByteCount
    if rest < bytes.count { (target + rest).copyMemory(from: source + rest, byteCount: bytes.count - rest) }
  }

  /// Sorts the bytes of elements by their place in the element.
  ///
  /// Bytes at the end that make up no whole element are copied as they are, as the filter leaves them.
  /// - Parameters:
  ///   - bytes: whole elements.
  ///   - elementByteCount: bytes of an element, at least 1.
  ///   - output: as many bytes, elsewhere in memory.
  public static func shuffle(
    _ bytes: UnsafeRawBufferPointer, elementByteCount: Int, into output: UnsafeMutableRawBufferPointer
  ) {
    precondition(elementByteCount >= 1 && bytes.count == output.count, "bytes that do not fit their output")
    guard let source = bytes.baseAddress, let target = output.baseAddress else { return }
    let count = bytes.count / elementByteCount
    let planes = target.assumingMemoryBound(to: UInt8.self)
    switch elementByteCount {
    case 4: split(source.assumingMemoryBound(to: UInt32.self), count, into: planes)
    case 8: split(source.assumingMemoryBound(to: UInt64.self), count, into: planes)
    default: split(source.assumingMemoryBound(to: UInt8.self), count, elementByteCount, into: planes)
    }
    let rest = count * elementByteCount
    if rest < bytes.count { (target + rest).copyMemory(from: source + rest, byteCount: bytes.count - rest) }
  }

  private static func split<Word: FixedWidthInteger>(
    _ words: UnsafePointer<Word>, _ count: Int, into planes: UnsafeMutablePointer<UInt8>
  ) {
    for plane in 0..<MemoryLayout<Word>.size {
      let bytes = planes + plane * count
      for index in 0..<count {
        bytes[index] = UInt8(truncatingIfNeeded: words[index].littleEndian &>> Word(truncatingIfNeeded: 8 * plane))
      }
    }
  }

  private static func split(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ width: Int, into planes: UnsafeMutablePointer<UInt8>
  ) {
    for plane in 0..<width {
      let output = planes + plane * count
      for index in 0..<count { output[index] = bytes[index * width + plane] }
    }
  }

  // Plain loops over a known number of planes: the compiler makes SIMD of them.

  private static func join4(_ planes: UnsafePointer<UInt8>, _ count: Int, into output: UnsafeMutablePointer<UInt32>) {
    let (second, third, fourth) = (planes + count, planes + 2 * count, planes + 3 * count)
    for index in 0..<count {
      let low = UInt32(planes[index]) | UInt32(second[index]) &<< 8
      let high = UInt32(third[index]) | UInt32(fourth[index]) &<< 8
      output[index] = UInt32(littleEndian: low | high &<< 16)
    }
  }

  private static func join8(_ planes: UnsafePointer<UInt8>, _ count: Int, into output: UnsafeMutablePointer<UInt64>) {
    let (p1, p2, p3) = (planes + count, planes + 2 * count, planes + 3 * count)
    let (p4, p5, p6, p7) = (planes + 4 * count, planes + 5 * count, planes + 6 * count, planes + 7 * count)
    for index in 0..<count {
      let a = UInt32(planes[index]) | UInt32(p1[index]) &<< 8
      let b = UInt32(p2[index]) | UInt32(p3[index]) &<< 8
      let c = UInt32(p4[index]) | UInt32(p5[index]) &<< 8
      let d = UInt32(p6[index]) | UInt32(p7[index]) &<< 8
      output[index] = UInt64(littleEndian: UInt64(a | b &<< 16) | UInt64(c | d &<< 16) &<< 32)
    }
  }

  private static func join(
    _ planes: UnsafePointer<UInt8>, _ count: Int, _ width: Int, into output: UnsafeMutablePointer<UInt8>
  ) {
    for plane in 0..<width {
      let bytes = planes + plane * count
      for index in 0..<count { output[index * width + plane] = bytes[index] }
    }
  }
}
