import SPSignals

/// The evidence that a recording contains play. Without evidence, no movement of the wrist is called a swing.
///
/// A single shock proves nothing, as a knock during exercises looks like a contact. Strokes repeat alike: the movements
/// with a contact repeat, or the quick movements of the whole recording. The user may also say that the recording is
/// practice.
public struct PlayEvidence: Hashable, Sendable {
  /// The kind of evidence.
  public enum Ground: String, Hashable, Sendable, CaseIterable {
    /// Movements with a contact that repeat.
    case contacts = "repeated_contacts"
    /// Quick movements that repeat.
    case strokes = "repeated_strokes"
    /// The user says that the recording is practice.
    case practice

    /// The evidence in a few words.
    public var meaning: String {
      switch self {
      case .contacts: "at least 3 quick movements with an impact repeat, or 12 gentle ones, most of them"
      case .strokes: "at least 8 quick movements repeat, most of them"
      case .practice: "the user says that the recording is practice"
      }
    }
  }

  /// The evidence, or nil.
  public var ground: Ground?
  /// Number of quick movements with an impact. Gentle movements count too, if more movements then repeat.
  public var contacts = 0
  /// Number of movements in ``contacts`` that at least two others repeat.
  public var repeatedContacts = 0
  /// Number of fast movements.
  public var fastMovements = 0
  /// Number of fast movements that are short, with slower movements around them.
  public var quickMovements = 0
  /// Number of quick movements that at least three others repeat.
  public var repeatedMovements = 0

  /// The limits by which the contacts were counted.
  private var limits = Self.contactLimits
  /// Median time from a quick movement to the next similar one, in s.
  private var paceS = Double.infinity

  /// Makes an empty result, without evidence.
  public init() {}

  /// Limits for contacts.
  ///
  /// In 216 recordings of exercises, walking, sports and rest with 8 knocks a minute, no recording has three contacts
  /// that repeat and are over half of all. In recordings of play over three quarters repeat.
  static let contactLimits = ContactLimits(rate: StrokeMotion.quick.rate, count: 3, fraction: 0.6, alike: 0.85)
  /// Limits for gentle strokes, of which more have to repeat: in the recordings without play at most 7 do.
  static let gentleContactLimits = ContactLimits(rate: 5, count: 12, fraction: 0.7, alike: 0.9)

  struct ContactLimits: Hashable, Sendable {
    /// Smallest of the largest rates, in rad/s.
    let rate: Float
    /// The least number that repeat, and their fraction of all movements that are as fast and short.
    let count: Int
    let fraction: Double
    /// Smallest similarity.
    let alike: Float
    /// Smallest rate at the impact as a fraction of the largest.
    let rateShare: Float = 0.7
  }

  /// Limits for movements: the number that repeat, their fractions of the quick and of the fast movements, and the time
  /// from each to the next, in s.
  ///
  /// The smallest fractions in play are 0.84 of the quick movements and 0.45 of the fast ones. Without play the largest
  /// are 0.58 of the quick movements (waving), and 0.85 of the quick but 0.13 of the fast movements (an exercise).
  /// Strokes are at least 1.0 s apart, steps of running 0.7 s.
  static let strokeLimits = (count: 8, ofQuick: 0.7, ofFast: 0.3, paceS: 0.9)
  /// Movements whose largest rates are closer than this, in s, are the same movement.
  static let sameS = 0.15

  /// Looks for evidence.
  ///
  /// - Parameters:
  ///   - contacts: The movements of impacts, in the order of time.
  ///   - bursts: The movements of bursts of rotation, in the order of time.
  ///   - isPractice: Whether the user says that the recording is practice.
  /// - Returns: the evidence, and the strokes that other movements are compared with.
  static func gathered(
    contacts: [StrokeMotion], bursts: [StrokeMotion], isPractice: Bool
  ) -> (evidence: PlayEvidence, pattern: StrokePattern) {
    let movements = distinct(bursts)
    let contacts = contacts.sorted { $0.peakTime < $1.peakTime }
    let quick = movements.filter(\.isQuick)
    var pattern = StrokePattern(of: quick, among: movements)
    var evidence = PlayEvidence()
    let areContactsEnough = [contactLimits, gentleContactLimits].contains { limits in
      let near = contacts.filter {
        $0.isShort && $0.peakRate >= limits.rate && $0.rateShare >= limits.rateShare
      }
      let repeated = repeatedCount(of: near, limits)
      if limits == contactLimits || repeated > evidence.repeatedContacts {
        (evidence.contacts, evidence.repeatedContacts, evidence.limits) = (near.count, repeated, limits)
      }
      return repeated >= limits.count && Double(repeated) >= limits.fraction * Double(near.count)
    }
    (evidence.fastMovements, evidence.quickMovements) = (movements.count(where: \.isFast), quick.count)
    (evidence.repeatedMovements, evidence.paceS) = (pattern.count.repeated, pattern.paceS)
    func reaches(_ count: Int, _ fraction: Double, of all: Int) -> Bool { Double(count) >= fraction * Double(all) }
    if areContactsEnough {
      evidence.ground = .contacts
      // Checked swings may repeat as well.
      pattern = pattern.keeping(alikeTo: movements.filter { isNear($0, contacts) })
    } else if evidence.repeatedMovements >= strokeLimits.count,
      reaches(evidence.repeatedMovements, strokeLimits.ofQuick, of: quick.count),
      reaches(evidence.repeatedMovements, strokeLimits.ofFast, of: evidence.fastMovements),
      pattern.paceS >= strokeLimits.paceS
    {
      evidence.ground = .strokes
    } else if isPractice {
      evidence.ground = .practice
      if pattern.members.count <= StrokePattern.neighbours {
        pattern = StrokePattern(strongestOf: quick.isEmpty ? movements : quick)
      }
    }
    return (evidence, pattern)
  }

