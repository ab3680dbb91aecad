/// A row of the stream `submersion_measurement`.
public struct DepthMeasurement: Hashable, Sendable {
  /// When it was taken, in s on the recording's clock.
  public var time: Double
  /// The depth, in m, positive downward; NaN if missing.
  public var depthM: Double
  /// The absolute pressure, in kPa; NaN if missing.
  public var pressureKPa: Double
  /// The pressure at the surface, in kPa; NaN if missing.
  public var surfacePressureKPa: Double
  /// The state that the recording itself states.
  public var ownState: DepthState

  var hasPressure: Bool { pressureKPa > 0 && pressureKPa.isFinite }
  var hasSurfacePressure: Bool { surfacePressureKPa > 0 && surfacePressureKPa.isFinite }

  /// Makes a measurement; omitted values are missing.
  public init(
    time: Double, depthM: Double = .nan, pressureKPa: Double = .nan, surfacePressureKPa: Double = .nan,
    ownState: DepthState = .unknown
  ) {
    self.time = time
    self.depthM = depthM
    self.pressureKPa = pressureKPa
    self.surfacePressureKPa = surfacePressureKPa
    self.ownState = ownState
  }
}

/// A row of the stream `submersion_event`.
public struct SubmersionEvent: Hashable, Sendable {
  /// The meaning of an event.
  public enum State: UInt8, Hashable, Sendable {
    /// No information: the measurements decide.
    case unknown = 0
    /// Out of the water from now on.
    case notSubmerged = 1
    /// Under water from now on.
    case submerged = 2
  }

  /// When it happened, in s on the recording's clock.
  public var time: Double
  /// Its meaning.
  public var state: State

  /// Makes an event.
  public init(time: Double, state: State) {
    self.time = time
    self.state = state
  }
}

/// A row of the stream `water_temperature`.
public struct TemperatureSample: Hashable, Sendable {
  /// When it was taken, in s on the recording's clock.
  public var time: Double
  /// The temperature, in degC.
  public var degC: Double
  /// Its uncertainty, in degC; NaN if missing.
  public var uncertaintyDegC: Double

  /// Makes a sample.
  public init(time: Double, degC: Double, uncertaintyDegC: Double = .nan) {
    self.time = time
    self.degC = degC
    self.uncertaintyDegC = uncertaintyDegC
  }
}
