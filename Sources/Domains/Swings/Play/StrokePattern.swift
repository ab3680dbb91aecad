import SPSignals

/// The movements of a recording that repeat: its strokes, if it contains play.
struct StrokePattern: Sendable {
  /// A movement that others repeat.
  struct Member: Hashable, Sendable {
    let direction: MovementShape.Direction
    let rate: Float
  }

  /// Smallest similarity of two movements that are the same stroke.
  static let alike: Float = 0.9
  /// The number of other movements that have to be alike.
  static let neighbours = 3
  /// The most movements with which a movement is compared, evenly spread over the recording: a day has thousands of
  /// movements.
  static let mostCompared = 150
  /// The largest number of members, evenly spread.
  static let mostMembers = 75

  /// The members, at most `mostMembers`.
  let members: [Member]
  /// Whether the members are only the strongest movements, as too few repeat.
  private(set) var isGuess = false
  /// Number of movements compared, and how many of them repeat.
  let count: (compared: Int, repeated: Int)
  /// Median time from a movement to the next similar movement, in s; infinite if no movement repeats.
  let paceS: Double

  /// Compares movements with each other.
  ///
  /// The backswing or recovery of a faster movement repeats with it, and is not a member.
  /// - Parameters:
  ///   - movements: quick movements, in the order of time.
  ///   - all: all movements, in the order of time.
  init(of movements: [StrokeMotion], among all: [StrokeMotion]) {
    let every = Self.step(movements.count)
    let sample = stride(from: 0, to: movements.count, by: every).map { movements[$0].shape.direction }
    let repeated = movements.indices.filter { place in
      let isInSample = place.isMultiple(of: every)
      return Self.isRepeated(
        movements[place], in: sample, times: Self.neighbours + (isInSample ? 1 : 0)
      ) { $0 >= Self.alike }
    }.map { movements[$0] }
    let strokes = repeated.filter { !Self.isBesideFaster($0, among: all) }
    members = Self.members(of: strokes)
    count = (movements.count, repeated.count)
    paceS = Self.pace(of: repeated)
  }

  /// Whether enough directions of a sample are similar enough to a movement; the search ends once they are enough.
  ///
  /// - Parameter times: how many are enough, including the movement itself if the sample contains it.
  static func isRepeated(
    _ movement: StrokeMotion, in sample: [MovementShape.Direction], times: Int, where isAlike: (Float) -> Bool
  ) -> Bool {
    let own = movement.shape.direction
    var found = 0
    return sample.contains { other in
      if isAlike(own.similarity(to: other)) { found += 1 }
      return found == times
    }
  }

  /// Whether a faster, different movement comes within the time of a recovery.
  private static func isBesideFaster(_ movement: StrokeMotion, among all: [StrokeMotion]) -> Bool {
    let first = partitionPoint(all.indices) { all[$0].peakTime < movement.peakTime - recoveryS }
    return all[first...].prefix { $0.peakTime <= movement.peakTime + recoveryS }.contains { movement.isBeside($0) }
  }

  /// A movement this close, in s, to a faster, different movement is its backswing or recovery.
  ///
  /// In play cut into parts of 20 s, real players recover within 0.66 s and simulated players within 0.7 s.
  static let recoveryS = 0.8

  private static func members(of strokes: [StrokeMotion]) -> [Member] {
    spread(strokes, most: mostMembers).map { Member(direction: $0.shape.direction, rate: $0.peakRate) }
  }

  private init(_ members: [Member], _ count: (compared: Int, repeated: Int), paceS: Double) {
    (self.members, self.count, self.paceS) = (members, count, paceS)
  }

  /// The members that are the same stroke as any of some movements.
  func keeping(alikeTo movements: [StrokeMotion]) -> StrokePattern {
    let sample = Self.spread(movements).map(\.shape.direction)
    let kept = members.filter { member in
      sample.contains { $0.similarity(to: member.direction) >= Self.alike }
    }
    return StrokePattern(kept, count, paceS: paceS)
  }

  /// Takes the strongest third of movements. It serves recordings that the user calls practice and in which too few
  /// movements repeat.
  init(strongestOf movements: [StrokeMotion]) {
    let ordered = movements.sorted { $0.peakRate > $1.peakRate }
    members = Self.members(of: Array(ordered.prefix(max(1, ordered.count / 3))))
    (count, paceS, isGuess) = ((movements.count, 0), .infinity, true)
  }

