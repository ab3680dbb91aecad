import FoundationEssentials
import SPRecordings

/// Typical values for a sport's swings: how long they take, how far and how fast the wrist turns, with sources.
///
/// The figures come from `presets.json`, which is compiled in. The allowed ranges are wide, since a preset must not
/// lose real swings; `typical` is the range of most swings.
package struct SportPreset: Codable, Hashable, Sendable {
  /// The sport.
  package var sport: Sport
  /// Its name for people.
  package var name: String
  /// The strokes that were searched in recordings made by other people; empty without such recordings.
  package var strokes: [Stroke]
  /// The directions in which the wrist turns.
  package var ways: Ways
  /// Time from the swing's start, in s.
  package var duration: Extent
  /// Magnitude of the rotation along gravity accumulated since the start, in rad.
  package var rotation: Extent
  /// Magnitude of the peak rate of rotation along gravity, in rad/s.
  package var peakRate: PeakRate

  enum CodingKeys: String, CodingKey {
    case sport, name, strokes, ways
    case duration = "duration_s"
    case rotation = "rotation_rad"
    case peakRate = "peak_rate_rad_s"
  }

  /// A kind of stroke, and how many of them the sport's pipeline finds.
  package struct Stroke: Codable, Hashable, Sendable {
    /// What players call it.
    package var name: String
    /// Number of labelled strokes that were found.
    package var found: Int
    /// Number of labelled strokes.
    package var of: Int
    /// A description of the recordings.
    package var recordings: String
  }

  /// The directions in which a player's wrist turns along gravity.
  package struct Ways: Codable, Hashable, Sendable {
    /// Whether swings turn in either direction, as forehands and backhands do.
    package var either: Bool
    /// Where this information comes from.
    package var sources: [Source]
  }

  /// A quantity that grows from the start of a swing to its end.
  package struct Extent: Codable, Hashable, Sendable {
    /// The allowed range from the start to the contact.
    package var toContact: ClosedRange<Double>
    /// The allowed range up to the peak of the rate, the anchor of a swing without contact, which may come sooner.
    package var toPeak: ClosedRange<Double>
    /// The range of most swings from start to contact.
    package var typical: ClosedRange<Double>
    /// Where the figures come from.
    package var sources: [Source]

    enum CodingKeys: String, CodingKey {
      case toContact = "to_contact"
      case toPeak = "to_peak"
      case typical, sources
    }
  }

  /// Rates of rotation along gravity at their peak, without sign, in rad/s.
  package struct PeakRate: Codable, Hashable, Sendable {
    /// The smallest peak rate of a swing without contact.
    package var smallest: Double
    /// The smallest rate that a swing must reach before its contact.
    package var smallestBeforeContact: Double
    /// The range of most swings.
    package var typical: ClosedRange<Double>
    /// Where the figures come from.
    package var sources: [Source]

    enum CodingKeys: String, CodingKey {
      case smallest
      case smallestBeforeContact = "smallest_before_contact"
      case typical, sources
    }
  }

  /// The source of figures.
  package struct Source: Codable, Hashable, Sendable {
    /// The basis of a figure.
    package enum Basis: String, CaseIterable, Codable, Sendable {
      /// A publication that gives the figure.
      case published
      /// Recordings that were measured for this project, named in the title.
      case measured
      /// No value is known; it was derived from other values, as explained in the text.
      case derived
    }

    /// The basis of the figure.
    package var basis: Basis
    /// The author.
    package var author: String?
    /// The publication, or the recordings that were measured.
    package var title: String?
    /// The year of publication, if known.
    package var year: Int?
    /// The statement of the source.
    package var says: String
  }
}

extension SportPreset.Source: CustomStringConvertible {
  /// `J. Novosel, Tour Tempo (2004): ...`, `measured on six golf swings: ...` or `derived: ...`.
  package var description: String {
    switch basis {
    case .published:
      [author, title].compactMap(\.self).joined(separator: ", ") + (year.map { " (\($0))" } ?? "") + ": \(says)"
    case .measured: "measured on \(title ?? "recordings"): \(says)"
    case .derived: "derived: \(says)"
    }
  }
}

