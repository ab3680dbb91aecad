import SPBasics

/// An export of Apple Health: `export.xml` and its routes, as files or in an archive.
struct HealthExport {
  /// The name of the XML in messages.
  let name: String
  /// The file, or the archive.
  let path: String
  /// The size of the XML, unpacked, in bytes.
  let byteCount: Int
  private let archive: Archive?
  private let entry: String
  /// The archive's entries of routes, by their names without folders; empty for files.
  private let routeEntries: [String: String]

  /// How many bytes of an XML file are searched for the document type or the root element of an export.
  private static let headLength = 1 << 16
  /// The largest file of a route, in bytes: a day at 1 Hz is some 15 MB.
  private static let mostRouteByteCount = 1 << 26

  /// Opens a file; nil if it is not an export.
  /// - Throws: `FileError`; `ImportError` for an archive that cannot be read, and for files that `SourceKind`
  ///   rejects.
  init?(_ path: String) throws {
    self.path = path
    switch try SourceKind(path) {
    case .xml:
      let file = try InputFile(path)
      guard Self.isExport(try file.read(0..<Self.headLength)) else { return nil }
      (name, archive, entry, byteCount, routeEntries) = (path, nil, "", file.size, [:])
    case .archive:
      let archive = try Archive(path)
      // The name of the XML depends on the phone's language. The clinical record, _cda.xml, is in the same folder. An
      // export has few XML files at its top. If an archive has very many, only the first are examined.
      let candidates = archive.names.lazy.filter {
        $0.hasSuffix(".xml") && !$0.hasSuffix("_cda.xml") && $0.split(separator: "/").count <= 2
      }.prefix(1000)
      guard let entry = try candidates.first(where: { Self.isExport(try archive.head(of: $0, Self.headLength)) })
      else { return nil }
      (name, self.archive, self.entry, byteCount) = ("\(path)/\(entry)", archive, entry, archive.byteCount(of: entry))
      let routes = archive.names.filter { "/\(Folder.split($0).folder)".hasSuffix("/workout-routes") }
      routeEntries = Dictionary(routes.map { (Folder.split($0).name, $0) }) { first, _ in first }
    default: return nil
    }
  }

  /// Whether XML begins like an export.
  static func isExport(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData")
  }

  /// Reads the XML from its beginning to its end.
  ///
  /// Its document type is blanked out: some versions of the system write a damaged document type, and nothing depends
  /// on it. A document type that declares entities is an error.
  /// - Parameter advanced: called with the fraction of the bytes read.
  /// - Returns: the changes that made the XML readable.
  /// - Throws: `ImportError`, `FileError`, `CancellationError`.
  @discardableResult
  func read(_ visitor: any XMLVisitor, advanced: (Double) -> Void) throws -> XMLFile.Repairs {
    var total = 0
    return try XMLFile.read(name, visitor) { isMoreWanted in
      var type: DocumentType? = DocumentType(path: name)
      try blocks { block in
        total += block.count
        advanced(Double(total) / Double(max(1, byteCount)))
        guard var pending = type else { return try isMoreWanted(block) }
        guard let clean = try pending.passOver(block) else {
          type = pending
          return true
        }
        type = nil
        return try isMoreWanted(clean)
      }
      if let pending = type { _ = try isMoreWanted(pending.bytes) }
    }
  }

  private func blocks(_ isMoreWanted: ([UInt8]) throws -> Bool) throws {
    if let archive {
      try archive.read(entry, blocks: isMoreWanted)
    } else {
      try WholeFile.read(path, blocks: isMoreWanted)
    }
  }

