import CFFTW
import Synchronization

/// What FFTW has found out by measuring: which plans are fast on this machine.
///
/// A plan that wisdom holds is used with either ``PlanningEffort``, and takes no longer to make than an estimated one.
/// It adds in another order than the estimated plan, so results can differ in their last bits.
public struct Wisdom: Hashable, Sendable {
  /// The wisdom in FFTW's own notation.
  public let text: String

  /// Makes wisdom from its text, which is checked only by ``adopt()``.
  public init(_ text: String) { self.text = text }

  /// The version of the library and the instructions that it was built for: `fftw-3.3.10-sse2-avx`.
  public static var libraryVersion: String { String(cString: cfftw_version()) }

  /// All that this process knows.
  /// - Throws: `FFTWError.unusableWisdom` where there is no memory for it.
  public static func current() throws(FFTWError) -> Wisdom {
    let text = PlanCache.whileLocked { () -> String? in
      guard let bytes = fftwf_export_wisdom_to_string() else { return nil }
      defer { cfftw_free_text(bytes) }
      return String(cString: bytes)
    }
    guard let text else { throw .unusableWisdom }
    return Wisdom(text)
  }

  /// Adds the wisdom to what this process knows; existing plans stay as they are.
  /// - Throws: `FFTWError.unusableWisdom`; then nothing is added.
  public func adopt() throws(FFTWError) {
    let isTaken = PlanCache.whileLocked { fftwf_import_wisdom_from_string(text) == 1 }
    guard isTaken else { throw .unusableWisdom }
  }

  /// Forgets all that this process knows.
  public static func forget() { PlanCache.whileLocked { fftwf_forget_wisdom() } }

  /// Whether this process knows a measured plan for a ``PairTransform``.
  /// - Throws: `FFTWError.invalidLength` or `.allocationFailed`.
  public static func holds(_ length: Int, _ direction: TunedTransform.Direction) throws(FFTWError) -> Bool {
    let samples = try AlignedBuffer(count: 2 * length)
    let spectrum = try AlignedBuffer(count: 2 * length)
    let (from, to) = (samples.pointer, spectrum.pointer)
    let flags = cfftw_measure | cfftw_wisdom_only
    let isHeld = PlanCache.whileLocked {
      let plan =
        switch direction {
        case .forward: cfftw_plan_pair(Int32(length), from, from + length, to, to + length, flags)
        case .inverse: cfftw_plan_pair(Int32(length), from + length, from, to + length, to, flags)
        }
      guard let plan else { return false }
      fftwf_destroy_plan(plan)
      return true
    }
    return isHeld
  }

  /// Has a closure run once, before this process makes its next plan, such as to adopt stored wisdom.
  ///
  /// Threads that need a plan wait meanwhile. The closure must make no plan itself: it would wait for its own end.
  public static func beforeFirstPlan(_ body: @escaping @Sendable () -> Void) { Preparation.set(body) }
}

/// What is still to be done before the next plan.
enum Preparation {
  private static let pending = Mutex<(@Sendable () -> Void)?>(nil)

  static func set(_ body: @escaping @Sendable () -> Void) { pending.withLock { $0 = body } }

  static func run() {
    pending.withLock { pending in
      pending?()
      pending = nil
    }
  }
}
