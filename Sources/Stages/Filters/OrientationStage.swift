import SPPipelines
import SPRecordings
import SPSignals
import SPSwings

/// Options of `filters.orientation`.
package struct OrientationOptions: StageOptions {
  package var settings = OrientationSettings()

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .number(
        "tau_s", \.settings.tauS, in: .above(0, through: 60), unit: "s",
        help: "Time constant of the correction by the acceleration. A longer one suits long and vigorous motion."),
      .number(
        "rest_after_s", \.settings.restAfterS, in: .above(0, through: 60), unit: "s",
        help: "Time without motion after which the sensor counts as resting."),
      .number(
        "rest_rate_rad_s", \.settings.restRotationRate, in: .above(0, through: 1), unit: "rad/s",
        help: "Largest distance of the rotation rate from its mean at rest."),
      .number(
        "rest_acceleration_g", \.settings.restAccelerationG, in: .above(0, through: 1), unit: "g",
        help: "Largest distance of the acceleration from its mean at rest."),
    ]
  }
}

/// Estimates gravity, user acceleration and attitude.
package struct OrientationStage: Stage {
  package static let type: StageType = "filters.orientation"
  package static let summary = "Estimates gravity, user acceleration and attitude from rotation rate and acceleration."
  package static let details = """
    Readers do this by themselves for a recording with rotation rate and acceleration, but without gravity and \
    attitude. This stage is for other constants, and for recordings whose own gravity is wrong: it replaces gravity, \
    user acceleration and attitude of the device motion.

    The method is VQF (Laidig and Seel 2023). The rotation rate is integrated in a frame that is almost inertial. A \
    Butterworth low-pass of the specific force in this frame, with the time constant `tau_s`, leaves gravity, which \
    corrects the inclination. A Kalman filter estimates the bias of the rotation rate: at rest from the rate, in motion \
    from the corrections. The heading starts at an arbitrary angle and drifts, as no magnetometer is used.

    The acceleration at a rotation rate is the mean of the accelerations within half a sampling interval of it, or is \
    interpolated if the accelerometer is slower. After a gap the inclination starts anew, and the bias stays.

    The acceleration must point down at rest, as phones and watches report it.
    """

  private let settings: OrientationSettings

  package static func ports(_ options: OrientationOptions) -> Ports {
    Ports(
      reads: [.passing(.accelerometer), .passing(.deviceMotion), .required(.recording)],
      writes: [.passing(.deviceMotion), .required(.recording)])
  }

  package init(_ options: OrientationOptions) { settings = options.settings }

  /// Estimates as the samples pass.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let motion = try workspace.source(of: .deviceMotion)
    let acceleration = try workspace.source(of: .accelerometer).window
    try workspace.provide(
      .deviceMotion,
      MotionWindow(
        OrientationStream.add(motion: motion.stream, acceleration: acceleration.stream, settings: settings),
        MotionLayout()))
    try Self.flag(&workspace)
    return AtEnd { workspace in
      let recorded = try workspace.get(.deviceMotion)
      try workspace.set(
        .deviceMotion,
        MotionSignals(
          estimatedFrom: recorded.rotationRate, try workspace.get(.accelerometer), settings: settings))
      try Self.flag(&workspace)
    }
  }

  /// Passes on the facts about the recording. They exist from the start, and are complete at the end.
  private static func flag(_ workspace: inout Workspace) throws {
    var facts = try workspace.get(.recording)
    facts.flag(RecordingFacts.gravityEstimated)
    try workspace.set(.recording, facts)
  }
}
