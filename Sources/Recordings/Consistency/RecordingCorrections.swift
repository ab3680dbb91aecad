import SPBasics
import SPSignals

/// Corrections of a recording whose description does not fit its data; a reader applies them as it opens the file.
///
/// In the layout, rotation rates are in rad/s, gravity points down, and the accelerometer reads gravity plus user
/// acceleration. An attitude has the order w x y z and takes vectors of the device's frame to the world's.
public struct RecordingCorrections: Hashable, Sendable {
  /// A convention that differs from the layout's. Its raw value is the word on the command line and in pipelines.
  public enum Convention: String, CaseIterable, Hashable, Sendable, Codable {
    /// The rotation rate is in deg/s, whatever the file states.
    case rotationRateInDegrees = "rotation_rate_deg_s"
    /// The rotation rate is in rad/s, whatever the file states.
    case rotationRateInRadians = "rotation_rate_rad_s"
    /// The rotation rate has the opposite direction.
    case rotationRateOpposite = "rotation_rate_opposite"
    /// The attitude's components come in the order x y z w.
    case attitudeScalarLast = "attitude_xyzw"
    /// The attitude takes vectors of the world's frame to the device's.
    case attitudeInverse = "attitude_inverse"
    /// Gravity points up.
    case gravityOpposite = "gravity_opposite"
    /// The accelerometer reads +1 g upwards at rest.
    case accelerationOpposite = "acceleration_opposite"
    /// User acceleration has the opposite sign.
    case userAccelerationOpposite = "user_acceleration_opposite"
  }

  /// The conventions.
  public var conventions: Set<Convention>
  /// How late the clock of the device motion is against the accelerometer's, in s: it is subtracted.
  public var motionOffsetS: Double

  /// The allowed offsets, in s. They cover the difference between a clock that counts from a start and a clock that
  /// counts from 1970.
  package static let motionOffsetRangeS = -1e10...1e10

  /// Makes corrections; by default none.
  public init(_ conventions: Set<Convention> = [], motionOffsetS: Double = 0) {
    self.conventions = conventions
    self.motionOffsetS = motionOffsetS
  }

  /// Whether nothing is corrected.
  public var isEmpty: Bool { conventions.isEmpty && motionOffsetS == 0 }

  /// These corrections together with others.
  func union(_ other: Self) -> Self {
    Self(
      conventions.union(other.conventions), motionOffsetS: motionOffsetS == 0 ? other.motionOffsetS : motionOffsetS)
  }

  /// The conventions by their names, in the order of the alphabet.
  public var names: [String] { conventions.map(\.rawValue).sorted() }

  /// The offset as text with whole ms, which is about its accuracy.
  private var offsetText: String { short(motionOffsetS) }

  /// The options of `swingpipe import` that apply the corrections.
  public var importOptions: String {
    let options = names.map { "--correct \($0)" } + (motionOffsetS == 0 ? [] : ["--motion-offset-s \(offsetText)"])
    return options.joined(separator: " ")
  }

  /// The options of `swingpipe run` that apply the corrections, for a reader with an id.
  package func runOptions(reader: String) -> String {
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    let options =
      (names.isEmpty ? [] : ["--set '\(reader).corrections=[\(list)]'"])
      + (motionOffsetS == 0 ? [] : ["--set \(reader).motion_offset_s=\(offsetText)"])
    return options.joined(separator: " ")
  }
}

extension RecordingMapping {
  /// The mapping with corrections.
  func corrected(by corrections: RecordingCorrections) -> Self {
    var mapping = self
    for name in [StreamName.accelerometer, .deviceMotion, .headphoneMotion] {
      guard var stream = mapping.streams[name] else { continue }
      for (dataset, source) in stream.datasets {
        stream.datasets[dataset] = source.corrected(by: corrections.conventions, as: dataset)
      }
      if name == .deviceMotion { stream.clockS += corrections.motionOffsetS }
      mapping.streams[name] = stream
    }
    return mapping
  }
}

extension DatasetMapping {
  fileprivate func corrected(by conventions: Set<RecordingCorrections.Convention>, as dataset: String) -> Self {
    var mapping = self
    for convention in conventions {
      switch (convention, dataset) {
      case (.rotationRateInDegrees, "rotation_rate"): mapping.unit = .degreesPerSecond
      case (.rotationRateInRadians, "rotation_rate"): mapping.unit = .radiansPerSecond
      case (.rotationRateOpposite, "rotation_rate"), (.gravityOpposite, "gravity"),
        (.accelerationOpposite, "acceleration"), (.userAccelerationOpposite, "user_acceleration"):
        mapping.isInverted.toggle()
      case (.attitudeScalarLast, "attitude"):
        mapping.values.isScalarLast.toggle()
      case (.attitudeInverse, "attitude"): mapping.values.isConjugated.toggle()
      default: break
      }
    }
    return mapping
  }
}
