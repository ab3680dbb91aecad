import Parallel

/// The processors that a program may use besides the one that it runs on.
public enum SpareProcessors {
  /// Runs work whose next parts are prepared by other workers, as far as processors are granted; the result is the
  /// same.
  public static func helping<Result>(_ work: () throws -> Result) rethrows -> Result {
    let spare = SpareWorkers(count: GrantedProcessors.current.count - 1)
    return try SpareWorkers.$current.withValue(spare, operation: work)
  }
}
