import SPBasics

/// A message to or from Python: a header in JSON, and the bytes of arrays.
///
/// It has 4 bytes with the length of the header, the header, and then the arrays, all little-endian.
package struct PythonMessage {
  /// The type of an array's elements, as NumPy spells it.
  package enum Element: String {
    case float32 = "<f4"
    case float64 = "<f8"
    case int64 = "<i8"
    case byte = "|u1"

    var size: Int {
      switch self {
      case .float32: 4
      case .float64, .int64: 8
      case .byte: 1
      }
    }
  }

  /// An array: its name, its shape, and the bytes of its elements in C's order.
  package struct Array {
    let name: String
    let element: Element
    let shape: [Int]
    let bytes: [UInt8]

    /// Makes an array of values, which fill the shape.
    package init<Value: BitwiseCopyable>(_ name: String, _ element: Element, _ shape: [Int], _ values: [Value]) {
      precondition(
        values.count * MemoryLayout<Value>.stride == shape.reduce(element.size, *), "an array does not fill its shape")
      (self.name, self.element, self.shape) = (name, element, shape)
      bytes = values.withUnsafeBytes { Swift.Array($0) }
    }

    fileprivate init(_ name: String, _ element: Element, _ shape: [Int], bytes: [UInt8]) {
      (self.name, self.element, self.shape, self.bytes) = (name, element, shape, bytes)
    }

    /// Its elements, which are of a type of the right size.
    func values<Value: BitwiseCopyable>(as type: Value.Type = Value.self) -> [Value] {
      [Value](unsafeUninitializedCapacity: bytes.count / MemoryLayout<Value>.stride) { target, count in
        UnsafeMutableRawBufferPointer(target).copyBytes(from: bytes)
        count = bytes.count / MemoryLayout<Value>.stride
      }
    }
  }

  /// The members of the header without `arrays`.
  var members: [JSONValue.Member]
  /// The arrays.
  var arrays: [Array] = []

  /// A message that asks for something.
  package init(_ operation: String, _ members: [(String, JSONValue)] = [], arrays: [Array] = []) {
    self.members = [.init(key: "op", value: .string(operation))] + members.map { .init(key: $0.0, value: $0.1) }
    self.arrays = arrays
  }

  /// The bytes of the message, in parts.
  var parts: [[UInt8]] {
    let listed = arrays.map { array in
      JSONValue.object([
        .init(key: "name", value: .string(array.name)), .init(key: "dtype", value: .string(array.element.rawValue)),
        .init(key: "shape", value: .array(array.shape.map { .integer($0) })),
      ])
    }
    let header = JSONValue.object(members + [.init(key: "arrays", value: .array(listed))]).canonical.utf8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 + header.count)
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: header.count >> shift)) }
    return [bytes + header] + arrays.map(\.bytes)
  }
}

/// A reply of Python.
package struct PythonReply {
  /// An error in the user's code, or in its result.
  package struct Failure {
    var kind = ""
    var message = ""
    var file: String?
    var line: Int?
    var traceback: [String] = []
  }

  /// The failure, or nil after a success.
  private(set) var failure: Failure?
  /// What the user's code has printed.
  package internal(set) var printed = ""
  /// Columns of text, by their names.
  package private(set) var texts: [String: [String?]] = [:]
  private var arrays: [String: PythonMessage.Array] = [:]

  /// The values of an array, or nil if the reply has no array with this name.
  package func array<Value: BitwiseCopyable>(_ name: String, as type: Value.Type = Value.self) -> [Value]? {
    arrays[name]?.values(as: type)
  }

  /// Reads a reply from the bytes received so far; nil if more bytes are needed.
  /// - Throws: An error if the bytes are not a reply.
  init?(_ bytes: [UInt8]) throws {
    guard bytes.count >= 4 else { return nil }
    let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    guard bytes.count >= 4 + length else { return nil }
    var listed: [(name: String, element: PythonMessage.Element, shape: [Int])] = []
    var (failure, printed, texts) = (Failure?.none, "", [String: [String?]]())
    try JSONReader.value(of: bytes, in: 4..<4 + length) { reader in
      try reader.members { key, value in
        switch key {
        case "printed": printed = try value.string()
        case "error": failure = try Failure(&value)
        case "arrays": try value.elements { listed.append(try Self.array(&$0)) }
        case "texts":
          try value.members { name, list in
            var column: [String?] = []
            try list.elements { column.append(try $0.optionalString()) }
            texts[name.text] = column
          }
        default: break
        }
      }
    }
    var place = 4 + length
    for array in listed {
      let count = array.shape.reduce(array.element.size, *)
      guard bytes.count >= place + count else { return nil }
      arrays[array.name] = PythonMessage.Array(
        array.name, array.element, array.shape, bytes: Array(bytes[place..<place + count]))
      place += count
    }
    (self.failure, self.printed, self.texts) = (failure, printed, texts)
  }

  private static func array(
    _ reader: inout JSONReader
  ) throws -> (name: String, element: PythonMessage.Element, shape: [Int]) {
    var (name, element, shape) = ("", PythonMessage.Element?.none, [Int]())
    try reader.members { key, value in
      switch key {
      case "name": name = try value.string()
      case "dtype": element = PythonMessage.Element(rawValue: try value.string())
      case "shape": try value.elements { shape.append(try $0.integer()) }
      default: break
      }
    }
    guard let element, shape.allSatisfy({ 0..<1 << 40 ~= $0 }) else {
      throw reader.fault("an array of numbers")
    }
    return (name, element, shape)
  }
}

extension PythonReply.Failure {
  init(_ reader: inout JSONReader) throws {
    var failure = Self()
    try reader.members { key, value in
      switch key {
      case "kind": failure.kind = try value.string()
      case "message": failure.message = try value.string()
      case "file": failure.file = try value.optionalString()
      case "line": failure.line = try value.optionalInteger()
      case "traceback": failure.traceback = try value.strings()
      default: break
      }
    }
    self = failure
  }
}
