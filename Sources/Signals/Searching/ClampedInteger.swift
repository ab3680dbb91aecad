extension Int {
  /// The whole part of a number of samples, even if the timestamps and rates behind it are absurd.
  ///
  /// `Int(_:)` traps at infinity, NaN and numbers that do not fit, all of which a damaged file's timestamps can
  /// produce.
  /// - Parameter value: any number; NaN gives 0. It is limited to 2^53, up to which a Double holds every whole
  ///   number and which leaves room for adding it to an index.
  public init(clamping value: Double) {
    let limit = 0x1p53
    self = value.isNaN ? 0 : Int(Swift.max(-limit, Swift.min(limit, value)))
  }
}
