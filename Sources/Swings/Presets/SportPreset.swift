import Recordings

/// Typical figures of a sport's swings: how long they take, how far and how fast the wrist turns, with sources.
///
/// The figures come from `presets.json`, which is compiled in. The allowed ranges are wide, since a preset must not
/// lose real swings; `typical` is the range of most swings.
public struct SportPreset: Codable, Hashable, Sendable {
  /// The sport.
  public var sport: Sport
  /// Its name for people.
  public var name: String
  /// The directions in which the wrist turns.
  public var ways: Ways
  /// Time from the swing's start, in s.
  public var duration: Extent
  /// Magnitude of the rotation along gravity accumulated since the start, in rad.
  public var rotation: Extent
  /// Time for which the rate of rotation along gravity stays above half of its peak, in s.
  public var width: Width
  /// Magnitude of the peak rate of rotation along gravity, in rad/s.
  public var peakRate: PeakRate

  enum CodingKeys: String, CodingKey {
    case sport, name, ways
    case duration = "duration_s"
    case rotation = "rotation_rad"
    case width = "half_peak_width_s"
    case peakRate = "peak_rate_rad_s"
  }

  /// The directions in which a player's wrist turns along gravity.
  public struct Ways: Codable, Hashable, Sendable {
    /// Whether some swings turn in one direction and some in the other, as forehands and backhands do.
    public var either: Bool
    /// Where this information comes from.
    public var sources: [Source]
  }

  /// A quantity that grows from the start of a swing to its end.
  public struct Extent: Codable, Hashable, Sendable {
    /// The allowed range from the start to the contact.
    public var toContact: ClosedRange<Double>
    /// The allowed range up to the peak of the rate, the anchor of a swing without contact, which may come sooner.
    public var toPeak: ClosedRange<Double>
    /// The range of most swings from start to contact.
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
    /// Without hits, the largest median of a recording's strongest bursts that count as swings rather than
    /// gestures.
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
    /// The smallest peak rate of a swing without contact.
    public var smallest: Double
    /// The smallest rate that a swing must reach before its contact.
    public var smallestBeforeContact: Double
    /// The range of most swings.
    public var typical: ClosedRange<Double>
    /// Without hits, the smallest median of a recording's strongest bursts that count as swings: four fifths of the
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

  /// The source of figures.
  public struct Source: Codable, Hashable, Sendable {
    /// The basis of a figure.
    public enum Basis: String, CaseIterable, Codable, Sendable {
      /// A publication that gives the figure.
      case published
      /// Recordings that were measured for this project, named in the title.
      case measured
      /// No figure is known; it was derived from others, as explained in the text.
      case derived
    }

    /// The basis of the figure.
    public var basis: Basis
    /// The author.
    public var author: String?
    /// The publication, or the recordings that were measured.
    public var title: String?
    /// The year of publication, if known.
    public var year: Int?
    /// The statement of the source.
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
