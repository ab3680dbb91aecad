import FoundationEssentials

/// Where something was written: a place in a file, a whole file, or an override on the command line.
public enum SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// A whole file, if no line can be named.
  case file(String)
  /// A line and a column of a file, both from 1; columns count Unicode scalars.
  case position(file: String, line: Int, column: Int)
  /// An override given in addition to the file, spelled as it was given: `--set hit.threshold_g=2`.
  case override(String)

  /// `hits.json`, `hits.json:14:9` or `--set hit.threshold_g=2`.
  public var description: String {
    switch self {
    case .file(let file): file
    case .position(let file, let line, let column): "\(file):\(line):\(column)"
    case .override(let text): text
    }
  }

  /// The file; nil for an override.
  public var file: String? {
    switch self {
    case .file(let file), .position(let file, _, _): file
    case .override: nil
    }
  }

  /// The absolute path of a file that is named at this place.
  ///
  /// A relative path starts from the folder of this place's file, or from the working directory for an override.
  package func resolve(path: String) -> String {
    let folder = file.flatMap { file in file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file[...$0] } } ?? ""
    let joined = path.hasPrefix("/") ? path : folder + path
    return URL(fileURLWithPath: joined).standardizedFileURL.path
  }

  /// Whether this place is reported before another: first whole files, then positions in order, then overrides.
  package func precedes(_ other: SourcePlace) -> Bool {
    sortKey.lexicographicallyPrecedes(other.sortKey)
  }

  private var sortKey: [Int] {
    switch self {
    case .file: [0]
    case .position(_, let line, let column): [1, line, column]
    case .override: [2]
    }
  }
}
