import SPBasics

/// The table `activities.csv` of a bulk export, with a row for each activity and the name of its file.
///
/// Its column names are in the user's language. The column of files is found by its cells, which begin with
/// `activities/`. Sports and titles are read only if their columns have English names. Only English names of sports are
/// known.
struct ActivityIndex {
  /// An activity's row.
  struct Entry: Hashable {
    /// The sport, as `SportNames` names it; nil if it is not known.
    var sport: String?
    /// The user's name of the activity; nil if it is not known.
    var title: String?
  }

  /// The activities by the paths of their files, such as `activities/12.fit.gz`.
  private(set) var entries: [String: Entry] = [:]
  /// How many activities have no file, such as activities that were typed in.
  private(set) var filelessCount = 0

  static let fileName = "activities.csv"
  private static let folder = "activities/"
  /// The largest table, in bytes: a row has some 500 bytes.
  static let mostByteCount = 1 << 26
  /// The most rows and columns: the table of Strava has some 100 columns.
  fileprivate static let most = (rows: 200_000, columns: 1000)

  /// Reads a table; nil for a table of another kind, or with more rows or columns than a table of activities has.
  init?(_ bytes: [UInt8]) {
    var rows = Rows(bytes)
    guard let names = rows.next()?.map(Self.text) else { return nil }
    let (sportColumn, titleColumn) = (names.firstIndex(of: "Activity Type"), names.firstIndex(of: "Activity Name"))
    var fileColumn: Int?
    // Few cells become texts: a table may be large, and other columns are not needed.
    while let row = rows.next() {
      func cell(_ column: Int?) -> String? {
        column.flatMap { $0 < row.count && !row[$0].isEmpty ? Self.text(row[$0]) : nil }
      }
      guard row.contains(where: { !$0.isEmpty }) else { continue }
      fileColumn = fileColumn ?? row.firstIndex { $0.starts(with: Self.folder.utf8) }
      guard let file = cell(fileColumn), file.hasPrefix(Self.folder) else {
        filelessCount += 1
        continue
      }
      entries[file] = Entry(sport: cell(sportColumn).map { SportNames.sport($0) }, title: cell(titleColumn))
    }
    guard !rows.isTooLarge, fileColumn != nil else { return nil }
  }

  private static func text(_ cell: [UInt8]) -> String { String(decoding: cell, as: UTF8.self) }

  /// The rows of comma-separated values. Quoted cells may contain commas, doubled quotes and line ends (RFC 4180).
  /// Names of columns may occur twice.
  private struct Rows: IteratorProtocol {
    private let bytes: [UInt8]
    private var place: Int
    private var count = 0
    /// Whether reading stopped because there are too many rows or columns.
    private(set) var isTooLarge = false

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      place = bytes.starts(with: mark) ? mark.count : 0
    }

    mutating func next() -> [[UInt8]]? {
      guard place < bytes.count, !isTooLarge else { return nil }
      var (row, cell): ([[UInt8]], [UInt8]) = ([], [])
      var isQuoted = false
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        switch byte {
        // A quote inside of a cell is doubled: the cell is closed and opened again.
        case UInt8(ascii: "\""):
          if !isQuoted, !cell.isEmpty { cell.append(byte) }
          isQuoted.toggle()
        case UInt8(ascii: ",") where !isQuoted:
          row.append(cell)
          cell = []
        case UInt8(ascii: "\n") where !isQuoted:
          if cell.last == UInt8(ascii: "\r") { cell.removeLast() }
          return ended(row + [cell])
        default: cell.append(byte)
        }
        guard row.count <= ActivityIndex.most.columns else { return ended(row) }
      }
      return ended(row + [cell])
    }

    private mutating func ended(_ row: [[UInt8]]) -> [[UInt8]]? {
      count += 1
      isTooLarge = count > ActivityIndex.most.rows || row.count > ActivityIndex.most.columns
      return isTooLarge ? nil : row
    }
  }
}

/// The tables of bulk exports, by their folders.
struct ActivityIndexes {
  private var tables: [String: ActivityIndex] = [:]

  /// Adds the table of a folder. The path of a folder ends with a slash, or is empty.
  mutating func add(_ table: ActivityIndex, of folder: String) { tables[folder] = table }

  /// Whether a folder has a table.
  func has(_ folder: String) -> Bool { tables[folder] != nil }

  /// The row about a file in the table of the nearest folder; nil without such a row.
  func entry(of path: String) -> ActivityIndex.Entry? {
    nearest(path).flatMap { folder, table in table.entries[String(path.dropFirst(folder.count))] }
  }

  /// Whether a file is a planned route of an export, which is not an activity: its points have no times.
  func isRoute(_ path: String) -> Bool {
    nearest(path).map { path.dropFirst($0.folder.count).hasPrefix("routes/") } ?? false
  }

  private func nearest(_ path: String) -> (folder: String, table: ActivityIndex)? {
    tables.filter { path.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }.map { ($0.key, $0.value) }
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

  /// The name of a sport in recordings, in lower case; an unknown name stays as it is.
  static func sport(_ name: String) -> String {
    let name = name.lowercased()
    return known[name] ?? name
  }
}
