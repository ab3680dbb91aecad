/// The plausible values of each stream; others are spikes, and left out.
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
