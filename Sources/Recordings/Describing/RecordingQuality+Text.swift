import Foundation
import Signals

extension RecordingQuality {
  /// What was found of the conventions, with the best-fitting offset of the stamps; conventions that are wrong are among
  /// the faults.
  package var findings: [String] {
    let gravity = streams.compactMap { stream in
      stream.gravity.map { (stream.name, $0, stream.faults.contains { $0.kind == .gravityConvention }) }
    }
    return gravity.filter { !$0.2 }.map { "\($0.0): \($0.1.finding)" }
      + (acceleration.map { $0.convention == .layout ? [$0.finding] : [] } ?? []) + offset
  }

  private var offset: [String] {
    guard let offset = acceleration?.motionOffset else { return [] }
    let late = "\(fixed(1000 * abs(offset.seconds), 1)) ms \(offset.seconds < 0 ? "early" : "late")"
    let trust = offset.isReliable ? "" : ", not to be trusted"
    let correlation = (offset.correlation * 1000).rounded() / 1000
    return ["stamps of device_motion: \(late) against accelerometer's (correlation \(correlation)\(trust))"]
  }
}

extension QualityFault {
  /// What is wrong, where, and the first few moments.
  package var line: String {
    let place = [stream.rawValue, dataset, channels.joined(separator: ", ")].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " ")
    guard !first.isEmpty else { return "\(place): \(text)" }
    let shown = first.prefix(2).map { "\(fixed($0.timeS, 3)) s (row \($0.row))" }
    let more = first.count > shown.count ? ", ..." : ""
    return "\(place): \(text), at \(shown.joined(separator: ", "))\(more)"
  }
}

private func fixed(_ value: Double, _ digits: Int) -> String {
  value.formatted(
    .number.precision(.fractionLength(digits)).grouping(.never).locale(.init(identifier: "en_US_POSIX")))
}
