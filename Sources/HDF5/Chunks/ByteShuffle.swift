/// HDF5's shuffle filter and its inverse.
///
/// The filter stores the first bytes of all elements, then their second bytes, and so on, which compresses better.
package enum ByteShuffle {
  /// Puts the bytes of elements together again.
  ///
  /// Bytes at the end that do not form a whole element are copied unchanged, as in HDF5's filter.
  /// - Parameters:
  ///   - bytes: The shuffled bytes.
  ///   - elementByteCount: Bytes of an element, at least 1.
  ///   - output: As many bytes, elsewhere in memory, aligned for the elements.
  package static func unshuffle(
    _ bytes: UnsafeRawBufferPointer, elementByteCount: Int, into output: UnsafeMutableRawBufferPointer
  ) {
    precondition(elementByteCount >= 1 && bytes.count == output.count, "bytes that do not fit their output")
    guard let source = bytes.baseAddress, let target = output.baseAddress else { return }
    let count = bytes.count / elementByteCount
    let planes = source.assumingMemoryBound(to: UInt8.self)
    switch elementByteCount {
    case 4: join4(planes, count, into: target)
    case 8: join8(planes, count, into: target)
    default: join(planes, 0..<count, of: count, elementByteCount, into: target)
    }
    let rest = count * elementByteCount
    if rest < bytes.count { (target + rest).copyMemory(from: source + rest, byteCount: bytes.count - rest) }
  }

  /// Sorts the bytes of elements by their position in the element.
  ///
  /// Bytes at the end that do not form a whole element are copied unchanged, as in HDF5's filter.
  /// - Parameters:
  ///   - bytes: The bytes of the elements, aligned for them.
  ///   - elementByteCount: Bytes of an element, at least 1.
  ///   - output: As many bytes, elsewhere in memory.
  package static func shuffle(
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

  // Interleaving two planes at a time makes words of bytes, then words of words. Each step is one instruction for 16
  // bytes. A loop over the elements would shift and join every byte separately.

  private static func join4(_ planes: UnsafePointer<UInt8>, _ count: Int, into output: UnsafeMutableRawPointer) {
    var index = 0
    while index + 16 <= count {
      let low = words(planes, 0, count, index)
      let high = words(planes, 2, count, index)
      output.storeBytes(of: interleaved(low, high), toByteOffset: 4 * index, as: SIMD32<UInt16>.self)
      index += 16
    }
    join(planes, index..<count, of: count, 4, into: output)
  }

  private static func join8(_ planes: UnsafePointer<UInt8>, _ count: Int, into output: UnsafeMutableRawPointer) {
    var index = 0
    while index + 16 <= count {
      let low = interleaved(words(planes, 0, count, index), words(planes, 2, count, index))
      let high = interleaved(words(planes, 4, count, index), words(planes, 6, count, index))
      let elements = interleaved(
        unsafeBitCast(low, to: SIMD16<UInt32>.self), unsafeBitCast(high, to: SIMD16<UInt32>.self))
      output.storeBytes(of: elements, toByteOffset: 8 * index, as: SIMD32<UInt32>.self)
      index += 16
    }
    join(planes, index..<count, of: count, 8, into: output)
  }

  /// 16 bytes of a plane, interleaved with 16 bytes of the next plane.
  @inline(__always)
  private static func words(
    _ planes: UnsafePointer<UInt8>, _ plane: Int, _ count: Int, _ index: Int
  ) -> SIMD16<UInt16> {
    let bytes = UnsafeRawPointer(planes + plane * count + index)
    let pairs = interleaved(
      bytes.loadUnaligned(as: SIMD16<UInt8>.self), (bytes + count).loadUnaligned(as: SIMD16<UInt8>.self))
    return unsafeBitCast(pairs, to: SIMD16<UInt16>.self)
  }

  @inline(__always)
  private static func interleaved<Scalar: SIMDScalar>(
    _ first: SIMD16<Scalar>, _ second: SIMD16<Scalar>
  ) -> SIMD32<Scalar> {
    var both = SIMD32<Scalar>()
    both.evenHalf = first
    both.oddHalf = second
    return both
  }

  private static func join(
    _ planes: UnsafePointer<UInt8>, _ elements: Range<Int>, of count: Int, _ width: Int,
    into output: UnsafeMutableRawPointer
  ) {
    let output = output.assumingMemoryBound(to: UInt8.self)
    for plane in 0..<width {
      let bytes = planes + plane * count
      for index in elements { output[index * width + plane] = bytes[index] }
    }
  }
}
