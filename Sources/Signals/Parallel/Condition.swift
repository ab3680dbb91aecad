import Glibc

/// A lock with a condition variable (`pthread_cond_t`): a thread can wait until another thread has changed the locked
/// state.
final class Condition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // With the monotonic clock, setting the system's time does not change how long a thread waits.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func unlock() { pthread_mutex_unlock(mutex) }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Unlocks and waits until another thread calls `broadcast()`, then locks again. It may also return for no reason.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits like `wait()`, for a number of milliseconds at most.
  func wait(milliseconds: Int) {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + milliseconds * 1_000_000
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(condition, mutex, &end)
  }

  func broadcast() { pthread_cond_broadcast(condition) }
}
