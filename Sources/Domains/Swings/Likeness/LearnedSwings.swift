import FoundationEssentials

/// Typical swings of subjects, learned from other recordings, for recordings with too few swings.
///
/// It is stored as JSON, with the identifiers of the recordings from which it was learned.
package struct LearnedSwings: LearnedFile, Hashable, Sendable {
  /// The typical swings of one subject in one sport, or of all subjects of a sport.
  package struct Entry: Codable, Hashable, Sendable {
    /// Identifier of the subject; nil for all subjects of the sport.
    package var subjectID: String?
    /// The sport, as in the recordings; nil for recordings without a sport.
    package var sport: String?
    /// The number of swings from which it was learned.
    package var swings: Int
    /// Identifiers of the recordings of these swings, sorted.
    package var recordings: [String]
    /// The swings in the positive direction about gravity; nil if fewer than a fifth of the swings have this direction.
    package var positive: Way?
    /// The swings in the negative direction about gravity; nil if fewer than a fifth of the swings have this direction.
    package var negative: Way?

    enum CodingKeys: String, CodingKey {
      case subjectID = "subject_id"
      case sport, swings, recordings, positive, negative
    }
  }

  /// Medians over the swings in one direction.
  package struct Way: Codable, Hashable, Sendable {
    /// Peak rate of rotation along gravity, without sign, in rad/s.
    package var rate: Double
    /// Time for which the rate stays above half of its peak, in s.
    package var widthS: Double
    /// The part of that time before the peak, in s.
    package var riseS: Double

    enum CodingKeys: String, CodingKey {
      case rate = "peak_rate_rad_s"
      case widthS = "half_peak_width_s"
      case riseS = "rise_s"
    }
  }

  /// Always `formatName`.
  package var format = Self.formatName
  /// Version of the format.
  package var version = Self.formatVersion
  /// Name of the pipeline that found the swings.
  package var pipeline: String
  /// The entries by identifier and sport; the entries of all subjects come last.
  package var entries: [Entry]

  /// The name of the content, for messages.
  package static let noun = "reference"
  /// The name of the file format.
  package static let formatName = "swingpipe-swing-reference"
  /// The version that is read and written.
  package static let formatVersion = 1
  /// The least number of swings to determine a typical swing and the directions of a subject. If so many swings do not
  /// have a direction, less than a fifth of the subject's swings have it: 0.8 to the power of 14 is below 5 %.
  package static let minSwings = SwingReference.tellingCount

  /// Swings of a recording to learn from.
  package struct Example: Codable, Hashable, Sendable {
    /// Identifier of the recording.
    package var recordingID: String
    /// Identifier of the subject; nil if the recording does not state it.
    package var subjectID: String?
    /// The sport; nil if the recording does not state it.
    package var sport: String?
    /// The lobes of its swings with an impact.
    package var lobes: [RotationLobe]

    package init(recordingID: String, subjectID: String?, sport: String?, lobes: [RotationLobe]) {
      self.recordingID = recordingID
      self.subjectID = subjectID
      self.sport = sport
      self.lobes = lobes
    }
  }

  /// Learns from recordings; the result is the same whatever their order.
  ///
  /// Each subject and sport with at least `minSwings` swings gets an entry. Each sport also gets an entry over all its
  /// recordings.
  package init(learnedFrom examples: [Example], pipeline: String) {
    self.pipeline = pipeline
    let subjects = Dictionary(grouping: examples.filter { $0.subjectID != nil }) { [$0.sport, $0.subjectID] }
    let sports = Dictionary(grouping: examples) { [$0.sport, nil] }
    func sorted(_ groups: [[String?]: [Example]]) -> [Entry] {
      // An empty name is not a missing name.
      func order(_ key: [String?]) -> [String] { [key[1], key[0]].map { $0.map { "=" + $0 } ?? "" } }
      let keys = groups.keys.sorted { order($0).lexicographicallyPrecedes(order($1)) }
      return keys.compactMap { key in groups[key].flatMap { Entry($0, subjectID: key[1], sport: key[0]) } }
    }
    entries = sorted(subjects) + sorted(sports)
  }

  /// The typical swings of a subject in a sport, or else of all subjects in that sport; nil without such an entry.
  package func reference(subjectID: String?, sport: String?) -> SwingReference? {
    let ofSport = entries.filter { $0.sport == sport }
    let entry =
      ofSport.first { $0.subjectID != nil && $0.subjectID == subjectID } ?? ofSport.first { $0.subjectID == nil }
    return entry.map { entry in
      SwingReference(
        positive: entry.positive?.typical, negative: entry.negative?.typical, origin: .learned, count: entry.swings)
    }
  }
}

extension LearnedSwings.Entry {
  /// Learns from the recordings of one subject or sport; nil if they have too few swings.
  fileprivate init?(_ examples: [LearnedSwings.Example], subjectID: String?, sport: String?) {
    let minCount = LearnedSwings.minSwings
    guard let learned = SwingReference.learned(from: examples.flatMap(\.lobes), minCount: minCount) else { return nil }
    self.init(
      subjectID: subjectID, sport: sport, swings: learned.count,
      recordings: examples.filter { !$0.lobes.isEmpty }.map(\.recordingID).sorted(),
      positive: learned.positive.map(LearnedSwings.Way.init), negative: learned.negative.map(LearnedSwings.Way.init))
  }
}

extension LearnedSwings.Way {
  fileprivate init(_ typical: SwingReference.Typical) {
    self.init(rate: typical.rate, widthS: typical.widthS, riseS: typical.riseS)
  }

  fileprivate var typical: SwingReference.Typical { .init(rate: rate, widthS: widthS, riseS: riseS, origin: .learned) }

  /// Whether the values are physically possible; the limits are far beyond the values of any swing.
  fileprivate var isSound: Bool {
    (0.1...200).contains(rate) && (0.001...10).contains(widthS) && (0...widthS).contains(riseS)
  }
}

// MARK: Files

extension LearnedSwings {
  /// Whether JSON claims to be a reference, of any version.
  package static func isReference(json: Data) -> Bool { isClaimed(by: json) }

  /// Reads a reference from JSON.
  /// - Throws: `LearnedFileError`.
  package init(json: Data) throws {
    try Self.checkHeader(of: json)
    do {
      self = try JSONDecoder().decode(Self.self, from: json)
    } catch {
      throw LearnedFileError(
        description: "expected \"pipeline\" and \"entries\", each with \"swings\", \"recordings\" and perhaps "
          + "\"positive\" and \"negative\", with numbers for \"peak_rate_rad_s\", \"half_peak_width_s\" and \"rise_s\"")
    }
    for entry in entries {
      let name = [entry.subjectID, entry.sport].compactMap { $0.map { "\"\($0)\"" } }.joined(separator: ", ")
      let ways = [entry.positive, entry.negative].compactMap(\.self)
      guard !ways.isEmpty, ways.allSatisfy(\.isSound) else {
        throw LearnedFileError(
          description:
            "the entry of \(name.isEmpty ? "no sport" : name) has no way with a peak rate of 0.1 to 200 rad/s, "
            + "a width of 0.001 to 10 s and a rise within it")
      }
    }
    let keys = entries.map { [$0.subjectID, $0.sport] }
    guard Set(keys).count == keys.count else {
      throw LearnedFileError(description: "expected one entry per subject and sport, found several of one")
    }
  }
}
