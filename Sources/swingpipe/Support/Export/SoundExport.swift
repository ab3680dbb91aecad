import ArgumentParser
import Files
import Foundation
import Pipelines
import Plots
import Recordings
import Signals

/// What of a recording's acceleration sounds, and how.
struct SoundSettings: Sendable {
  var channels: AccelerationAudio.Channels
  var rateHz: Int
  var highPassHz: Double?
  /// The acceleration of the largest sample, in g; nil for what suits the recording.
  var fullScaleG: Double?
}

/// Writes the acceleration of a recording as a WAV file with its labels beside it, or to standard output.
struct SoundExport {
  private let recording: Recording
  private let settings: SoundSettings
  private let audio: AccelerationAudio
  private let statedRangeG: Double?
  /// Nil for standard output.
  private let path: String?

  /// - Parameter output: a `.wav` file or `-`; nil for one with the recording's identifier.
  /// - Throws: ``NothingThere`` without an acceleration, ``OptionFault`` for a rate that is too low or an edge that the
  ///   recording's rate does not allow, and what reading stamps throws.
  init(_ recording: Recording, _ settings: SoundSettings, output: String?) throws {
    self.recording = recording
    self.settings = settings
    path = output == "-" ? nil : output ?? RecordingFileName(recording.attributes.recordingID).text + ".wav"
    guard let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration"), stream.count > 0
    else {
      let names = recording.streams.keys.sorted().map(\.rawValue).joined(separator: ", ")
      let there = recording.streams[.accelerometer] == nil ? "it has \(names.isEmpty ? "none" : names)" : "it is empty"
      throw NothingThere(
        description: "\(recording.path): has no samples in the stream accelerometer to make sound of; \(there)")
    }
    statedRangeG = stream.rangeG.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    let rate = acceleration.timeBase.rate
    guard Double(settings.rateHz) >= rate.rounded(.down) else {
      throw OptionFault(
        description:
          "--sample-rate-hz is \(settings.rateHz) and the recording has \(DecimalText.text(rate, significant: 5)) "
          + "Hz; expected no less")
    }
    do {
      audio = try AccelerationAudio(
        acceleration, channels: settings.channels, rateHz: settings.rateHz, highPassHz: settings.highPassHz)
    } catch let error as FilterDesignError {
      throw OptionFault(
        description: "--high-pass-hz: \(error) at the recording's \(DecimalText.text(rate, significant: 5)) Hz")
    }
  }

  /// - Throws: ``OptionFault`` for a file that would be too long, what is in the way of the output, and what reading
  ///   and writing throw.
  func run() throws {
    let targets = try path.map { path in
      (sound: try OutputTarget.resolved(path, for: .sound), labels: try labels(beside: path))
    }
    try checkLength()
    let (fullScaleG, reason) = try fullScale()
    let format = audio.format(
      fullScaleG: fullScaleG, of: recording.attributes, software: "swingpipe \(ToolVersion.current)")
    var clippedFrames = 0
    if let targets {
      let pending = try PendingFile(for: targets.sound)
      let file = try OutputFile(pending)
      try file.write(format.header)
      clippedFrames = try audio.forEachBlock(fullScaleG: fullScaleG) { try file.write($0) }
      try file.close()
      try pending.commit()
      if let labels = targets.labels { try WholeFile.write(Array(labels.text.utf8), to: labels.path) }
    } else {
      StandardStreams.output(Data(format.header))
      clippedFrames = try audio.forEachBlock(fullScaleG: fullScaleG) { StandardStreams.output(Data($0)) }
    }
    tell(format, fullScaleG, reason, clippedFrames, labels: targets?.labels?.path)
  }

  /// The label track, where there is something to say in it, with the path to write it to.
  private func labels(beside path: String) throws -> (path: String, text: String)? {
    guard let labels = try recording.annotations() else { return nil }
    let text = AudacityTrack.text(labels, from: audio.start)
    guard !text.isEmpty else { return nil }
    let track = try OutputTarget.resolved(path.dropLast(".wav".count) + ".txt", for: .labelTrack)
    // A track that was made by hand is an afternoon's work.
    guard let present = FileManager.default.contents(atPath: track), present != Data(text.utf8) else {
      return (track, text)
    }
    throw OptionFault(
      description: "\(track): holds other labels than the recording; expected another --output, or that file moved away"
    )
  }

  private func checkLength() throws {
    let format = audio.format(fullScaleG: 1, of: recording.attributes, software: "")
    guard format.byteCount > WaveFormat.largestByteCount else { return }
    let gigabytes = DecimalText.text(Double(format.byteCount) / 1e9, significant: 3)
    let hours = DecimalText.text(Double(audio.frameCount) / Double(audio.rateHz) / 3600, significant: 3)
    throw OptionFault(
      description: "\(recording.path): \(hours) h of sound would take \(gigabytes) GB, and a WAV file ends at 4.29 GB; "
        + "expected one --axis, or a lower --sample-rate-hz")
  }

  /// What full scale stands for, and why.
  private func fullScale() throws -> (g: Double, reason: String) {
    if let asked = settings.fullScaleG { return (asked, "as asked for") }
    if let statedRangeG { return (statedRangeG, "the range that the recording states") }
    let largest = try Double(audio.largest())
    let reason = "the power of two from its largest value on, \(DecimalText.text(largest, significant: 4)) g"
    // A power of two makes steps of the sound, and values that are read off it, round numbers.
    return (largest > 0 ? exp2(log2(largest).rounded(.up)) : 1, reason)
  }

  private func tell(
    _ format: WaveFormat, _ fullScaleG: Double, _ reason: String, _ clippedFrames: Int, labels: String?
  ) {
    let scale = DecimalText.text(fullScaleG, significant: 6)
    let length = DecimalText.text(Double(format.frameCount) / Double(format.rateHz), significant: 5)
    StandardStreams.error(
      "\(path.map { "exported to \($0)" } ?? "exported"): \(length) s, \(counted(format.channelCount, "channel")), "
        + "\(format.rateHz) Hz; full scale is \(scale) g, \(reason)" + (labels.map { "; labels in \($0)" } ?? ""))
    if clippedFrames > 0 {
      let share = DecimalText.text(100 * Double(clippedFrames) / Double(format.frameCount), significant: 2)
      StandardStreams.error(
        "warning: \(share) % of the sound lies beyond full scale and is clipped; a larger --full-scale-g keeps it")
    }
  }
}

extension OutputTarget.Kind {
  /// A WAV file, by the identifier and the type of its outermost chunk.
  static let sound = Self(name: "WAV file", maxBytes: 12) { start in
    start.starts(with: "RIFF".utf8) && start.suffix(4).elementsEqual("WAVE".utf8)
  }

  /// A label track of Audacity, by its first line: two numbers and a text.
  static let labelTrack = Self(name: "label track", maxBytes: 256) { start in
    let line = String(decoding: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    return start.isEmpty || (fields.count == 3 && fields.prefix(2).allSatisfy { Double($0) != nil })
  }
}
