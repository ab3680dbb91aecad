/// The checks that a swing has passed, in order, put into words on demand.
///
/// A day of a recording has tens of thousands of swings, of which few are asked about: who checked them takes less
/// memory than what is said of it.
struct SwingHistory: Sendable {
  /// The swing as it was judged, where it has been changed since: what was checked is its own.
  var asJudged: Shared<Swing>?
  /// The comparison of its burst with the recording's swings; nil for a swing of an impact.
  var burst: BurstCheck?
  /// The judge, whose checks follow from the swing as it was judged; nil where they are ``told``.
  var judge: SwingJudge.Telling?
  /// The comparison with the recording's other swings with an impact.
  var peers: PeerComparison?
  /// Checks that were put into words before.
  var told: [SwingCheck] = []

  /// The checks of a swing.
  func checks(of swing: Swing) -> [SwingCheck] {
    (asJudged?.value.checks ?? []) + (burst?.checks ?? []) + told + (judge?.checks(of: swing) ?? [])
      + (peers.map { [$0.check(peakRate: swing.peakRate)] } ?? [])
  }
}

/// The median of a recording's swings with an impact, and what is asked of each beside it.
final class PeerComparison: Sendable {
  /// Where what is asked comes from.
  private let remark: String
  /// Smallest peak rate, in rad/s.
  let needed: Double

  init(share: Double, typical: Double, count: Int) {
    remark = "\(share) of the median of the recording's \(count) swings with an impact"
    needed = share * typical
  }

  /// What a swing with this peak rate, in rad/s, has passed or failed.
  func check(peakRate: Double) -> SwingCheck {
    SwingCheck(
      "peak rate along gravity", abs(peakRate), unit: "rad/s", lowest: needed, remark: remark)
  }

  /// Why a swing with this peak rate is rejected.
  func explanation(peakRate: Double) -> String {
    """
    the wrist turns at \(abs(peakRate).text(places: 1)) rad/s; expected at least \(needed.text(places: 1)), as the \
    recording's swings do
    """
  }
}
