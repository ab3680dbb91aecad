/// A pace of a runner; plans state fractions of it.
public enum RunnerPace: String, CaseIterable, Hashable, Sendable {
  /// The pace over a mile.
  case mile
  /// The pace over 5 km.
  case fiveKilometres = "5km"
  /// The pace over 10 km.
  case tenKilometres = "10km"
  /// The pace over a half marathon.
  case halfMarathon = "half_marathon"
  /// The pace over a marathon.
  case marathon
  /// The pace at the lactate threshold.
  case threshold

  /// In words: `half marathon`.
  package var words: String {
    switch self {
    case .fiveKilometres: "5 km"
    case .tenKilometres: "10 km"
    case .mile, .halfMarathon, .marathon, .threshold: rawValue.replacing("_", with: " ")
    }
  }

  /// The pace with a number of Zwift's attribute `pace`: the races in the order of their lengths, from 0.
  ///
  /// Source: the list of paces in the editor of breiko83/zwo-editor.
  init?(zwiftNumber: String) {
    let races: [RunnerPace] = [.mile, .fiveKilometres, .tenKilometres, .halfMarathon, .marathon]
    guard let number = Int(zwiftNumber), races.indices.contains(number) else { return nil }
    self = races[number]
  }
}
