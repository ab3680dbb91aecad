import SPSignals

/// The result of a search among samples, of which some may be missing.
///
/// A search skips a single missing sample; two or more in a row may hide a match.
enum SampleSearch {
  /// The sample searched for.
  case found(Int)
  /// No sample matches.
  case none
  /// Missing samples may hide a match.
  case hidden

  /// Searches a range from its start.
  ///
  /// - Parameter isMatch: whether a value matches; it must be true for NaN.
  @inline(__always)
  static func first(in range: Range<Int>, of signal: any Signal, where isMatch: (Double) -> Bool) throws -> SampleSearch
  {
    try passingMissing(in: range, next: 1) { range, isMissing in
      try Searching.first(in: range) { piece in
        var place: Int?
        try signal.visit(piece) { values in
          place = values.indices.first { isMatch(Double(values[$0])) }
          isMissing = place.map { !values[$0].isFinite } ?? false
        }
        return place
      }
    }
  }

  /// Searches a range from its end, as `first(in:of:where:)`.
  @inline(__always)
  static func last(in range: Range<Int>, of signal: any Signal, where isMatch: (Double) -> Bool) throws -> SampleSearch
  {
    try passingMissing(in: range, next: -1) { range, isMissing in
      try Searching.last(in: range) { piece in
        var place: Int?
        try signal.visit(piece) { values in
          place = values.indices.last { isMatch(Double(values[$0])) }
          isMissing = place.map { !values[$0].isFinite } ?? false
        }
        return place
      }
    }
  }

  /// Searches a range of vectors from its end by their lengths, as `last(in:of:where:)`.
  @inline(__always)
  static func last(
    in range: Range<Int>, ofLengthsOf vectors: Triaxial, where isMatch: (Double) -> Bool
  ) throws -> SampleSearch {
    try passingMissing(in: range, next: -1) { range, isMissing in
      try Searching.last(in: range) { piece in
        var place: Int?
        try vectors.visit(piece) { x, y, z in
          func length(_ index: Int) -> Double {
            let (x, y, z) = (Double(x[index]), Double(y[index]), Double(z[index]))
            return (x * x + y * y + z * z).squareRoot()
          }
          place = x.indices.last { isMatch(length($0)) }
          isMissing = place.map { !length($0).isFinite } ?? false
        }
        return place
      }
    }
  }

  /// Continues the search after a single missing sample.
  ///
  /// - Parameters:
  ///   - step: The direction of the search, 1 or -1.
  ///   - match: The first match of a range in that direction, and whether it is a missing sample; nil without a match.
  @inline(__always)
  private static func passingMissing(
    in range: Range<Int>, next step: Int, match: (Range<Int>, inout Bool) throws -> Int?
  ) throws -> SampleSearch {
    var rest = range
    var missing: Int?
    var isMissing = false
    while let sample = try match(rest, &isMissing) {
      guard isMissing else { return .found(sample) }
      if let missing, sample == missing + step { return .hidden }
      missing = sample
      rest = step > 0 ? sample + 1..<range.upperBound : range.lowerBound..<sample
    }
    return .none
  }
}
