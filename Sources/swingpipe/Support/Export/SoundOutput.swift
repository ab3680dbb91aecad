import Files
import FoundationEssentials
import Pipelines
import Plots
import Recordings

/// Writes the sound of `export --wav`, and reports it on standard error.
struct SoundOutput {
  private let recording: Recording
  /// The file; nil for standard output.
  private let path: String?

  /// - Parameter output: a `.wav` file or `-`; nil for one with the recording's identifier.
  init(_ recording: Recording, _ output: String?) {
    self.recording = recording
    path = output == "-" ? nil : output ?? RecordingFileName(recording.attributes.recordingID).text + ".wav"
  }

  /// Writes the sound, with labels beside it, and reports what was written.
  /// - Throws: ``OptionFault``, `OutputTarget.Fault` if something else is at the output's path, and what reading and
  ///   writing throw.
  func write(_ options: SoundOptions) throws {
    do {
      let sound = try SoundExport(recording, options)
      let software = "swingpipe \(ToolVersion.current)"
      guard let path else {
        return tell(try sound.forEachBlock(software: software) { StandardStreams.output(Data($0)) }, labels: nil)
      }
      let target = try OutputTarget.resolved(path, for: .sound)
      // Messages name it as the sound is named, whatever links lead to it.
      let track = String(path.dropLast(".wav".count)) + ".txt"
      let labels = try sound.labelTrack().map { _ in try OutputTarget.resolved(track, for: .labelTrack) }
      tell(try sound.write(to: target, labelsTo: labels, software: software), labels: labels.map { _ in track })
    } catch let fault as SoundExport.Fault {
      throw OptionFault(description: words(fault, options))
    }
  }

  private func words(_ fault: SoundExport.Fault, _ options: SoundOptions) -> String {
    switch fault {
    case .rateTooLow(let rate):
      "--sample-rate-hz is \(options.rateHz) and the recording has \(DecimalText.text(rate, significant: 5)) "
        + "Hz; expected no less"
    case .highPass(let error, let rate):
      "--high-pass-hz: \(error) at the recording's \(DecimalText.text(rate, significant: 5)) Hz"
    case .tooLong(let byteCount, let seconds):
      "\(recording.path): \(DecimalText.text(seconds / 3600, significant: 3)) h of sound would take "
        + "\(DecimalText.text(Double(byteCount) / 1e9, significant: 3)) GB, and a WAV file ends at 4.29 GB; "
        + "expected one --axis, or a lower --sample-rate-hz"
    case .otherLabels(let track):
      "\(track): holds other labels than the recording; expected another --output, or that file moved away"
    }
  }

  private func tell(_ outcome: SoundExport.Outcome, labels: String?) {
    let format = outcome.format
    let reason =
      switch outcome.scale {
      case .asked: "as asked for"
      case .statedRange: "the range that the recording states"
      case .powerOfTwo(let largest):
        "the power of two at or above the largest value, \(DecimalText.text(largest, significant: 4)) g"
      }
    let scale = DecimalText.text(outcome.fullScaleG, significant: 6)
    let length = DecimalText.text(Double(format.frameCount) / Double(format.rateHz), significant: 5)
    StandardStreams.error(
      "\(path.map { "exported to \($0)" } ?? "exported"): \(length) s, \(counted(format.channelCount, "channel")), "
        + "\(format.rateHz) Hz; full scale is \(scale) g, \(reason)" + (labels.map { "; labels in \($0)" } ?? ""))
    if outcome.clippedFrames > 0 {
      let clipped = DecimalText.text(100 * Double(outcome.clippedFrames) / Double(format.frameCount), significant: 2)
      StandardStreams.error(
        "warning: \(clipped) % of the sound lies beyond full scale and is clipped; a larger --full-scale-g keeps it")
    }
  }
}
