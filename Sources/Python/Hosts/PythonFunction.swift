import SPBasics
import Synchronization

/// A function in Python that a pipeline names, with its declaration, which is known without executing the file.
package struct PythonFunction: Hashable, Sendable {
  /// A column that it returns.
  package struct Column: Hashable, Sendable {
    /// The type of a column's values.
    package enum Kind: String, Sendable {
      case float, int, bool, str
    }

    package var name = ""
    package var kind = Kind.float
    package var unit: String?
    package var description = ""
  }

  /// The work of a function.
  package enum Kind: String, Sendable {
    /// It measures swings.
    case features
    /// It finds events.
    case detector
  }

  /// The absolute path of its file.
  package let path: String
  /// The text of the file.
  let source: String
  /// The hash of the file.
  package let hash: ContentHash
  /// The socket of a running Python that has the function, and the token that it asks for; nil for a function in a file.
  let kernel: Kernel?
  /// Its name.
  package private(set) var name = ""
  /// Its work.
  package private(set) var kind = Kind.features
  /// The columns that it returns.
  package private(set) var columns: [Column] = []
  /// How much of the streams it gets: before and after a swing's anchor, or before and after a block, in s.
  package private(set) var beforeS = 0.0
  package private(set) var afterS = 0.0
  /// The names of the streams that it gets.
  package private(set) var streams: [String] = []

  /// The declarations of files that were read before: a command may load its pipeline more than once.
  private static let known = Mutex<[ContentHash: [UInt8]]>([:])

  struct Kernel: Hashable, Sendable {
    var socket: String
    var token: String
  }

  /// A fault in a file of functions.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The option that is at fault.
    package let option: String
    /// The place, if there is one, and the message.
    package let description: String
  }

  /// Reads the declarations in a file, which is not executed.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: the function; nil if it is the only one of its kind.
  ///   - kind: what the function has to do.
  /// - Throws: ``Fault``.
  package init(in path: String, named name: String?, kind: Kind) throws {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.read(path)
    } catch {
      let reason =
        Folder.isFolder(path)
        ? "it is a folder" : Folder.exists(path) ? "it cannot be read (\(error.reason))" : "no such file"
      throw Fault(option: "file", description: "\(path): \(reason); expected a file in Python")
    }
    self.path = Folder.absolute(path)
    hash = ContentHash(bytes)
    source = String(decoding: bytes, as: UTF8.self)
    var found: [Self.Draft] = []
    do {
      if path.hasSuffix(".json") {
        let (kernel, draft) = try JSONReader.value(of: bytes) { try Self.kernel(&$0) }
        (self.kernel, found) = (kernel, [draft])
      } else {
        kernel = nil
        let answer = try Self.known.withLock(\.[hash]) ?? PythonInterpreter.current.declarations(in: bytes)
        Self.known.withLock { $0[hash] = answer }
        found = try JSONReader.value(of: answer) { try Self.drafts(&$0) }
      }
    } catch let place as Place {
      throw Fault(option: "file", description: "\(path):\(place.line):\(place.column): \(place.message)")
    } catch let fault as JSONReader.Fault {
      throw Fault(option: "file", description: "\(path): its declarations cannot be read: \(fault)")
    } catch {
      throw Fault(option: "file", description: "\(path): \(error)")
    }
    let draft = try Self.choose(found, named: name, kind, path)
    (self.name, self.kind, columns, streams) = (draft.name, kind, draft.columns, draft.streams)
    (beforeS, afterS) = (draft.beforeS, draft.afterS)
  }

  private static func choose(_ found: [Draft], named name: String?, _ kind: Kind, _ path: String) throws -> Draft {
    let candidates = found.filter { $0.kind == kind.rawValue }
    let names = candidates.map(\.name)
    let decorator = "@swingpipe.\(kind.rawValue)"
    guard let name else {
      if let only = candidates.first, candidates.count == 1 { return only }
      let message =
        candidates.isEmpty
        ? "\(path): it has no function with the decorator \(decorator)"
        : "\(path): it has \(names.count) functions with the decorator \(decorator); expected one of \(list(names))"
      throw Fault(option: candidates.isEmpty ? "file" : "function", description: message)
    }
    if let meant = candidates.first(where: { $0.name == name }) { return meant }
    let other = found.contains { $0.name == name } ? ", which has another decorator" : ""
    let expected = names.isEmpty ? "a function with the decorator \(decorator)" : "one of \(list(names))"
    throw Fault(
      option: "function", description: "\(path): no \(kind) function \"\(name)\"\(other); expected \(expected)")
  }

  private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

  /// A declaration as the host writes it.
  private struct Draft {
    var name = ""
    var kind = ""
    var columns: [Column] = []
    var beforeS = 0.0
    var afterS = 0.0
    var streams: [String] = []

    init(_ reader: inout JSONReader) throws {
      var draft = (name: "", kind: "", columns: [Column](), before: 0.0, after: 0.0, streams: [String]())
      try reader.members { key, value in
        switch key {
        case "name": draft.name = try value.string()
        case "kind": draft.kind = try value.string()
        case "before_s": draft.before = try value.double()
        case "after_s": draft.after = try value.double()
        case "history_s":
          draft.before = try value.double()
          draft.after = draft.before
        case "streams": draft.streams = try value.strings()
        case "stream": draft.streams = [try value.string()]
        case "columns": try value.elements { draft.columns.append(try Column(&$0)) }
        default: break
        }
      }
      (name, kind, columns, streams) = (draft.name, draft.kind, draft.columns, draft.streams)
      (beforeS, afterS) = (draft.before, draft.after)
    }
  }

  /// A fault at a place in the file.
  private struct Place: Error {
    var line = 1
    var column = 1
    var message = ""
  }

  private static func drafts(_ reader: inout JSONReader) throws -> [Draft] {
    var drafts: [Draft] = []
    var fault: Place?
    try reader.members { key, value in
      switch key {
      case "functions": try value.elements { drafts.append(try Draft(&$0)) }
      case "error":
        var place = Place()
        try value.members { key, value in
          switch key {
          case "line": place.line = try value.integer()
          case "column": place.column = try value.integer()
          case "message": place.message = try value.string()
          default: break
          }
        }
        fault = place
      default: break
      }
    }
    if let fault { throw fault }
    return drafts
  }

  private static func kernel(_ reader: inout JSONReader) throws -> (Kernel, Draft) {
    var (socket, token, draft) = ("", "", Draft?.none)
    try reader.members { key, value in
      switch key {
      case "socket": socket = try value.string()
      case "token": token = try value.string()
      case "declaration": draft = try Draft(&value)
      default: break
      }
    }
    guard let draft else { throw reader.fault("a declaration") }
    return (Kernel(socket: socket, token: token), draft)
  }

  /// The declaration as the host reads it.
  var declaration: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "name", value: .string(name)), .init(key: "kind", value: .string(kind.rawValue)),
    ]
    switch kind {
    case .features:
      members += [
        .init(key: "columns", value: .array(columns.map(\.json))), .init(key: "before_s", value: .number(beforeS)),
        .init(key: "after_s", value: .number(afterS)),
        .init(key: "streams", value: .array(streams.map { .string($0) })),
      ]
    case .detector:
      members += [
        .init(key: "stream", value: .string(streams.first ?? "")), .init(key: "history_s", value: .number(beforeS)),
      ]
    }
    return .object(members)
  }
}

extension PythonFunction.Column {
  init(_ reader: inout JSONReader) throws {
    var column = Self()
    try reader.members { key, value in
      switch key {
      case "name": column.name = try value.string()
      case "type":
        guard let kind = Kind(rawValue: try value.string()) else { throw value.fault("float, int, bool or str") }
        column.kind = kind
      case "unit": column.unit = try value.optionalString()
      case "description": column.description = try value.string()
      default: break
      }
    }
    self = column
  }

  var json: JSONValue {
    [
      "name": .string(name), "type": .string(kind.rawValue), "unit": unit.map { .string($0) } ?? .null,
      "description": .string(description),
    ]
  }
}
