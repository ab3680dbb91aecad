import FoundationEssentials
import Recordings

/// The data file of presets: decoded and checked, so that every sport has a preset and its figures are
/// consistent.
struct PresetFile: Decodable {
  /// The supported version of the format.
  static let version = 1

  /// The presets, one for every sport.
  let presets: [Sport: SportPreset]

  /// An error for an invalid file.
  struct Fault: Error, Hashable, CustomStringConvertible {
    /// What was expected and what was found.
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
  public static let all: [SportPreset] = Sport.allCases.map { SportPreset($0) }

  /// The preset of a sport.
  public init(_ sport: Sport) {
    guard let preset = Self.compiledIn[sport] else { preconditionFailure("presets.json has no \(sport.rawValue)") }
    self = preset
  }

  /// The file is part of the program: an invalid one is a fault of the build, which tests find, not of the input.
  private static let compiledIn: [Sport: SportPreset] = {
    do {
      return try PresetFile(json: PackageResources.presets_json).presets
    } catch {
      preconditionFailure("presets.json: \(error)")
    }
  }()

  /// Finds figures that contradict each other, and invalid sources.
  fileprivate func check() throws {
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
    try check(width.largestTypical > 0, "half_peak_width_s", "largest_typical above 0")
    try check(width.sources, of: "half_peak_width_s")
    let what = "peak_rate_rad_s"
    try check(peakRate.smallestBeforeContact > 0, what, "smallest_before_contact above 0")
    try check(peakRate.smallestBeforeContact <= peakRate.smallest, what, "smallest_before_contact up to smallest")
    try check(peakRate.smallest <= peakRate.typical.lowerBound, what, "smallest up to typical")
    try check(
      peakRate.smallest <= peakRate.smallestTypical && peakRate.smallestTypical <= peakRate.typical.upperBound, what,
      "smallest_typical from smallest up to the upper end of typical")
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
