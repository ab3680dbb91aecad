import Signals

/// The movements of a recording that repeat: its strokes, where it contains play.
struct StrokePattern: Sendable {
  /// A movement that others repeat.
  struct Member: Hashable, Sendable {
    let shape: MovementShape
    let rate: Float
  }

  /// Smallest similarity of two movements that are the same stroke.
  static let alike: Float = 0.9
  /// The number of others that are alike.
  static let neighbours = 3
  /// The most movements that others are compared with, evenly spread over the recording: a day has thousands.
  static let mostCompared = 400

  /// The members, at most ``mostCompared``.
  let members: [Member]
  /// Number of movements compared, and of those that repeat.
  let count: (compared: Int, repeated: Int)
  /// Median time from a movement to the next one that is alike, in s; infinite if there is none.
  let paceS: Double

  /// Compares movements with each other.
  ///
  /// - Parameter movements: quick movements, in the order of time.
  init(of movements: [StrokeMotion]) {
    let every = Self.step(movements.count)
    let repeated = movements.indices.filter { place in
      var others = 0
      for other in stride(from: 0, to: movements.count, by: every) where other != place {
        if movements[place].shape.similarity(to: movements[other].shape) >= Self.alike { others += 1 }
      }
      return others >= Self.neighbours
    }.map { movements[$0] }
    members = Self.spread(repeated).map { Member(shape: $0.shape, rate: $0.peakRate) }
    count = (movements.count, repeated.count)
    paceS = Self.pace(of: repeated)
  }

  /// Takes the strongest third of movements, for a recording whose user says that it is practice and in which too few
  /// repeat.
  init(strongestOf movements: [StrokeMotion]) {
    let ordered = movements.sorted { $0.peakRate > $1.peakRate }
    members = Self.spread(Array(ordered.prefix(max(1, ordered.count / 3)))).map {
      Member(shape: $0.shape, rate: $0.peakRate)
    }
    (count, paceS) = ((movements.count, 0), .infinity)
  }

  /// Every which of some movements is compared with others.
  static func step(_ count: Int) -> Int { max(1, (count + mostCompared - 1) / mostCompared) }

  private static func spread(_ movements: [StrokeMotion]) -> [StrokeMotion] {
    stride(from: 0, to: movements.count, by: step(movements.count)).map { movements[$0] }
  }

  private static func pace(of movements: [StrokeMotion]) -> Double {
    let intervals = movements.indices.compactMap { place in
      movements[(place + 1)...].prefix(16).first { $0.shape.similarity(to: movements[place].shape) >= alike }
        .map { $0.peakTime - movements[place].peakTime }
    }
    return intervals.isEmpty ? .infinity : Statistics.median(intervals)
  }

  /// How a movement compares with the members: its mean similarity to the nearest, and its rate as a fraction of theirs.
  func likeness(of movement: StrokeMotion) -> StrokeLikeness? {
    guard !members.isEmpty else { return nil }
    // The most similar, in order: few of many, so that sorting all would take most of the time.
    var nearest: [(similarity: Float, rate: Float)] = []
    nearest.reserveCapacity(StrokeLikeness.ratedBy + 1)
    for member in members {
      let similarity = member.shape.similarity(to: movement.shape)
      if nearest.count == StrokeLikeness.ratedBy, similarity <= nearest[nearest.count - 1].similarity { continue }
      let place = partitionPoint(nearest.indices) { nearest[$0].similarity >= similarity }
      nearest.insert((similarity, member.rate), at: place)
      if nearest.count > StrokeLikeness.ratedBy { nearest.removeLast() }
    }
    let mean = nearest.prefix(Self.neighbours).reduce(0) { $0 + $1.similarity } / Float(min(Self.neighbours, nearest.count))
    let rate = Statistics.median(nearest.map { Double($0.rate) })
    return StrokeLikeness(similarity: mean, rateRatio: movement.peakRate / Float(rate))
  }
}

/// How a movement compares with the strokes of its recording.
struct StrokeLikeness: Hashable, Sendable {
  /// Mean similarity to the three strokes that are most alike, -1 to 1.
  var similarity: Float
  /// Largest rate divided by the median of the strokes that are most alike.
  var rateRatio: Float

  /// The number of strokes whose rate it is compared with.
  static let ratedBy = 7
  /// Limits of a stroke.
  ///
  /// Chosen on simulated and generated sessions and on composed ones, and confirmed on real strokes of table tennis, of which
  /// 662 of 673 are found with one false swing; at a similarity of 0.8 it is 654.
  static let limits = (similarity: Float(0.7), rateRatio: Float(0.5))
  /// From this similarity on a movement beside a faster one is a stroke of its own rather than its backswing or recovery.
  static let ownSimilarity: Float = 0.95
  /// Up to this similarity a faster movement beside it is another one, of which it may be the backswing or recovery.
  static let otherSimilarity: Float = 0.4

  /// Whether it is a stroke like theirs.
  var isAlike: Bool { similarity >= Self.limits.similarity && rateRatio >= Self.limits.rateRatio }
}
