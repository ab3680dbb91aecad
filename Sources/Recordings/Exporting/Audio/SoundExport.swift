import Files
import FoundationEssentials
import Glibc
import Signals

/// The acceleration of a recording as a WAV file with a label track, or as the bytes of a WAV file.
///
/// ```swift
/// let sound = try SoundExport(Recording(opening: "court-1.h5"))
/// let written = try sound.write(to: "court-1.wav", labelsTo: "court-1.txt", software: "my tool")
/// ```
public struct SoundExport {
  /// The sound.
  public let audio: AccelerationAudio
  private let recording: Recording
  private let options: SoundOptions
  private let statedRangeG: Double?

  /// Why a sound cannot be made.
  public enum Fault: Error, Sendable {
    /// The sound has a lower rate than the recording.
    case rateTooLow(recordedHz: Double)
    /// The high-pass cannot be designed for the rate of the recording, in Hz.
    case highPass(FilterDesignError, recordedHz: Double)
    /// The file would be longer than a WAV file can be.
    case tooLong(byteCount: Int, seconds: Double)
    /// A label track with other labels, perhaps edited by hand, is at the path.
    case otherLabels(path: String)
  }

  /// How the full scale was chosen.
  public enum Scale: Hashable, Sendable {
    /// It was requested.
    case asked
    /// It is the range that the recording states.
    case statedRange
    /// It is the next power of two from the recording's largest value, which is given in g.
    case powerOfTwo(largestG: Double)
  }

  /// The result of writing.
  public struct Outcome: Hashable, Sendable {
    /// Length, rate and channels.
    public let format: WaveFormat
    /// The acceleration of the largest sample, in g.
    public let fullScaleG: Double
    /// How that was chosen.
    public let scale: Scale
    /// The number of frames clipped at full scale.
    public let clippedFrames: Int
  }

  /// A sound that is longer than this, in s, is rejected if at most this fraction of it was recorded.
  private static let (mostlySilentS, recordedFraction) = (3600.0, 0.01)

  /// Prepares a recording; its samples are not read yet.
  /// - Throws: ``NotRecorded`` without an acceleration, ``Fault`` for a rate that is too low or an edge that the
  ///   recording's rate does not allow, ``RecordingError`` for hours with seconds of samples in them, as a damaged
  ///   timestamp makes, and what reading timestamps throws.
  public init(_ recording: Recording, _ options: SoundOptions = SoundOptions()) throws {
    self.recording = recording
    self.options = options
    guard let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration"), stream.count > 0
    else {
      let names = recording.streams.keys.sorted().map(\.rawValue).joined(separator: ", ")
      let there = recording.streams[.accelerometer] == nil ? "it has \(names.isEmpty ? "none" : names)" : "it is empty"
      throw NotRecorded("\(recording.path): has no samples in the stream accelerometer to make sound of; \(there)")
    }
    statedRangeG = stream.rangeG.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    let rate = acceleration.timeBase.rate
    guard Double(options.rateHz) >= rate.rounded(.down) else { throw Fault.rateTooLow(recordedHz: rate) }
    do {
      audio = try AccelerationAudio(
        acceleration, channels: options.channels, rateHz: options.rateHz, highPassHz: options.highPassHz)
    } catch let error as FilterDesignError {
      throw Fault.highPass(error, recordedHz: rate)
    }
    let recordedS = Double(acceleration.count) / rate
    if audio.durationS > Self.mostlySilentS, recordedS <= Self.recordedFraction * audio.durationS {
      throw RecordingError(
        path: recording.path, object: StreamName.accelerometer.rawValue,
        "the timestamps span \(Int(audio.durationS.rounded())) s, with samples for \(Int(recordedS.rounded())) s of it: "
          + "nearly all of the sound would be silence; swingpipe check says where the clock jumps")
    }
  }

  /// The recording's labels as a label track for Audacity, timed from the start of the sound; nil without
  /// any.
  /// - Throws: what reading the labels throws.
  public func labelTrack() throws -> String? {
    let text = try recording.annotations().map { AudacityTrack.text($0, from: audio.start) }
    return text?.isEmpty == true ? nil : text
  }

