/// An optional number that takes no more memory than a number, half of an `Optional`. Very many candidates have such a
/// number for each feature.
@propertyWrapper
public struct CompactDouble: Hashable, Sendable {
  /// A NaN that no calculation produces.
  private static let missing: UInt64 = 0x7ff8_6d69_7373_6564
  private var bits: UInt64

  /// Stores a number, or nil.
  public init(wrappedValue: Double?) { bits = wrappedValue?.bitPattern ?? Self.missing }

  /// The number; nil if missing.
  public var wrappedValue: Double? {
    get { bits == Self.missing ? nil : Double(bitPattern: bits) }
    set { bits = newValue?.bitPattern ?? Self.missing }
  }

  /// Whether both numbers are missing, or equal.
  public static func == (first: Self, second: Self) -> Bool { first.wrappedValue == second.wrappedValue }

  /// Hashes the number, if there is one.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// A value stored in the single precision of the tables, which saves memory: very many candidates have several such
/// values.
@propertyWrapper
public struct SinglePrecision: Hashable, Sendable {
  private var value: Float

  /// Rounds a figure.
  public init(wrappedValue: Double) { value = Float(wrappedValue) }

  /// The figure.
  public var wrappedValue: Double {
    get { Double(value) }
    set { value = Float(newValue) }
  }
}

/// An optional figure in single precision.
@propertyWrapper
public struct OptionalSinglePrecision: Hashable, Sendable {
  /// A NaN that no calculation produces.
  private static let missing: UInt32 = 0x7fc0_6d73

  private var bits: UInt32

  /// Rounds a figure, if there is one.
  public init(wrappedValue: Double?) { bits = wrappedValue.map { Float($0).bitPattern } ?? Self.missing }

  /// The figure; nil if missing.
  public var wrappedValue: Double? {
    get { bits == Self.missing ? nil : Double(Float(bitPattern: bits)) }
    set { self = Self(wrappedValue: newValue) }
  }

  /// Whether both are missing, or the same number.
  public static func == (first: Self, second: Self) -> Bool { first.wrappedValue == second.wrappedValue }

  /// Hashes the figure.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
