/// The checks that a swing has passed, in order, as text made on demand.
///
/// A day of a recording has tens of thousands of swings, of which few are shown: keeping the objects that checked
/// them takes less memory than keeping the text.
struct SwingHistory: Sendable {
  /// The swing as it was judged, if it has been changed since: the checks refer to it.
  var asJudged: Swing?
  /// The comparison of its burst with the recording's swings; nil for a swing of an impact.
  var burst: BurstCheck?
  /// The judge, which makes the checks from the swing as it was judged; nil if they are in ``told``.
  var judge: SwingJudge.Telling?
  /// The comparison with the recording's other swings with an impact.
  var peers: PeerComparison?
  /// Checks made earlier.
  var told: [SwingCheck] = []

  /// The judge, if there is nothing else; otherwise nil.
  var onlyJudge: SwingJudge.Telling? {
    asJudged == nil && burst == nil && peers == nil && told.isEmpty ? judge : nil
  }

  /// The checks of a swing.
  func checks(of swing: Swing) -> [SwingCheck] {
    var checks = asJudged?.checks ?? []
    if let burst { checks += burst.checks }
    checks += told
    if let judge { checks += judge.checks(of: swing) }
    if let peers { checks.append(peers.check(peakRate: swing.peakRate)) }
    return checks
  }
}

/// The median of a recording's swings with an impact, and the resulting smallest peak rate.
final class PeerComparison: Sendable {
  /// The origin of the bound.
  private let remark: String
  /// Smallest peak rate, in rad/s.
  let needed: Double

  init(fraction: Double, typical: Double, count: Int) {
    remark = "\(fraction) of the median of the recording's \(count) swings with an impact"
    needed = fraction * typical
  }

  /// The check of a swing with this peak rate, in rad/s.
  func check(peakRate: Double) -> SwingCheck {
    SwingCheck(
      "peak rate along gravity", abs(peakRate), unit: "rad/s", lowest: needed, remark: self.remark)
  }

  /// Why a swing with this peak rate is rejected.
  func explanation(peakRate: Double) -> String {
    """
    the wrist turns at \(abs(peakRate).text(places: 1)) rad/s; expected at least \(needed.text(places: 1)), as the \
    recording's swings do
    """
  }
}
