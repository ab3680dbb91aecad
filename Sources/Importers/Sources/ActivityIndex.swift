import Files

/// The table `activities.csv` of a bulk export, with a row for each activity and the name of its file.
///
/// Its column names are in the user's language. The files are found by the cells themselves, which begin with
/// `activities/`, and sports where the names of the columns and sports are English.
struct ActivityIndex {
  /// An activity's row.
  struct Entry: Hashable {
    /// What was done, by the names of the field; nil if it is not known.
    var sport: String?
    /// What the user called it; nil if it is not known.
    var title: String?
  }

  /// The activities by the paths of their files, such as `activities/12.fit.gz`.
  private(set) var entries: [String: Entry] = [:]
  /// How many activities have no file, such as those that were typed in.
  private(set) var filelessCount = 0

  static let fileName = "activities.csv"
  private static let folder = "activities/"
  /// The largest table, in bytes: a row has some 500.
  static let mostByteCount = 1 << 26
  /// The most rows, and columns: the table of Strava has some 100.
  private static let most = (rows: 200_000, columns: 1000)

  /// Nil for a table of another kind.
  init?(_ bytes: [UInt8]) {
    let rows = Self.rows(bytes)
    guard let header = rows.first,
      let fileColumn = rows.dropFirst().lazy.compactMap({ $0.firstIndex { $0.hasPrefix(Self.folder) } }).first
    else { return nil }
    let (sportColumn, titleColumn) = (header.firstIndex(of: "Activity Type"), header.firstIndex(of: "Activity Name"))
    func cell(_ row: [String], _ column: Int?) -> String? {
      column.flatMap { $0 < row.count && !row[$0].isEmpty ? row[$0] : nil }
    }
    for row in rows.dropFirst() {
      guard let file = cell(row, fileColumn), file.hasPrefix(Self.folder) else {
        filelessCount += 1
        continue
      }
      let sport = cell(row, sportColumn).map { SportNames.sport($0) }
      entries[file] = Entry(sport: sport, title: cell(row, titleColumn))
    }
  }

  /// The rows of comma-separated values, in which quoted cells may hold commas, doubled quotes and line ends (RFC 4180).
  /// Names of columns may occur twice. None if there are more rows or columns than a table of activities has.
  private static func rows(_ bytes: [UInt8]) -> [[String]] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rows: [[String]] = []
    var (row, cell): ([String], [UInt8]) = ([], [])
    var isQuoted = false
    func ended() -> String { String(decoding: cell, as: UTF8.self) }
    for byte in bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...] {
      switch byte {
      // A quote inside of a cell is doubled: the cell is closed and opened again.
      case UInt8(ascii: "\""):
        if !isQuoted, !cell.isEmpty { cell.append(byte) }
        isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        row.append(ended())
        cell = []
        guard row.count <= most.columns else { return [] }
      case UInt8(ascii: "\n") where !isQuoted:
        if cell.last == UInt8(ascii: "\r") { cell.removeLast() }
        rows.append(row + [ended()])
        (row, cell) = ([], [])
        guard rows.count <= most.rows else { return [] }
      default: cell.append(byte)
      }
    }
    if !row.isEmpty || !cell.isEmpty { rows.append(row + [ended()]) }
    return rows
  }
}

/// Names of sports in other programs' files.
enum SportNames {
  private static let known = [
    "biking": "cycling", "ride": "cycling", "virtual ride": "cycling", "virtualride": "cycling",
    "e-bike ride": "cycling", "gravel ride": "cycling", "mountain bike ride": "cycling", "1": "cycling",
    "run": "running", "virtual run": "running", "trail run": "running", "9": "running", "swim": "swimming",
    "walk": "walking", "hike": "hiking",
  ]

  /// The field's name of a sport, in lower case; an unknown one as it is.
  static func sport(_ name: String) -> String {
    let name = name.lowercased()
    return known[name] ?? name
  }
}
