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
