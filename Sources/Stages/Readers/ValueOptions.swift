import SPPipelines
import SPRecordings
import SPSignals

/// The conversion of a file's numbers to the values of a dataset. HDF5 files and text tables share these options.
package struct ValueOptions: StageOptions {
  /// The order of a quaternion's components.
  package enum Order: String, CaseIterable, Sendable {
    /// The scalar comes first, as in layout version 1.
    case wxyz
    /// The scalar comes last.
    case xyzw
  }

  /// The vectors that a quaternion rotates.
  package enum Direction: String, CaseIterable, Sendable {
    /// Vectors from the device's frame to the world's frame, as in layout version 1.
    case deviceToWorld = "device_to_world"
    /// Vectors from the world's frame to the device's frame.
    case worldToDevice = "world_to_device"
  }

  /// Unit of the values.
  package var unit: String?
  /// The factor of stored numbers.
  package var scale: Double?
  /// The number that is added to the product.
  package var offset: Double?
  /// Stored numbers that mark missing values.
  package var missing: [Double] = []
  /// Whether values change sign.
  package var invert = false
  /// The sensor's axes that become x, y and z.
  package var axes: [String]?
  /// The order of a quaternion's components.
  package var order = Order.wxyz
  /// The vectors that a quaternion rotates.
  package var direction = Direction.deviceToWorld

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .optional(
        "unit", \.unit, .string(isEmptyAllowed: false),
        help: "Unit of the values, such as m/s^2; null for the unit that the file states, or the layout's."),
      .optional(
        "scale", \.scale, .number(),
        help: """
          What stored numbers are multiplied by; null for the HDF5 attribute scale_factor or conversion, or 1.
          """),
      .optional(
        "offset", \.offset, .number(),
        help: """
          What is added then, in the unit of the values; null for the HDF5 attribute add_offset or offset, or 0.
          """),
      .list(
        "missing", \.missing, of: .number(), count: 0...16,
        help: """
          Stored numbers that mark missing values, besides those of the HDF5 attributes _FillValue and missing_value.
          """),
      .boolean(
        "invert", \.invert,
        help: "Changes the sign of all values: for accelerometers that read +1 g upward at rest, against gravity."),
      .optional(
        "axes", \.axes, .list(of: .string(isEmptyAllowed: false), count: 3...3),
        help: """
          The sensor's axes that become x, y and z, each with its sign, such as ["-y", "x", "z"]; null for the same axes.
          """),
      .choice("order", \.order, help: "The order of an attitude's components in the file."),
      .choice("direction", \.direction, help: "From which frame to which an attitude takes vectors."),
    ]
  }

  /// The rows of the table of options, for options that have a property with value options.
  package static func fields<Outer>(in property: OptionField<Outer>.Property<Self>) -> [OptionField<Outer>] {
    fields.map { OptionField<Outer>($0, in: property) }
  }

  /// The faults of the options, compared with a dataset of layout version 1.
  /// - Parameters:
  ///   - name: the dataset.
  ///   - components: the number of the dataset's components; nil if the layout lacks the dataset.
  package func faults(as name: String, of components: Int?) -> [OptionFault] {
    var faults: [OptionFault] = []
    if let unit, Unit(symbol: unit) == nil {
      faults.append(OptionFault("unit", "\"\(unit)\" is not a unit; expected one such as g or rad/s"))
    }
    if let scale, scale == 0 { faults.append(OptionFault("scale", "expected a number other than 0, found 0")) }
    if let axes {
      let parsed = axes.compactMap(SignedAxis.init)
      if components != 3 {
        faults.append(OptionFault("axes", "expected null: \(name) has no axes x, y and z"))
      } else if Set(parsed.map(\.index)).count != 3 {
        faults.append(OptionFault("axes", "expected x, y and z in any order, each with an optional sign"))
      }
    }
    if components != 4, order != .wxyz || direction != .deviceToWorld {
      faults.append(OptionFault("order", "expected no order or direction: \(name) is not a quaternion"))
    }
    return faults
  }

  /// The mapping that the options describe.
  package var mapping: ValueMapping {
    var mapping = ValueMapping()
    mapping.unit = unit.flatMap(Unit.init(symbol:))
    mapping.scale = scale
    mapping.offset = offset
    mapping.missing = missing
    mapping.isInverted = invert
    mapping.axes = axes?.compactMap(SignedAxis.init)
    mapping.isScalarLast = order == .xyzw
    mapping.isConjugated = direction == .worldToDevice
    return mapping
  }
}