/// The data file of presets: decoded and checked, so that every sport has a preset and its figures are
/// consistent.
struct PresetFile: Decodable {
  /// The supported version of the format.
  static let version = 1

  /// The presets, one for every sport.
  let presets: [Sport: SportPreset]

  /// An error for an invalid file.
  struct Fault: Error, Hashable, CustomStringConvertible {
    /// A sentence with the values expected and found.
    let description: String

    init(_ description: String) { self.description = description }
  }

  private enum CodingKeys: String, CodingKey {
    case version, presets
  }

  /// Reads a file.
  ///
  /// - Throws: `Fault` with the first inconsistency; `DecodingError` for an invalid structure, including an inverted
  ///   range.
  init(json: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(PresetFile.self, from: Data(json))
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: CodingKeys.self)
    let version = try file.decode(Int.self, forKey: .version)
    guard version == Self.version else { throw Fault("expected version \(Self.version), found \(version)") }
    var presets: [Sport: SportPreset] = [:]
    for preset in try file.decode([SportPreset].self, forKey: .presets) {
      try preset.check()
      guard presets.updateValue(preset, forKey: preset.sport) == nil else {
        throw Fault("expected one preset of \(preset.sport.rawValue), found a second one")
      }
    }
    for sport in Sport.allCases where presets[sport] == nil {
      throw Fault("expected a preset of \(sport.rawValue), found none")
    }
    self.presets = presets
  }
}

extension SportPreset {
  /// The presets of all sports, in the order of the sports.
  package static let all: [SportPreset] = Sport.allCases.map { SportPreset($0) }

  /// The preset of a sport.
  package init(_ sport: Sport) {
    guard let preset = Self.compiledIn[sport] else { preconditionFailure("presets.json has no \(sport.rawValue)") }
    self = preset
  }

  /// The file is part of the program: an invalid file is a fault of the build, which tests find, not of the input.
  private static let compiledIn: [Sport: SportPreset] = {
    do {
      return try PresetFile(json: PackageResources.presets_json).presets
    } catch {
      preconditionFailure("presets.json: \(error)")
    }
  }()

  /// Finds figures that contradict each other, and invalid sources.
  fileprivate func check() throws {
    try check(strokes.allSatisfy { 0...$0.of ~= $0.found }, "strokes", "no more strokes found than there are")
    try check(ways.sources, of: "ways")
    for (what, extent) in [("duration_s", duration), ("rotation_rad", rotation)] {
      try check(extent.toContact.lowerBound > 0 && extent.toPeak.lowerBound > 0, what, "limits above 0")
      try check(extent.toContact.contains(extent.typical), what, "typical within to_contact")
      // The peak comes before the contact or at it.
      try check(
        extent.toPeak.lowerBound <= extent.toContact.lowerBound
          && extent.toPeak.upperBound <= extent.toContact.upperBound,
        what, "to_peak no later than to_contact")
      try check(extent.sources, of: what)
    }
    let what = "peak_rate_rad_s"
    try check(peakRate.smallestBeforeContact > 0, what, "smallest_before_contact above 0")
    try check(peakRate.smallestBeforeContact <= peakRate.smallest, what, "smallest_before_contact up to smallest")
    try check(peakRate.smallest <= peakRate.typical.lowerBound, what, "smallest up to typical")
    try check(peakRate.sources, of: what)
  }

  private func check(_ sources: [Source], of what: String) throws {
    try check(!sources.isEmpty, what, "a source")
    for source in sources {
      try check(!source.says.isEmpty, what, "what its source says")
      switch source.basis {
      case .published: try check(source.author != nil && source.title != nil, what, "author and title of its source")
      case .measured: try check(source.title != nil, what, "a title that says what was measured")
      case .derived: break
      }
    }
  }

  private func check(_ isSound: Bool, _ what: String, _ expectation: String) throws {
    guard isSound else { throw PresetFile.Fault("\(sport.rawValue), \(what): expected \(expectation)") }
  }
}
