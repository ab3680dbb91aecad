/// A number that may be missing, in the room of a number: half of that of an optional, as there is one for each feature
/// of very many candidates.
@propertyWrapper
public struct CompactDouble: Hashable, Sendable {
  /// A NaN that no calculation gives.
  private static let missing: UInt64 = 0x7ff8_6d69_7373_6564
  private var bits: UInt64

  /// A number, or none.
  public init(wrappedValue: Double?) { bits = wrappedValue?.bitPattern ?? Self.missing }

  /// The number; nil where there is none.
  public var wrappedValue: Double? {
    get { bits == Self.missing ? nil : Double(bitPattern: bits) }
    set { bits = newValue?.bitPattern ?? Self.missing }
  }

  /// Whether both are missing, or equal as numbers.
  public static func == (first: Self, second: Self) -> Bool { first.wrappedValue == second.wrappedValue }

  /// Hashes the number, if there is one.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// A figure in the single precision that tables give it in: there are some for each of very many candidates.
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

/// The same of a figure that may be missing.
@propertyWrapper
public struct OptionalSinglePrecision: Hashable, Sendable {
  /// A number that is none, and that no computation gives.
  private static let missing: UInt32 = 0x7fc0_6d73

  private var bits: UInt32

  /// Rounds a figure, if there is one.
  public init(wrappedValue: Double?) { bits = wrappedValue.map { Float($0).bitPattern } ?? Self.missing }

  /// The figure; nil where it is missing.
  public var wrappedValue: Double? {
    get { bits == Self.missing ? nil : Double(Float(bitPattern: bits)) }
    set { self = Self(wrappedValue: newValue) }
  }

  /// Whether both are missing, or the same number.
  public static func == (first: Self, second: Self) -> Bool { first.wrappedValue == second.wrappedValue }

  /// Feeds the figure to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
