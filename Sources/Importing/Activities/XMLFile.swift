import SPBasics

/// Reads XML files, with errors that name file, line and column.
enum XMLFile {
  /// Delivers the bytes of a file, block by block, until no more bytes are wanted.
  typealias Source = XMLReader.Source

  /// The changes that made the file readable, one sentence each; empty without changes.
  struct Repairs {
    /// About characters that were replaced.
    var replaced: [String] = []
    /// About elements whose attributes were left out.
    var emptied: [String] = []

    init(_ repair: XMLRepair) {
      if let line = repair.firstReplacedLine {
        let what = counted(repair.replacedCount, "character")
        replaced = ["\(what) that XML does not allow, replaced by spaces, the first on line \(line)"]
      }
      if let line = repair.firstEmptiedLine {
        let names = Listing.text(repair.emptied)
        emptied = [
          "elements that are not well-formed, read without their attributes: \(names), the first on line \(line)"
        ]
      }
    }
  }

  /// How many bytes of a file are searched for the root element.
  static let headLength = 1 << 12

  /// The beginning of a file, with its root element.
  /// - Throws: `FileError`.
  static func head(of path: String) throws -> String {
    String(decoding: try InputFile(path).read(0..<headLength), as: UTF8.self)
  }

  /// Reads a file.
  /// - Parameter advanced: called with the fraction of the bytes read.
  /// - Throws: the errors of `read(_:_:from:)`.
  @discardableResult
  static func read(_ path: String, _ visitor: any XMLVisitor, advanced: (Double) -> Void) throws -> Repairs {
    let byteCount = try FileStamp(of: path).sizeBytes
    return try read(path, visitor) { isMoreWanted in
      var total = 0
      try WholeFile.read(path) { block in
        total += block.count
        advanced(Double(total) / Double(max(1, byteCount)))
        return try isMoreWanted(block)
      }
    }
  }

  /// Reads the bytes that a source delivers.
  ///
  /// Characters that XML does not allow become spaces. Elements whose attributes are not well-formed lose their
  /// attributes. One damaged record would otherwise end a file of years.
  /// - Parameter path: the name of the file in messages.
  /// - Returns: the changes.
  /// - Throws: `ImportError` with line and column if the bytes are not well-formed XML or the visitor rejects them; the
  ///   errors of the source.
  @discardableResult
  static func read(_ path: String, _ visitor: any XMLVisitor, from source: Source) throws -> Repairs {
    do {
      return Repairs(try XMLReader.readRepairing(visitor, from: source))
    } catch let fault as XMLFault {
      throw ImportError(path: path, line: fault.line, column: fault.column, fault.message)
    }
  }
}
