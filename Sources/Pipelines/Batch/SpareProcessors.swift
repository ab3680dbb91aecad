import Parallel

/// The processors that a program may keep busy beside the one that it runs on.
public enum SpareProcessors {
  /// Does work that others prepare the next parts of, as far as processors are granted; what comes out is the same.
  public static func helping<Result>(_ work: () throws -> Result) rethrows -> Result {
    let spare = SpareWorkers(count: GrantedProcessors.current.count - 1)
    return try SpareWorkers.$current.withValue(spare, operation: work)
  }
}
