import Recordings

/// What is known of a sport's swings: how long they take, how far and how fast the wrist turns, and who says so.
///
/// The figures are those of `presets.json`, which is compiled in. Ranges that swings must lie within are wide, since a
/// preset must not lose real swings; what most swings show is `typical`.
public struct SportPreset: Codable, Hashable, Sendable {
  /// The sport.
  public var sport: Sport
  /// Its name for people.
  public var name: String
  /// Which directions the wrist turns.
  public var ways: Ways
  /// Time from the swing's start, in s.
  public var duration: Extent
  /// Size of the rotation along gravity accumulated since the start, in rad.
  public var rotation: Extent
  /// Time for which the rate of rotation along gravity stays above half of its peak, in s.
  public var width: Width
  /// Size of the peak rate of rotation along gravity, in rad/s.
  public var peakRate: PeakRate

  enum CodingKeys: String, CodingKey {
    case sport, name, ways
    case duration = "duration_s"
    case rotation = "rotation_rad"
    case width = "half_peak_width_s"
    case peakRate = "peak_rate_rad_s"
  }

  /// Which directions the wrist of a player turns along gravity.
  public struct Ways: Codable, Hashable, Sendable {
    /// Whether some swings turn in one direction and some in the other, as forehands and backhands do.
    public var either: Bool
    /// Where it comes from.
    public var sources: [Source]
  }

  /// A quantity that grows from the start of a swing to its end.
  public struct Extent: Codable, Hashable, Sendable {
    /// What a swing must lie within, from its start to the contact.
    public var toContact: ClosedRange<Double>
    /// The same up to the peak of the rate, at which a swing without contact is anchored and which may come sooner.
    public var toPeak: ClosedRange<Double>
    /// What most swings show from start to contact.
    public var typical: ClosedRange<Double>
    /// Where the figures come from.
    public var sources: [Source]

    enum CodingKeys: String, CodingKey {
      case toContact = "to_contact"
      case toPeak = "to_peak"
      case typical, sources
    }
  }

  /// How long the wrist turns fast, in s.
  public struct Width: Codable, Hashable, Sendable {
    /// Without hits, the largest median of a recording's strongest bursts for them to be swings and no gestures.
    public var largestTypical: Double
    /// Where the figure comes from.
    public var sources: [Source]

    enum CodingKeys: String, CodingKey {
      case largestTypical = "largest_typical"
      case sources
    }
  }

  /// Rates of rotation along gravity at their peak, without sign, in rad/s.
  public struct PeakRate: Codable, Hashable, Sendable {
    /// The smallest that a swing without contact may have.
    public var smallest: Double
    /// The smallest that a swing must reach before its contact.
    public var smallestBeforeContact: Double
    /// What most swings show.
    public var typical: ClosedRange<Double>
    /// Without hits, the smallest median of a recording's strongest bursts for them to be swings: four fifths of the
    /// lower end of ``typical``.
    public var smallestTypical: Double
    /// Where the figures come from.
    public var sources: [Source]

    enum CodingKeys: String, CodingKey {
      case smallest
      case smallestBeforeContact = "smallest_before_contact"
      case smallestTypical = "smallest_typical"
      case typical, sources
    }
  }

  /// Where figures come from.
  public struct Source: Codable, Hashable, Sendable {
    /// What a source rests on.
    public enum Basis: String, CaseIterable, Codable, Sendable {
      /// A publication that gives the figure.
      case published
      /// Recordings that were measured for this project; the title says which.
      case measured
      /// No figure is known; it was derived from others, as the text says.
      case derived
    }

    /// What it rests on.
    public var basis: Basis
    /// Who published it.
    public var author: String?
    /// The publication, or the recordings that were measured.
    public var title: String?
    /// The year of publication, where it is known.
    public var year: Int?
    /// What it says.
    public var says: String
  }
}

extension SportPreset.Source: CustomStringConvertible {
  /// `J. Novosel, Tour Tempo (2004): ...`, `measured on six golf swings: ...` or `derived: ...`.
  public var description: String {
    switch basis {
    case .published:
      [author, title].compactMap(\.self).joined(separator: ", ") + (year.map { " (\($0))" } ?? "") + ": \(says)"
    case .measured: "measured on \(title ?? "recordings"): \(says)"
    case .derived: "derived: \(says)"
    }
  }
}