  /// The step that spreads at most `most` movements evenly over all `count` movements.
  static func step(_ count: Int, most: Int = mostCompared) -> Int { max(1, (count + most - 1) / most) }

  private static func spread(_ movements: [StrokeMotion], most: Int = mostCompared) -> [StrokeMotion] {
    stride(from: 0, to: movements.count, by: step(movements.count, most: most)).map { movements[$0] }
  }

  private static func pace(of movements: [StrokeMotion]) -> Double {
    let intervals = movements.indices.compactMap { place in
      movements[(place + 1)...].prefix(16).first { $0.shape.similarity(to: movements[place].shape) >= alike }
        .map { $0.peakTime - movements[place].peakTime }
    }
    return intervals.isEmpty ? .infinity : Statistics.median(intervals)
  }

  /// How a movement compares with the members: its mean similarity to the most similar members, and its rate as a
  /// fraction of their rate.
  func likeness(of movement: StrokeMotion) -> StrokeLikeness? {
    guard !members.isEmpty else { return nil }
    let own = movement.shape.direction
    // The most similar members, in order. Sorting all members would take most of the time.
    var similarities = InlineArray<7, Float>(repeating: -.infinity)
    var rates = InlineArray<7, Float>(repeating: 0)
    let last = similarities.count - 1
    for member in members {
      let similarity = member.direction.similarity(to: own)
      guard similarity > similarities[last] else { continue }
      var place = last
      while place > 0, similarity > similarities[place - 1] {
        (similarities[place], rates[place]) = (similarities[place - 1], rates[place - 1])
        place -= 1
      }
      (similarities[place], rates[place]) = (similarity, member.rate)
    }
    let (near, rated) = (min(Self.neighbours, members.count), min(last + 1, members.count))
    let mean = (0..<near).reduce(0) { $0 + similarities[$1] } / Float(near)
    let rate = Statistics.median((0..<rated).map { Double(rates[$0]) })
    return StrokeLikeness(similarity: mean, rateRatio: movement.peakRate / Float(rate), isGuess: isGuess)
  }
}

/// How a movement compares with the strokes of its recording.
struct StrokeLikeness: Hashable, Sendable {
  /// Mean similarity to the three strokes that are most alike, -1 to 1.
  var similarity: Float
  /// Largest rate divided by the median of the seven strokes that are most alike.
  var rateRatio: Float
  /// Whether the strokes are only the strongest movements of the recording.
  var isGuess = false

  /// Limits of a stroke.
  ///
  /// Similarities of 0.55 to 0.65 find the same strokes of real, composed and generated sessions; 0.5 adds a false
  /// swing, and 0.8 loses 1 in 60 strokes of table tennis.
  static let limits = (similarity: Float(0.65), rateRatio: Float(0.5))
  /// From this similarity on, a movement near a faster movement is a separate stroke, not its backswing or recovery.
  static let ownSimilarity: Float = 0.95
  /// Up to this similarity, two movements differ, and the slower movement may be the backswing or recovery of the
  /// faster movement.
  static let otherSimilarity: Float = 0.5

  /// A movement below `rateRatio` has to reach this higher similarity: checked swings reach 0.56 of the rate of full
  /// swings, with a similarity of 0.84.
  static let slow = (rateRatio: Float(0.65), similarity: Float(0.87))

  /// Smallest ratio of rates to the strongest movements, if too few movements repeat.
  static let guessedRateRatio: Float = 0.8

  /// The smallest ratio of rates.
  var neededRateRatio: Float { isGuess ? Self.guessedRateRatio : Self.limits.rateRatio }

  /// The smallest similarity.
  var neededSimilarity: Float { rateRatio < Self.slow.rateRatio ? Self.slow.similarity : Self.limits.similarity }

  /// Whether the movement is the same stroke.
  var isAlike: Bool { similarity >= neededSimilarity && rateRatio >= neededRateRatio }
}

extension StrokeMotion {
  /// Whether another movement is faster and not the same stroke.
  func isBeside(_ other: StrokeMotion) -> Bool {
    other.peakRate > peakRate && shape.similarity(to: other.shape) < StrokeLikeness.otherSimilarity
  }
}
