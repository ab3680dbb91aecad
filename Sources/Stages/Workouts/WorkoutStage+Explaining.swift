import Pipelines
import Texts
import Workouts

extension WorkoutStage: ExplainingStage {
  /// `workout`.
  public var explainedSlot: String { Slot.workout.name }

  /// The changes of state, requests and differences between devices around a time, or the nearest of them.
  public func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
    guard let workout = value as? WorkoutSession else { return nil }
    let lines = workout.explain(at: time, within: reachS)
    let count = workout.states.count + workout.differences.count
    guard count > 0 else {
      return StageExplanation(verdict: "no state of a workout is recorded", reasons: [])
    }
    return StageExplanation(
      verdict: "what is known of the moments around it, or of the nearest; \(workout.clockWords)", reasons: lines)
  }
}

/// Numbers in explanations.
enum ExplainedNumber {
  /// Up to three decimals, without zeros at the end.
  static func text(_ value: Double) -> String {
    let text = String(printf: "%.3f", value)
    let trimmed = text.reversed().drop { $0 == "0" }
    return String((trimmed.first == "." ? trimmed.dropFirst() : trimmed).reversed())
  }

  /// A time on the recording's clock.
  static func clock(_ value: Double) -> String { String(printf: "%.3f s", value) }
  /// A duration.
  static func seconds(_ value: Double) -> String { String(printf: "%.1f s", value) }
}
