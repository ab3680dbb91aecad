/// A WAV file of 16-bit samples (PCM): the header and blocks of samples.
///
/// Every program can play and read 16 bits, Python's `wave` too: at a full scale of 16 g one step is 0.5 mg, less than
/// a wrist sensor's noise, and the file is half as long as with 32-bit floats. This type does not deal with files, so
/// that the bytes can go to a pipe. Source: Microsoft and IBM, "Multimedia Programming Interface and Data
/// Specifications 1.0" (1991), chapters 2 and 3.
public struct WaveFormat: Hashable, Sendable {
  /// A text about the sound, which editors show.
  public struct Fact: Hashable, Sendable {
    /// Its meaning: four characters, such as `INAM` for the name and `ICMT` for a comment.
    public var id: String
    /// The text.
    public var text: String

    /// Makes a text.
    public init(_ id: String, _ text: String) {
      precondition(id.utf8.count == 4, "\"\(id)\" is no identifier of a chunk")
      self.id = id
      self.text = text
    }
  }

  /// The number of channels, which are interleaved.
  public var channelCount: Int
  /// Samples of each channel per second.
  public var rateHz: Int
  /// Samples of each channel.
  public var frameCount: Int
  /// Texts about the sound.
  public var facts: [Fact]

  /// The largest possible size of a file, in bytes: lengths are 32-bit numbers.
  public static let largestByteCount = Int(UInt32.max)

  private static let sampleBytes = MemoryLayout<Int16>.stride
  private static let pcm = 1

  /// Describes a file.
  public init(channelCount: Int, rateHz: Int, frameCount: Int, facts: [Fact] = []) {
    self.channelCount = channelCount
    self.rateHz = rateHz
    self.frameCount = frameCount
    self.facts = facts
  }

  /// The length of the whole file, in bytes; it can be written up to ``largestByteCount``.
  public var byteCount: Int {
    let (bytes, overflow) = frameCount.multipliedReportingOverflow(by: frameBytes)
    return overflow ? .max : Int(clamping: UInt(bytes) + UInt(preamble.count + 8))
  }

  /// The bytes before the samples, for a file that is not too long.
  public var header: [UInt8] {
    precondition(byteCount <= Self.largestByteCount, "a WAV of \(byteCount) bytes")
    return preamble(fileBytes: byteCount) + Self.chunkHead("data", frameCount * frameBytes)
  }

  private var frameBytes: Int { channelCount * Self.sampleBytes }

  private var preamble: [UInt8] { preamble(fileBytes: 8) }

  private func preamble(fileBytes: Int) -> [UInt8] {
    let format =
      Self.bytes(UInt16(Self.pcm)) + Self.bytes(UInt16(channelCount)) + Self.bytes(UInt32(rateHz))
      + Self.bytes(UInt32(rateHz * frameBytes)) + Self.bytes(UInt16(frameBytes))
      + Self.bytes(UInt16(8 * Self.sampleBytes))
    let told = facts.flatMap { Self.chunk($0.id, Array($0.text.utf8) + [0]) }
    return Self.chunkHead("RIFF", fileBytes - 8) + Array("WAVE".utf8) + Self.chunk("fmt ", format)
      + (told.isEmpty ? [] : Self.chunk("LIST", Array("INFO".utf8) + told))
  }

  /// The bytes of a block of samples, given one array per channel.
  ///
  /// - Parameters:
  ///   - channels: values, rounded to the nearest step; NaN becomes 0.
  ///   - fullScale: the value of the largest sample and one step more; values beyond it are clipped.
  /// - Returns: the bytes, and the number of frames with a clipped value.
  public static func samples(_ channels: [[Float]], fullScale: Float) -> (bytes: [UInt8], clippedFrames: Int) {
    let frames = channels.first?.count ?? 0
    let steps = 32_768 / fullScale
    var clipped = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: frames * channels.count * sampleBytes) { bytes, count in
      for frame in 0..<frames {
        var isClipped = false
        for channel in channels {
          let value = (channel[frame] * steps).rounded()
          isClipped = isClipped || value < -32_768 || value > 32_767
          let sample = value.isNaN ? 0 : Int16(min(max(value, -32_768), 32_767))
          bytes[count] = UInt8(truncatingIfNeeded: sample)
          bytes[count + 1] = UInt8(truncatingIfNeeded: sample >> 8)
          count += sampleBytes
        }
        if isClipped { clipped += 1 }
      }
    }
    return (bytes, clipped)
  }

  /// A chunk, padded with a byte if its length is odd.
  private static func chunk(_ id: String, _ content: [UInt8]) -> [UInt8] {
    chunkHead(id, content.count) + content + (content.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func chunkHead(_ id: String, _ count: Int) -> [UInt8] { Array(id.utf8) + bytes(UInt32(count)) }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
