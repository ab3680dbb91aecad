import Files
import XML

/// Reads XML files, with errors that name file, line and column.
enum XMLFile {
  /// Delivers the bytes of a file, block by block, for as long as more are wanted.
  typealias Source = XMLReader.Source

  /// Reads the bytes that a source delivers.
  /// - Parameter path: its name in messages.
  /// - Throws: ``ImportError`` with line and column if it is not well-formed XML or the visitor rejects it; the errors
  ///   of the source.
  static func read(_ path: String, _ visitor: any XMLVisitor, from source: Source) throws {
    do {
      try XMLReader.read(visitor, from: source)
    } catch let fault as XMLFault {
      throw ImportError(path: path, line: fault.line, column: fault.column, fault.message)
    }
  }
}
