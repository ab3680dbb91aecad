import Foundation
import SPTables
import Testing

/// A column of a name that says its type.
func column(_ name: String, _ values: ColumnValues, unit: String? = nil) -> FeatureTable.Column {
  FeatureTable.Column(
    description: ColumnDescription(name: name, type: values.type, unit: unit, description: "Holds \(name)."),
    values: values)
}

/// The bytes of a file in base64, on several lines.
func bytes(base64 text: String) -> [UInt8] {
  Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
}

/// All row groups of a file.
func rows(_ bytes: [UInt8], columns: Set<String>? = nil) throws -> [FeatureTable] {
  let file = try ParquetFile(bytes, path: "t.parquet")
  return try file.rowGroupSizes.indices.map { try file.read(rowGroup: $0, columns: columns) }
}

/// What an error says; nil if there is none.
func fault(_ work: () throws -> Void) -> String? {
  do {
    try work()
    return nil
  } catch {
    return "\(error)"
  }
}

/// Bytes that are no whole value, and what is wrong with them.
struct DamagedBytes: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  init(_ fault: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (fault, bytes) }
}

/// Numbers that look random and are the same each time (SplitMix64).
struct Scatter {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
