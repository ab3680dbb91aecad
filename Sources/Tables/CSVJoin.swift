import Files

/// Joins tables of equal columns into one, a table at a time, so that memory does not grow with their number.
public enum CSVJoin {
  /// A table whose columns differ from the first one's.
  public struct HeaderMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The table that cannot be joined.
    public var path: String
    /// The table that it was compared with.
    public var first: String

    /// One line: which table, and what it differs from.
    public var description: String {
      "\(path): cannot be joined: its columns differ from those of \(first); expected tables of one pipeline"
    }
  }

  /// A table that is not the one that was to be joined: another program has put its own in its place.
  public struct Replaced: RetryClassified, Hashable, CustomStringConvertible {
    /// The table.
    public var path: String

    /// Its maker will join it, or the next run.
    public var isWorthRetrying: Bool { true }

    /// What happened.
    public var description: String { "\(path): cannot be joined: it was replaced meanwhile; run or merge again" }
  }

  /// Writes the rows of all tables, in the order given, under one header.
  ///
  /// The joined table appears whole or not at all.
  /// - Parameters:
  ///   - paths: the tables.
  ///   - hashes: the contents that they are expected to have, in the same order; nil for whatever they hold.
  ///   - destination: the joined table.
  /// - Throws: ``HeaderMismatch``, ``Replaced``, or `FileError` for a table that cannot be read or written.
  public static func join(_ paths: [String], hashes: [ContentHash]? = nil, into destination: String) throws {
    let file = try PendingFile(for: destination)
    let output = try OutputFile(file)
    var header: ArraySlice<UInt8>?
    for (index, path) in paths.enumerated() {
      var bytes = try WholeFile.read(path)
      if let hashes, ContentHash(bytes) != hashes[index] { throw Replaced(path: path) }
      // Else the last row of one table and the first of the next would become one.
      if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      if let header {
        guard header == bytes[..<end] else { throw HeaderMismatch(path: path, first: paths[0]) }
      } else {
        header = bytes[..<end]
        try output.write(bytes[..<end])
      }
      try output.write(bytes[end...])
    }
    try output.close()
    try file.commit()
  }
}
