/// A warm-up, blocks of steps, and a cooldown.
public struct CustomWorkout: Hashable, Sendable {
  /// The activity.
  public var activity: Activity
  /// Where; nil if the plan leaves it open.
  public var location: Location?
  /// The warm-up, if any.
  public var warmup: PlanStep?
  /// The repeated blocks, in order; at least one.
  public var blocks: [PlanBlock]
  /// The cool-down, if any.
  public var cooldown: PlanStep?

  /// Makes a workout.
  public init(
    _ activity: Activity, _ location: Location? = nil, warmup: PlanStep? = nil, blocks: [PlanBlock],
    cooldown: PlanStep? = nil
  ) {
    self.activity = activity
    self.location = location
    self.warmup = warmup
    self.blocks = blocks
    self.cooldown = cooldown
  }
}

/// Steps that are done a number of times, one after another.
public struct PlanBlock: Hashable, Sendable {
  /// How many times; 1 or more.
  public var iterations: Int
  /// The steps in their order; at least one.
  public var steps: [IntervalStep]

  /// Makes a block.
  public init(iterations: Int = 1, _ steps: [IntervalStep]) {
    self.iterations = iterations
    self.steps = steps
  }
}

/// A step of a block, for work or for recovery.
public struct IntervalStep: Hashable, Sendable {
  /// The purpose of a step.
  public enum Purpose: String, CaseIterable, Hashable, Sendable {
    /// Effort.
    case work
    /// Rest after an effort.
    case recovery
  }

  /// The purpose of the step.
  public var purpose: Purpose
  /// The goal and the alert of the step.
  public var step: PlanStep

  /// Makes a step.
  public init(_ purpose: Purpose, _ step: PlanStep) {
    self.purpose = purpose
    self.step = step
  }

  /// A step of effort.
  public static func work(_ goal: StepGoal, alert: StepAlert? = nil, name: String? = nil) -> IntervalStep {
    IntervalStep(.work, PlanStep(goal, alert: alert, name: name))
  }

  /// A step of rest.
  public static func recovery(_ goal: StepGoal, alert: StepAlert? = nil, name: String? = nil) -> IntervalStep {
    IntervalStep(.recovery, PlanStep(goal, alert: alert, name: name))
  }
}

/// One goal and at most one alert.
public struct PlanStep: Hashable, Sendable {
  /// The goal, which ends the step.
  public var goal: StepGoal
  /// Its alert, if any.
  public var alert: StepAlert?
  /// Its name for people, if any.
  public var name: String?

  /// Makes a step.
  public init(_ goal: StepGoal, alert: StepAlert? = nil, name: String? = nil) {
    self.goal = goal
    self.alert = alert
    self.name = name
  }
}

extension CustomWorkout {
  /// The steps of the plan in the order in which they are done, each with its position in the plan.
  ///
  /// A plan with 1,000 iterations of 1,000 steps has a million steps: at most `limit` are returned.
  package func stepsInOrder(limit: Int = .max) -> [PlacedStep] {
    var steps: [PlacedStep] = []
    if let warmup { steps.append(PlacedStep(part: .warmup, step: warmup)) }
    for (block, content) in blocks.enumerated() where !content.steps.isEmpty {
      for iteration in 0..<max(0, content.iterations) {
        for (index, step) in content.steps.enumerated() {
          guard steps.count < limit else { return steps }
          steps.append(
            PlacedStep(part: .block(block, iteration: iteration, step: index, step.purpose), step: step.step))
        }
      }
    }
    if let cooldown, steps.count < limit { steps.append(PlacedStep(part: .cooldown, step: cooldown)) }
    return steps
  }

  /// The number of steps done in all, with all iterations; a whole number of any size.
  public var stepCount: Double {
    blocks.reduce(Double((warmup == nil ? 0 : 1) + (cooldown == nil ? 0 : 1))) {
      $0 + Double($1.iterations) * Double($1.steps.count)
    }
  }
}

/// A step with its position in the plan.
package struct PlacedStep: Hashable, Sendable {
  /// The part of the plan to which a step belongs.
  package enum Part: Hashable, Sendable {
    /// The warm-up.
    case warmup
    /// A step of a block, counted from 0, at one of its iterations.
    case block(Int, iteration: Int, step: Int, IntervalStep.Purpose)
    /// The cooldown.
    case cooldown
  }

  /// Its position.
  package let part: Part
  /// The step.
  package let step: PlanStep

  package init(part: Part, step: PlanStep) {
    self.part = part
    self.step = step
  }
}
