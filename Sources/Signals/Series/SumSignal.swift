/// The sum of two signals, sample by sample, each taken with a sign.
package struct SumSignal: Signal {
  /// The first signal, which gives the time base and the unit.
  package let first: any Signal
  /// The second signal.
  package let second: any Signal
  /// The signs of both signals: 1 or -1.
  package let signs: (Float, Float)

  /// The number of samples.
  package var count: Int { first.count }
  /// When the samples were taken.
  package var timeBase: TimeBase { first.timeBase }
  /// The unit of both signals.
  package var unit: Unit { first.unit }

  /// The sum of two signals on one time base.
  ///
  /// - Throws: `SignalError.countMismatch` if the signals differ in length, `.unit` if they differ in unit.
  package init(
    _ first: any Signal, _ second: any Signal, signs: (Float, Float) = (1, 1)
  ) throws(SignalError) {
    guard first.count == second.count else { throw .countMismatch(first.count, second.count) }
    guard first.unit == second.unit else {
      throw .unit(of: "the second signal", actual: second.unit, expected: first.unit)
    }
    self.first = first
    self.second = second
    self.signs = signs
  }

  /// Reads the sums of a range.
  ///
  /// - Throws: `SignalError` for a range or a length that does not fit, and the errors of the signals.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try first.read(range, into: &samples)
    let others = try second.samples(range)
    for index in 0..<samples.count { samples[index] = signs.0 * samples[index] + signs.1 * others[index] }
  }
}

extension Triaxial {
  /// The sum of two vectors on one time base, axis by axis, each taken with a sign.
  ///
  /// - Throws: `SignalError` if the vectors differ in length or unit.
  package func adding(_ other: Triaxial, signs: (Float, Float) = (1, 1)) throws(SignalError) -> Triaxial {
    Triaxial(
      x: try SumSignal(x, other.x, signs: signs), y: try SumSignal(y, other.y, signs: signs),
      z: try SumSignal(z, other.z, signs: signs))
  }
}
