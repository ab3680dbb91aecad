import SPSignals

/// How the numbers of a file become the values of a dataset: the same for HDF5 files and text tables.
package struct ValueMapping: Hashable, Sendable {
  /// Unit of the values; nil for the unit that the file states, or the layout's unit if the file states none.
  package var unit: Unit?
  /// Whether all values change sign: for sensors that read +1 g upward at rest, against gravity.
  package var isInverted = false
  /// The factor of stored numbers; nil for the factor that the file states, or 1.
  package var scale: Double?
  /// The number that is added to the product, in the unit of the values; nil for the number that the file states, or 0.
  package var offset: Double?
  /// Stored numbers that mark missing values, in addition to the marks that the file states.
  package var missing: [Double] = []
  /// The axes of the sensor that become x, y and z; nil for the same axes.
  package var axes: [SignedAxis]?
  /// Whether an attitude's components come in the order x y z w.
  package var isScalarLast = false
  /// Whether all components but the first change sign: for attitudes that take vectors of the world to the device.
  package var isConjugated = false

  /// Values in the layout's unit, axes and order.
  package init() {}

  /// Which of the given columns each component of a dataset comes from, and whether its values change sign.
  package func components(of kind: StreamCatalog.DatasetKind) -> [(index: Int, isNegative: Bool)] {
    (0..<kind.components).map { component in
      var (index, isNegative) = (component, isInverted)
      if let axes, axes.indices.contains(component) {
        index = axes[component].index
        isNegative = isNegative != axes[component].isNegative
      }
      if isConjugated, component > 0 { isNegative.toggle() }
      if isScalarLast { index = (index + kind.components - 1) % kind.components }
      return (index, isNegative)
    }
  }
}

/// An axis of a sensor, in its direction or against it: `x`, `-y`.
package struct SignedAxis: Hashable, Sendable {
  /// 0 for x, 1 for y, 2 for z.
  package var index: Int
  /// Whether values along the axis change sign.
  package var isNegative: Bool

  /// Reads `x`, `+x` or `-x`; nil for any other text.
  package init?(_ text: String) {
    let name = text.last.map(String.init) ?? ""
    guard let index = ["x", "y", "z"].firstIndex(of: name), ["", "+", "-"].contains(text.dropLast()) else { return nil }
    self.index = index
    isNegative = text.hasPrefix("-")
  }
}
