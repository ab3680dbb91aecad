import Swingpipe

/// Swings that follow each other without a long pause.
struct Rally: Hashable, Sendable {
  /// The swings, by time; never empty.
  var swings: [LabelledSwing]

  /// Start of the first swing, in s.
  var startTime: Double { swings[0].swing.startTime }
  /// Time from there to the anchor of the last swing, in s.
  var durationS: Double { swings[swings.count - 1].swing.anchorTime - startTime }
  /// How many swings met the ball.
  var hits: Int { swings.count { $0.label == .hit } }

  /// Parts swings, by time, wherever more than a pause lies between the anchors of two of them.
  static func rallies(in swings: [LabelledSwing], maxPauseS: Double) -> [Rally] {
    var rallies: [Rally] = []
    for swing in swings {
      if let last = rallies.last?.swings.last, swing.swing.anchorTime - last.swing.anchorTime <= maxPauseS {
        rallies[rallies.count - 1].swings.append(swing)
      } else {
        rallies.append(Rally(swings: [swing]))
      }
    }
    return rallies
  }
}
