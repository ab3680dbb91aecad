extension Int {
  /// The whole part of a number of samples, however absurd the timestamps and rates that it comes from.
  ///
  /// `Int(_:)` traps at infinity, NaN and what does not fit, all of which a damaged file's timestamps can lead to.
  /// - Parameter value: any number; NaN gives 0. Beyond 2^53, up to which a Double holds every whole number, it is
  ///   limited to that, which leaves room to add it to an index.
  public init(clamping value: Double) {
    let limit = 0x1p53
    self = value.isNaN ? 0 : Int(Swift.max(-limit, Swift.min(limit, value)))
  }
}