  /// Writes the sound to a file, and then the labels, if there are any; each file appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: the file, which is replaced.
  ///   - labelsPath: the file of the label track; nil for none. A file with other labels is kept.
  ///   - software: the program that makes the file, with its version.
  /// - Throws: ``Fault`` for a sound that is too long and for other labels, `FileError`, and what reading the recording
  ///   throws.
  public func write(to path: String, labelsTo labelsPath: String?, software: String) throws -> Outcome {
    let track = try labelTrack().flatMap { text in labelsPath.map { (path: $0, bytes: Array(text.utf8)) } }
    if let track, let present = FileManager.default.contents(atPath: track.path), present != Data(track.bytes) {
      throw Fault.otherLabels(path: track.path)
    }
    try checkLength()
    let pending = try PendingFile(for: path)
    let file = try OutputFile(pending)
    let outcome = try forEachBlock(software: software) { try file.write($0) }
    try file.close()
    try pending.commit()
    if let track { try WholeFile.write(track.bytes, to: track.path) }
    return outcome
  }

  /// Makes the bytes of the file, a block at a time, as for a pipe.
  ///
  /// - Parameters:
  ///   - software: the program that makes the file, with its version.
  ///   - write: takes the blocks in order, the header first.
  /// - Throws: ``Fault`` for a sound that is too long, and what reading the recording and `write` throw.
  public func forEachBlock(software: String, _ write: ([UInt8]) throws -> Void) throws -> Outcome {
    try checkLength()
    let (fullScaleG, scale) = try fullScale()
    let format = audio.format(fullScaleG: fullScaleG, of: recording.attributes, software: software)
    try write(format.header)
    let clippedFrames = try audio.forEachBlock(fullScaleG: fullScaleG, write)
    return Outcome(format: format, fullScaleG: fullScaleG, scale: scale, clippedFrames: clippedFrames)
  }

  private func checkLength() throws {
    let byteCount = audio.format(fullScaleG: 1, of: recording.attributes, software: "").byteCount
    guard byteCount > WaveFormat.largestByteCount else { return }
    throw Fault.tooLong(byteCount: byteCount, seconds: audio.durationS)
  }

  private func fullScale() throws -> (g: Double, scale: Scale) {
    if let asked = options.fullScaleG { return (asked, .asked) }
    if let statedRangeG { return (statedRangeG, .statedRange) }
    let largest = try Double(audio.largest())
    // A power of two gives round numbers for the steps of the sound and the values read off it.
    return (largest > 0 ? exp2(log2(largest).rounded(.up)) : 1, .powerOfTwo(largestG: largest))
  }
}

/// Options for making sound from a recording's acceleration.
public struct SoundOptions: Hashable, Sendable {
  /// The channels of the sound.
  public var channels = AccelerationAudio.Channels.xyz
  /// Samples per second; the default is ``usualRateHz``.
  public var rateHz = Self.usualRateHz
  /// The lower edge of the pass band, in Hz; nil without a high-pass.
  public var highPassHz: Double?
  /// The acceleration of the largest sample, in g; nil to choose it from the recording.
  public var fullScaleG: Double?

  /// A rate that every program can play, in Hz.
  public static let usualRateHz = 8000

  /// Makes the default: all three axes as recorded.
  public init() {}
}

extension OutputTarget.Kind {
  /// A WAV file, by the identifier and the type of its outermost chunk.
  public static let sound = Self(name: "WAV file", maxBytes: 12) { start in
    start.starts(with: "RIFF".utf8) && start.suffix(4).elementsEqual("WAVE".utf8)
  }

  /// A label track of Audacity, by its first line: two numbers and a text.
  public static let labelTrack = Self(name: "label track", maxBytes: 256) { start in
    let line = String(decoding: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    return start.isEmpty || (fields.count == 3 && fields.prefix(2).allSatisfy { Double($0) != nil })
  }
}
