/// The assumptions of a workout's analysis; every figure names the assumptions on which it depends.
public struct WorkoutRules: Hashable, Sendable {
  /// The values that streams can have.
  public var limits = PlausibleLimits()
  /// The longest interval between timestamps of one workout, s; a longer interval is a jump of the clock.
  public var longestGapS = 43_200.0
  /// The longest workout, s: later data is left out.
  public var longestWorkoutS = 604_800.0
  /// How long a value is valid if a device writes only changes, s. For a workout without events or states, also the
  /// time without a sample after which it counts as paused.
  public var gapLimitS = 30.0
  /// The lowest speed of a moving rider, m/s.
  public var movingSpeedMS = 0.5
  /// The smallest rise or fall of a route that counts, m; less is noise of the height.
  public var climbTurnM = 3.0
  /// Where the functional threshold power comes from.
  public var thresholdPower = ThresholdPowerSource.method(.maxExercise20Minute)
  /// Bounds of the zones of power, as fractions of the functional threshold power (Coggan).
  public var powerZoneFractions = [0.55, 0.75, 0.9, 1.05, 1.2, 1.5]
  /// The rider's largest heart rate, bpm; nil omits the zones of heart rate.
  public var maxHeartRateBpm: Double?
  /// Bounds of the zones of heart rate, as fractions of the largest heart rate.
  public var heartRateZoneFractions = [0.6, 0.7, 0.8, 0.9]
  /// How efforts are found.
  public var intervals = IntervalRules()
  /// How devices are compared.
  public var session = SessionRules()

  /// Makes the default rules.
  public init() {}
}

/// Where the functional threshold power comes from.
public enum ThresholdPowerSource: Hashable, Sendable {
  /// The rider's threshold power, W.
  case given(Double)
  /// The estimate of a method from the workout itself.
  case method(ThresholdPowerMethod)
}

/// The rules for efforts.
public struct IntervalRules: Hashable, Sendable {
  /// Fraction of the functional threshold power that the smoothed power reaches in an effort.
  public var thresholdFraction = 0.88
  /// Without a threshold power: factor of the mean power while pedalling.
  public var meanFactor = 1.15
  /// Length of the centred mean that smooths the power, s.
  public var smoothingS = 15
  /// The shortest effort, s.
  public var minDurationS = 60
  /// Efforts closer than this are joined, s.
  public var joinS = 30

  /// Makes the default rules.
  public init() {}
}

/// How the devices of a session are compared.
public struct SessionRules: Hashable, Sendable {
  /// Devices in the order in which they are trusted; other devices follow in the order of the recordings.
  public var deviceOrder = ["watch", "bike", "phone", "headphones"]
  /// The largest lag between two clocks that is searched, s.
  public var maxLagS = 600.0
  /// How far the lags of shared events may be from the middle of their range, s.
  public var eventToleranceS = 0.5
  /// How long devices may be in different states before that counts as a disagreement, s.
  public var syncToleranceS = 2.0
  /// How long after the reference's first state `prepared` or `running` a companion's first state may come, s: the time
  /// that HealthKit gives a companion to get ready.
  public var companionLimitS = 10.0
  /// The longest time from a request to the pause or its end, s.
  public var requestLimitS = 10.0
  /// The largest interval between two reports of the same drink, s.
  public var duplicateWindowS = 1.0

  /// Makes the default rules.
  public init() {}
}

/// The plausible values of each stream; other values are spikes, and left out.
///
/// The limits are beyond what riders reach: about 2,500 W over a second for track sprinters (Dorel et al. 2005,
/// 16.7 W/kg on average), 144 km/h downhill.
public struct PlausibleLimits: Hashable, Sendable {
  /// Largest power, W.
  public var maxPowerW = 2500.0
  /// A single power sample is a spike if it exceeds both neighbours by more than this, W; 1000 W as in GoldenCheetah's
  /// repair of power spikes.
  public var lonePowerRiseW = 1000.0
  /// Largest cadence, 1/min.
  public var maxCadenceRpm = 250.0
  /// Largest speed, m/s.
  public var maxSpeedMS = 40.0
  /// Heart rates, bpm.
  public var heartRateBpm = 25.0...250.0
  /// Altitudes, m: from below the shore of the Dead Sea to above the highest mountain.
  public var altitudeM = -500.0...9000.0
  /// Largest volume of one drink, mL.
  public var maxWaterML = 5000.0

  /// Makes the default limits.
  public init() {}

  /// The values that a stream can have.
  func range(of quantity: Quantity) -> ClosedRange<Double> {
    switch quantity {
    case .power: 0...maxPowerW
    case .cadence: 0...maxCadenceRpm
    case .speed: 0...maxSpeedMS
    case .distance: 0 ... .greatestFiniteMagnitude
    case .heartRate: heartRateBpm
    case .altitude: altitudeM
    case .waterVolume: 0...maxWaterML
    }
  }
}
