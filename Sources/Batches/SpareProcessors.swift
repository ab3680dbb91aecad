import SPSignals

/// The processors that a program may use besides the one that it runs on.
public enum SpareProcessors {
  /// Runs work with spare workers, one for each granted processor except the current one. They prepare parts of the
  /// work in advance; the result is the same as without them.
  public static func helping<Result>(_ work: () throws -> Result) rethrows -> Result {
    let spare = SpareWorkers(count: GrantedProcessors.current.count - 1)
    return try SpareWorkers.$current.withValue(spare, operation: work)
  }
}
