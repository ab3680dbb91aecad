import SPHDF5

/// How the stored numbers of a dataset become values in its unit, by its attributes.
///
/// The attributes of netCDF and the CF conventions are `scale_factor`, `add_offset`, `_FillValue`, `missing_value`,
/// `valid_min`, `valid_max` and `valid_range`. The attributes of NWB are `conversion` and `offset`.
///
/// A value is the stored number times `scale` plus `offset`. Missing and valid numbers are stated as stored numbers, as
/// in section 2.5.1 of the CF conventions.
package struct ValueEncoding: Hashable, Sendable {
  private(set) var scale = 1.0
  private(set) var offset = 0.0
  /// Stored numbers that mark missing values.
  private(set) var missing: [Double] = []
  /// The valid stored numbers.
  private(set) var valid = -Double.infinity...Double.infinity

  /// Stored numbers that are the values.
  package init() {}

  /// Reads the attributes of a dataset.
  /// - Throws: `RecordingError` for attributes that contradict each other or have no meaning, `HDF5Error` for
  ///   attributes that are not numbers.
  init(of dataset: Dataset, in file: File) throws {
    let attributes = dataset.attributes
    func fault(_ message: String) -> RecordingError {
      RecordingError(path: file.path, object: dataset.path, message)
    }
    // One number, under any of several names.
    func number(_ names: [String], default standard: Double) throws -> Double {
      let present = try names.filter { try attributes.contains($0) }
      let numbers = try present.map { try attributes.number($0, as: Double.self) }
      guard Set(numbers).count <= 1 else {
        throw fault(
          "has the attributes \(present.joined(separator: " and ")), which differ; expected one of them")
      }
      return numbers.first ?? standard
    }
    scale = try number(["scale_factor", "conversion"], default: 1)
    guard scale.isFinite, scale != 0 else {
      throw fault("is scaled by \(scale), by its attribute; expected a finite number other than 0")
    }
    offset = try number(["add_offset", "offset"], default: 0)
    guard offset.isFinite else { throw fault("has the offset \(offset), by its attribute; expected a finite number") }
    for name in ["_FillValue", "missing_value"] where try attributes.contains(name) {
      missing += try attributes.numbers(name, as: Double.self).filter { !$0.isNaN && !missing.contains($0) }
    }
    var range: [Double] = []
    if try attributes.contains("valid_range") { range = try attributes.numbers("valid_range", as: Double.self) }
    guard range.isEmpty || range.count == 2 else {
      throw fault("has \(range.count) numbers in its attribute valid_range; expected the least and the largest")
    }
    let least = try number(["valid_min"], default: range.first ?? -.infinity)
    let largest = try number(["valid_max"], default: range.last ?? .infinity)
    guard least <= largest else {
      throw fault("has valid values from \(least) to \(largest), by its attributes; expected the least first")
    }
    // Next to packed integers, a range of floating-point numbers is a range of values: section 2.5.1 of the CF
    // conventions.
    let isPacked = dataset.elementType.isInteger && (scale != 1 || offset != 0)
    let names = try ["valid_range", "valid_min", "valid_max"].filter { try attributes.contains($0) }
    guard isPacked, try names.contains(where: { try !attributes.elementType(of: $0).isInteger }) else {
      valid = least...largest
      return
    }
    let ends = [(least - offset) / scale, (largest - offset) / scale].sorted()
    valid = ends[0]...ends[1]
  }

  /// The encoding with the scale and offset of a mapping, if it has them, and with its marks of missing values.
  package func overridden(by mapping: ValueMapping) -> Self {
    var encoding = self
    encoding.scale = mapping.scale ?? scale
    encoding.offset = mapping.offset ?? offset
    encoding.missing += mapping.missing.filter { !missing.contains($0) }
    return encoding
  }

  /// Whether all stored numbers are the values, without marks of missing or invalid values.
  package var isPlain: Bool { self == Self() }

  /// Whether every stored number is a value.
  var marksNone: Bool { missing.isEmpty && valid == -Double.infinity...Double.infinity }

  /// Whether a stored number is a value.
  func holds(_ stored: Double) -> Bool { valid.contains(stored) && !missing.contains(stored) }

  /// The value of a stored number; NaN if it is missing.
  package func value(_ stored: Double) -> Double { holds(stored) ? stored * scale + offset : .nan }
}
