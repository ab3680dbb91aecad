extension RejectionReason {
  /// The reason in a few words.
  public var meaning: String {
    switch self {
    case .noStart: "the rotation along gravity stays too slow, or the recording begins within the swing"
    case .durationOutOfBounds: "shorter than min_duration_s or longer than max_duration_s"
    case .rotationOutOfBounds: "turns less than min_rotation_rad or more than max_rotation_rad"
    case .gapInSwing: "the device motion has a gap between start and candidate"
    case .noDeviceMotion: "no device motion right before the candidate"
    case .noAcceleration: "too little acceleration around it to tell a hit from a miss"
    case .saturated: "saturated, where such impacts are not wanted"
    case .unlikeOthers: "slower than the recording's swings, or unlike them"
    }
  }

  /// The meaning of a candidate's value for this reason.
  public var valueMeaning: String {
    switch self {
    case .noStart: "w of the largest size in the 0.1 s before it"
    case .durationOutOfBounds: "time from start to candidate"
    case .rotationOutOfBounds: "integral of w from start to candidate"
    case .gapInSwing: "time from the gap to the candidate"
    case .noDeviceMotion: "time since the last sample"
    case .noAcceleration: "fraction of the samples that are there"
    case .saturated: "|high_passed_peak_g|"
    case .unlikeOthers: "the candidate's w of the largest size"
    }
  }

  /// The unit of a candidate's value for this reason.
  public var valueUnit: String {
    switch self {
    case .durationOutOfBounds, .gapInSwing, .noDeviceMotion: "s"
    case .rotationOutOfBounds: "rad"
    case .noStart, .unlikeOthers: "rad/s"
    case .noAcceleration: "1"
    case .saturated: "g"
    }
  }
}
