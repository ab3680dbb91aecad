import SPPipelines
import SPRecordings
import SPSignals
import SPSwings

// Samples and candidates that pass in the slots of streams and events.

extension Triaxial: PassingValue {
  /// Stages read them around the times of events.
  public static var isWindowed: Bool { true }

  /// Passes the samples of signals.
  public static func source(of value: Triaxial, in workspace: inout Workspace) throws -> PassingVectors {
    PassingVectors(SourceWindow(SignalReplay.shared(in: &workspace).add(value.axes)))
  }
}

extension MotionSignals: PassingValue {
  /// Stages read them around the times of events.
  public static var isWindowed: Bool { true }

  /// Passes the samples of signals.
  public static func source(of value: MotionSignals, in workspace: inout Workspace) throws -> MotionWindow {
    let attitude = value.attitude.map { [$0.w, $0.x, $0.y, $0.z] } ?? []
    let stream = SignalReplay.shared(in: &workspace).add(
      value.rotationRate.axes + value.gravity.axes + (value.userAcceleration?.axes ?? []) + attitude)
    return MotionWindow(
      stream,
      MotionLayout(hasUserAcceleration: value.userAcceleration != nil, hasAttitude: value.attitude != nil))
  }
}

extension SignalReplay {
  /// The graph that all signals of a bench pass through.
  fileprivate static func shared(in workspace: inout Workspace) -> SignalReplay {
    workspace.share("replay") { workspace in
      let replay = SignalReplay()
      workspace.setPass { try replay.run() }
      return replay
    }
  }
}

extension Array: PassingValue where Element: SwingEvent {
  /// Stages measure candidates in the samples around them.
  public static var isWindowed: Bool { true }

  /// Passes candidates that exist already.
  public static func source(of value: [Element], in workspace: inout Workspace) throws -> CandidateFlow {
    CandidateFlow(of: value, in: SignalReplay.shared(in: &workspace).flow)
  }
}

extension RecordedStream where Self: PassingValue {
  /// Passes the rows of a stream.
  public static func source(of value: Self, in workspace: inout Workspace) throws -> PassingStream {
    PassingStream(value.stream, in: RecordingPass.shared(value.recording, in: &workspace))
  }
}

extension SampledStream: PassingValue {}
extension MeasurementStream: PassingValue {}
extension MomentStream: PassingValue {}

extension Session: PassingValue {
  /// Passes the recordings of a session.
  public static func source(of value: Session, in workspace: inout Workspace) throws -> SessionPass {
    let pass = SessionPass(value.recordings)
    workspace.setPass { try pass.run() }
    return pass
  }
}

extension RecordingPass {
  /// The pass over a recording whose streams are given.
  fileprivate static func shared(_ recording: Recording, in workspace: inout Workspace) -> RecordingPass {
    workspace.share("pass \(recording.path)") { workspace in
      let pass = RecordingPass(recording)
      workspace.setPass { try pass.run() }
      return pass
    }
  }
}
