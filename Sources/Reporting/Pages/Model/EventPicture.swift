/// The signals around a contact, and the findings in them. Times are in s from the moment of alignment.
public struct EventPicture: Sendable {
  /// The row of the table that the picture belongs to.
  public var row: Int
  /// Acceleration as recorded, in g.
  public var raw: Trace?
  /// Acceleration after the filter, in g.
  public var filtered: Trace?
  /// Rotation along gravity, in rad/s.
  public var rotation: Trace?
  /// The label that the recording has for this contact, if any.
  public var annotation: Annotation?
  /// The acceleration around a contact as a slower sensor would have recorded it. Nil if it is not requested or not
  /// possible.
  public var coarse: CoarseView?

  /// A label that people gave.
  public struct Annotation: Hashable, Sendable {
    /// Start of the motion; nil if unknown.
    public var start: Double?
    /// The contact; for a miss, the labelled moment of the stroke.
    public var contact: Double
    /// The labelled kind, as the table's column of kinds names it.
    public var kind: String

    /// Makes a label.
    public init(start: Double?, contact: Double, kind: String) {
      self.start = start
      self.contact = contact
      self.kind = kind
    }
  }

  /// The acceleration as a slower sensor records it: low-passed and decimated.
  public struct CoarseView: Hashable, Sendable {
    /// Its samples, in g.
    public var trace: Trace
    /// Its rate in Hz.
    public var rateHz: Double
    /// The fraction of the recorded peak that the samples show; nil without a contact. Both peaks are largest
    /// magnitudes within 30 ms of the moment.
    public var peakFraction: Double?

    /// Makes a view.
    public init(trace: Trace, rateHz: Double, peakFraction: Double? = nil) {
      self.trace = trace
      self.rateHz = rateHz
      self.peakFraction = peakFraction
    }

    /// The peak of the shock is searched for within this distance of the moment, in s.
    private static let reachS = 0.03

    /// A trace as a slower sensor records it.
    ///
    /// - Parameters:
    ///   - trace: The samples of the slower sensor, in g: the acceleration, low-passed and decimated.
    ///   - rateHz: The rate of the slower sensor, in Hz.
    ///   - raw: The acceleration as recorded, in g; nil without a contact at that time.
    public init(_ trace: Trace, rateHz: Double, of raw: Trace?) {
      let all = raw.flatMap(Self.peak)
      let kept = Self.peak(trace)
      self.init(trace: trace, rateHz: rateHz, peakFraction: all.flatMap { all in kept.map { $0 / all } })
    }

    /// The largest magnitude near the moment; nil without samples, or if all samples are zero.
    private static func peak(_ trace: Trace) -> Double? {
      let sizes = trace.samples.filter { abs($0.time) <= reachS && $0.value.isFinite }.map { abs($0.value) }
      return sizes.max().flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// Makes a picture without signals.
  public init(row: Int) { self.row = row }

  /// The size of its signals.
  var byteCount: Int {
    [raw, filtered, rotation, coarse?.trace].reduce(0) { $0 + 2 * (($1?.slots.count ?? 0) + ($1?.ticks.count ?? 0)) }
  }
}

/// Samples around a moment, in 16 bits each.
///
/// The resolution is 1/32766 of the largest magnitude, or 2 mg of 64 g, which cannot be seen in a picture. If the clock
/// is steady, samples are in slots of equal length. If not, each sample is stored with its time.
public struct Trace: Hashable, Sendable {
  /// A slot without a sample.
  static let lost = Int16.min
  /// A sample that is not finite.
  static let missing = Int16.min + 1

  /// Time of the first slot, in s from the moment.
  public let start: Double
  /// Length of a slot, in s.
  public let step: Double
  /// The value of the number 1 in a slot.
  public private(set) var scale: Double
  /// The slots.
  let slots: [Int16]
  /// Time of each slot after the first in units of `tick`; empty if slots are of equal length.
  let ticks: [UInt16]

  /// Unit of the times of an unsteady clock, in s.
  static let tick = 1.0 / 32768

  /// Makes a trace of samples.
  ///
  /// - Parameters:
  ///   - times: their moments in s, ascending.
  ///   - values: the values, one for each time.
  ///   - moment: the origin of times.
  ///   - step: the usual sampling interval, in s.
  /// - Returns: nil without a finite value, for an invalid sampling interval, for different numbers of times and
  ///   values, and for a duration of 60 s or more.
  public init?(times: [Double], values: [Float], from moment: Double, step: Double) {
    let largest = values.lazy.filter(\.isFinite).map(abs).max()
    guard let first = times.first, let last = times.last, let largest, step > 0, step.isFinite,
      times.count == values.count, last - first < 60
    else { return nil }
    start = first - moment
    self.step = step
    scale = largest > 0 ? Double(largest) / 32766 : 1
    let factor = scale
    let quantised = values.map { $0.isFinite ? Int16((Double($0) / factor).rounded()) : Self.missing }
    let places = times.map { (($0 - first) / step) }
    let slots = places.map { Int($0.rounded()) }
    let isSteady =
      zip(places, slots).allSatisfy { abs($0 - Double($1)) < 0.25 } && zip(slots, slots.dropFirst()).allSatisfy(<)
    guard isSteady, let count = slots.last.map({ $0 + 1 }), count < 65536 else {
      self.slots = quantised
      ticks = times.map { UInt16(clamping: Int((($0 - first) / Self.tick).rounded())) }
      return
    }
    var filled = [Int16](repeating: Self.lost, count: count)
    for (slot, value) in zip(slots, quantised) { filled[slot] = value }
    self.slots = filled
    ticks = []
  }

  /// The same samples with their values multiplied by a factor, for another unit.
  func scaled(by factor: Double) -> Trace {
    var trace = self
    trace.scale *= factor
    return trace
  }

  /// The samples with their times. Lost samples are left out, and samples that are not finite are NaN.
  var samples: [(time: Double, value: Double)] {
    slots.indices.compactMap { index in
      guard slots[index] != Self.lost else { return nil }
      let time = start + (ticks.isEmpty ? Double(index) * step : Double(ticks[index]) * Self.tick)
      return (time, slots[index] == Self.missing ? .nan : Double(slots[index]) * scale)
    }
  }

  /// The slots and the times as bytes, in little-endian order.
  var bytes: [UInt8] {
    (slots.map { UInt16(bitPattern: $0) } + ticks).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }
}
