import SPBasics
import SPRecordings

/// Labels as text, for the messages of commands.
package enum LabelWording {
  /// The number of labels of each kind: `2 hits, 1 miss`.
  package static func counts(_ labels: [Annotations.Label]) -> String {
    let nouns: [LabelKind: String] = [
      .hit: "hit", .miss: "miss", .ignore: "moment to ignore", .distractor: "distractor",
    ]
    let parts = Set(labels.map(\.kind)).sorted().map { kind in
      let count = labels.count { $0.kind == kind }
      return kind == .ignore && count > 1
        ? "\(count) moments to ignore" : counted(count, nouns[kind] ?? kind.rawValue)
    }
    return parts.isEmpty ? "no labels" : parts.joined(separator: ", ")
  }

  /// A label with its times, in the form that the command line accepts.
  ///
  /// - Parameters:
  ///   - label: the label.
  ///   - start: the start of the recording, in s on its clock; nil for times on that clock alone.
  package static func text(_ label: Annotations.Label, start: Double?) -> String {
    var text = "\(label.kind.rawValue) at \(seconds(label.time)) s"
    if let start { text += " (\(offset(label.time, from: start)))" }
    guard label.kind.set == .hitsAndMisses else {
      return text + (label.startTime.map { ", from \(seconds($0)) s" } ?? "")
    }
    return text + (label.startTime.map { ", started at \(seconds($0)) s" } ?? ", start not known")
  }

  /// A time on the recording's clock, in s, to 0.1 ms.
  package static func seconds(_ time: Double) -> String { String(printf: "%.4f", time) }

  /// A time after a moment, in s with its sign, to 0.1 ms.
  package static func offset(_ time: Double, from start: Double) -> String { String(printf: "%+.4f", time - start) }
}