  /// Whether a movement belongs to an impact.
  private static func isNear(_ movement: StrokeMotion, _ contacts: [StrokeMotion]) -> Bool {
    let next = partitionPoint(contacts.indices) { contacts[$0].peakTime < movement.peakTime - sameS }
    return next < contacts.count && contacts[next].peakTime <= movement.peakTime + sameS
  }

  /// The movements, each once: if a movement has several bursts, the fastest burst.
  private static func distinct(_ movements: [StrokeMotion]) -> [StrokeMotion] {
    var distinct: [StrokeMotion] = []
    for movement in movements.sorted(by: { $0.peakTime < $1.peakTime }) {
      if let last = distinct.last, movement.peakTime - last.peakTime < sameS {
        if movement.peakRate > last.peakRate { distinct[distinct.count - 1] = movement }
      } else {
        distinct.append(movement)
      }
    }
    return distinct
  }

  /// How many contacts at least two others repeat, on either side of the body.
  private static func repeatedCount(of contacts: [StrokeMotion], _ limits: ContactLimits) -> Int {
    let every = StrokePattern.step(contacts.count)
    let sample = stride(from: 0, to: contacts.count, by: every).map { contacts[$0].shape.direction }
    return contacts.indices.count { place in
      let isInSample = place.isMultiple(of: every)
      return StrokePattern.isRepeated(contacts[place], in: sample, times: isInSample ? 3 : 2) {
        abs($0) >= limits.alike
      }
    }
  }

  /// The evidence in a sentence; without evidence, all limits with the values found.
  public var explanation: String {
    let speed = limits == Self.contactLimits ? "quick" : "gentle or quick"
    let contacts = "\(repeatedContacts) of \(self.contacts) \(speed) movements with a shock are alike"
    let strokes = "\(repeatedMovements) of \(quickMovements) quick movements are alike"
    switch ground {
    case .contacts: return contacts
    case .strokes: return strokes
    case .practice: return "the user says that the recording is practice"
    case nil:
      let needed = Self.strokeLimits
      let pace = paceS.isFinite ? ", every \(paceS.text(places: 1)) s" : ""
      return
        "the recording shows no play: \(contacts), expected \(limits.count) or more, and \((100 * limits.fraction).whole) % of "
        + "them; \(strokes)\(pace), expected \(needed.count) or more, \((100 * needed.ofQuick).whole) % of them and "
        + "\((100 * needed.ofFast).whole) % of all \(fastMovements) fast movements, at least \(needed.paceS) s apart"
    }
  }
}

/// A movement that would be a swing if its recording contained play: see ``PlayEvidence``.
public struct PossibleStroke: Hashable, Sendable {
  /// The kind of event that proposed it: a shock, or a burst of rotation.
  public var kind: SwingCandidate.Kind
  /// Its time, in s: the impact, or the largest rate.
  public var time: Double
  /// How the wrist turns.
  package var traits: StrokeTraits
  /// Probability that it is a stroke, 0 to 1.
  public var probability: Double

  /// The largest rate of rotation about any axis, in rad/s.
  public var peakRate: Double { Double(traits.peakRate) }
  /// Time for which the rate stays above half of it, in s.
  public var widthS: Double { Double(traits.widthS) }

  init(_ kind: SwingCandidate.Kind, at time: Double, _ traits: StrokeTraits, probability: Double) {
    (self.kind, self.time, self.traits, self.probability) = (kind, time, traits, probability)
  }
}
