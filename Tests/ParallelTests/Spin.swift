import Glibc
import Testing

/// Waits for what another thread does, for a minute at most: whoever waits in vain records an issue and goes on.
/// - Returns: whether it was done.
@discardableResult
func spin(until isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while !isDone() {
    guard ContinuousClock.now < deadline else {
      Issue.record("waited for a minute in vain", sourceLocation: sourceLocation)
      return false
    }
    sched_yield()
  }
  return true
}