  /// Reads the file of a route by its path in the export.
  /// - Returns: the contents of the file, or why the file cannot be read.
  /// - Throws: `CancellationError`.
  func route(_ reference: String) throws -> Result<[Activity], ImportError> {
    guard let name = Self.routeName(reference) else {
      return .failure(ImportError(path: reference, "is not the name of a route's file"))
    }
    do {
      if let archive {
        guard let entry = routeEntries[name] else {
          return .failure(ImportError(path: name, "is missing in the archive"))
        }
        guard archive.byteCount(of: entry) <= Self.mostRouteByteCount else {
          return .failure(ImportError(path: name, "is larger than \(Self.mostRouteByteCount) bytes"))
        }
        return .success(try XMLActivity.read("\(path)/\(entry)") { try archive.read(entry, blocks: $0) }.0)
      }
      let path = routePath(name)
      guard Folder.exists(path) else { return .failure(ImportError(path: name, "is missing in workout-routes")) }
      guard try FileStamp(of: path).sizeBytes <= Self.mostRouteByteCount else {
        return .failure(ImportError(path: name, "is larger than \(Self.mostRouteByteCount) bytes"))
      }
      return .success(try XMLActivity.read(path).0)
    } catch let error as ImportError {
      return .failure(error)
    } catch let error as FileError {
      return .failure(ImportError(path: name, "\(error)"))
    }
  }

  /// The name of a route's file without its folders, since a path from the export could lead anywhere. Nil if the path
  /// does not end with a name.
  private static func routeName(_ reference: String) -> String? {
    let name = Folder.split(reference).name
    return name.isEmpty || [".", ".."].contains(name) ? nil : name
  }

  private func routePath(_ name: String) -> String { "\(Folder.split(path).folder)/workout-routes/\(name)" }

  /// The files that a workout is read from: the export, and its routes if they are separate files.
  func files(of workout: HealthWorkout) -> [String] {
    guard archive == nil else { return [path] }
    return [path]
      + workout.routes.compactMap(Self.routeName).map(routePath)
      .filter { Folder.exists($0) && !Folder.isFolder($0) }
  }
}

/// Blanks out the document type declaration at the head of XML. Lines and columns keep their numbers.
struct DocumentType {
  private let path: String
  /// The bytes taken so far; all of the file if it ends before a declaration or an element.
  private(set) var bytes: [UInt8] = []
  /// The longest head, in bytes. The head of Apple Health's exports has some 10,000 bytes.
  private static let longest = 1 << 20

  init(path: String) { self.path = path }

  /// Takes a block of bytes. Once the declaration is complete, returns all bytes taken so far, with the declaration
  /// blanked out; nil until then.
  /// - Throws: `ImportError` for a declaration that declares entities or is too long.
  mutating func passOver(_ block: [UInt8]) throws -> [UInt8]? {
    bytes += block
    guard let range = declaration else {
      guard bytes.count <= Self.longest else {
        throw ImportError(path: path, line: 1, "has a document type of more than \(Self.longest) bytes")
      }
      return nil
    }
    if bytes[range].contains("<!ENTITY") {
      throw ImportError(
        path: path, line: 1,
        "declares entities, which are not accepted: they could load other files or expand without limit")
    }
    for place in range where bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
    defer { bytes = [] }
    return bytes
  }

  /// The position of the declaration; empty without a declaration, and nil if more bytes are needed to decide.
  private var declaration: Range<Int>? {
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        place += 1
        continue
      }
      // The longest beginning that is compared, <!DOCTYPE, has 9 bytes.
      guard place + 9 <= bytes.count else { return nil }
      if bytes[place...].starts(with: "<?".utf8) {
        guard let end = end(of: "?>", from: place) else { return nil }
        place = end
      } else if bytes[place...].starts(with: "<!--".utf8) {
        guard let end = end(of: "-->", from: place) else { return nil }
        place = end
      } else if bytes[place...].starts(with: "<!DOCTYPE".utf8) {
        return end(ofDeclarationAt: place).map { place..<$0 }
      } else {
        return place..<place
      }
    }
    return nil
  }

  private func end(of text: String, from place: Int) -> Int? {
    let wanted = Array(text.utf8)
    return (place..<max(place, bytes.count - wanted.count + 1)).first { bytes[$0...].starts(with: wanted) }
      .map { $0 + wanted.count }
  }

  /// The position after the `>` that ends the declaration; nil if more bytes are needed. Text between `[` and `]` may
  /// be damaged, and comments may contain brackets.
  private func end(ofDeclarationAt start: Int) -> Int? {
    var place = start
    var isInside = false
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside: return place + 1
      case UInt8(ascii: "<") where bytes[place...].starts(with: "<!--".utf8):
        guard let end = end(of: "-->", from: place) else { return nil }
        place = end - 1
      default: break
      }
      place += 1
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
  }
}
