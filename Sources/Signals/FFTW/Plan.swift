import CFFTW
import Synchronization

/// A plan of FFTW for one length and direction.
///
/// FFTW estimates which plan is fast. It times no plans and uses no vector instructions. Plans, and so the last bits of
/// results, are then the same in all processes and on all processors. Timing the plans would hardly make a run faster.
/// Vector instructions would save a ninth of the processor time of a run with many swings.
///
/// It is `@unchecked Sendable` because the opaque plan never changes after planning. FFTW documents the new-array
/// execute functions as safe to call from many threads at once. Planning and destruction are not safe, so they happen
/// under the one lock of `PlanCache`.
final class Plan: @unchecked Sendable {
  enum Direction: Hashable, Sendable {
    case realToComplex
    case pairForward
    case pairInverse
  }

  let length: Int
  let handle: fftwf_plan

  /// Must be called with the planner's lock held.
  fileprivate init(_ key: PlanCache.Key) throws(FFTWError) {
    let input = try AlignedBuffer(count: 2 * key.length)
    let output = try AlignedBuffer(count: max(2 * key.length, spectrumCount(forLength: key.length)))
    let (from, to, length) = (input.pointer, output.pointer, key.length)
    let made =
      switch key.direction {
      case .realToComplex: cfftw_plan_r2c(Int32(length), from, to, cfftw_estimate)
      case .pairForward: cfftw_plan_pair(Int32(length), from, from + length, to, to + length, cfftw_estimate)
      case .pairInverse: cfftw_plan_pair(Int32(length), from + length, from, to + length, to, cfftw_estimate)
      }
    guard let made else { throw .planningFailed(length: key.length) }
    self.length = key.length
    handle = made
  }

  deinit {
    PlanCache.destroy(handle)
  }
}

/// The plans of this process, and the lock under which FFTW plans and destroys.
enum PlanCache {
  struct Key: Hashable, Sendable {
    let length: Int
    let direction: Plan.Direction
  }

  // FFTW's planner has global state and no lock: two planners at once crash.
  private static let plans = Mutex<[Key: Plan]>([:])

  static func plan(length: Int, direction: Plan.Direction) throws(FFTWError) -> Plan {
    // The number of floats in a buffer, up to twice the length and two more, must fit an Int32.
    guard length >= 1, length <= Int(Int32.max) / 2 - 1 else { throw .invalidLength(length) }
    let key = Key(length: length, direction: direction)
    return try plans.withLock { (plans: inout sending [Key: Plan]) throws(FFTWError) -> Plan in
      if let plan = plans[key] { return plan }
      let plan = try Plan(key)
      plans[key] = plan
      return plan
    }
  }

  static func removeAll() {
    // The plans are released only after the lock is free, since their deinit takes it again.
    let forgotten = plans.withLock { (plans: inout sending [Key: Plan]) -> [Key: Plan] in
      let all = plans
      plans = [:]
      return all
    }
    withExtendedLifetime(forgotten) {}
  }

  fileprivate static func destroy(_ handle: fftwf_plan) {
    // A deinit hands over the pointer, so nobody else uses it.
    nonisolated(unsafe) let handle = handle
    plans.withLock { _ in fftwf_destroy_plan(handle) }
  }
}

/// The number of floats in the spectrum of `length` real samples: `length / 2 + 1` pairs.
package func spectrumCount(forLength length: Int) -> Int {
  2 * (length / 2 + 1)
}

/// Forgets all cached plans; transforms that use a forgotten plan keep it until they are released.
package func removeCachedPlans() {
  PlanCache.removeAll()
}
