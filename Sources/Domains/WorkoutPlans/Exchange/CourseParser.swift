import SPBasics
import SPImporting

/// Parses courses for trainers: header, points, laps and messages, each with its line.
///
/// No standard describes the form. Sources: RacerMate, "Creating your own .erg and .mrc files"; TrainerRoad support,
/// "Creating a Workout from an ERG or MRC File"; GoldenCheetah, `src/Train/ErgFile.cpp`, for comments that begin with a
/// semicolon, laps, `MINUTES FTP`, values in percent of single points, and messages.
struct CourseParser {
  /// The quantity of the second column.
  enum Unit {
    case watts, percent
  }

  /// A moment with its target power.
  struct Point {
    var minutes: Double
    var value: Double
    var unit: Unit
    /// The number of decimals of the value in the file.
    var decimals: Int
    var line: Int
  }

  /// A lap that begins at a moment.
  struct Lap {
    var minutes: Double
    var name: String
    var line: Int
  }

  private(set) var name = ""
  private(set) var fileName = ""
  /// The unit that the file states.
  private(set) var unit: Unit?
  /// The threshold power of the header, with its line.
  private(set) var ftpW: (watts: Double, line: Int)?
  private(set) var points: [Point] = []
  /// The largest number of decimals of a time in minutes in the file.
  private(set) var timeDecimals = 0
  private(set) var laps: [Lap] = []
  private(set) var texts = TimedTexts()
  private(set) var losses = LossesByLine()
  private(set) var faults: [PlanFault] = []
  private(set) var lastLine = 1

  private enum Section: String {
    case header = "COURSE HEADER"
    case data = "COURSE DATA"
    case text = "COURSE TEXT"
    case unknown = ""
  }

  private let file: String
  private var section: Section?
  private var seen: Set<Section> = []
  private var isDataComplete = false
  /// The unit of points if the header and the value do not state a unit.
  private let usualUnit: Unit?
  private static let mostFaults = 100

  /// - Parameter file: the name in messages; its extension gives the unit of a file that does not state a unit.
  init(_ bytes: [UInt8], file: String) {
    self.file = file
    usualUnit =
      switch PlanFormat(path: file) {
      case .erg: .watts
      case .mrc: .percent
      default: nil
      }
    for (index, line) in Self.lines(bytes).enumerated() where faults.count < Self.mostFaults {
      lastLine = index + 1
      read(line)
    }
    if faults.count == Self.mostFaults {
      fault("is not read, nor is the rest of the file: the first \(Self.mostFaults) faults are listed")
    }
    guard faults.isEmpty else { return }
    if points.isEmpty {
      let what = bytes.allSatisfy { $0 <= 32 } ? "is empty" : "has no points"
      fault("\(what); expected [COURSE DATA] with lines of minutes and a power")
    } else if !isDataComplete {
      losses.add("ends without [END COURSE DATA], and may be cut off", line: lastLine)
    }
  }

  /// Whether bytes are a course: by their first line, or else by the extension of the file.
  static func isCourse(_ bytes: [UInt8], file: String) -> Bool {
    let start = lines(Array(bytes.prefix(4096))).first { !isComment($0) && !isBlank($0) }
    guard let start else { return hasExtension(file) }
    if start.trimmingBlanks.uppercased().hasPrefix("[COURSE ") { return true }
    // A plan in JSON may have the wrong extension.
    return hasExtension(file) && !["{", "/", "<"].contains(start.drop(while: \.isWhitespace).first)
  }

  private static func hasExtension(_ file: String) -> Bool {
    [.erg, .mrc].contains(PlanFormat(path: file))
  }

  /// The lines of a text in UTF-8, or else in Latin-1, without a byte order mark.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var lines: [String] = []
    var start = bytes.starts(with: mark) ? mark.count : 0
    func add(_ end: Int) {
      let line = bytes[start..<end]
      lines.append(
        String(validating: line, as: UTF8.self)
          ?? String(String.UnicodeScalarView(line.lazy.map { Unicode.Scalar($0) })))
    }
    for (place, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
      let isSecond = byte == 0x0A && place > 0 && bytes[place - 1] == 0x0D
      if !isSecond { add(place) }
      start = place + 1
    }
    if start < bytes.count { add(bytes.count) }
    return lines
  }

  private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func isComment(_ line: String) -> Bool { line.first { !$0.isWhitespace } == ";" }

  private mutating func fault(_ message: String) {
    faults.append(PlanFault("", at: .position(file: file, line: lastLine, column: 1), message))
  }

  // MARK: Lines

  private mutating func read(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty, !readUnit(words), !Self.isComment(line) else { return }
    if words.count < 4, line.contains("["), readMark(words.joined(separator: " ")) { return }
    switch section {
    case .header: readHeader(line)
    case .data: readData(words)
    case .text: readText(line)
    case .unknown: break
    case nil:
      // Before the first section, only the first line is reported.
      if seen.isEmpty, faults.isEmpty {
        fault("is \(Self.quoted(line)); expected [COURSE HEADER] or [COURSE DATA]")
      } else if !seen.isEmpty {
        lose(line)
      }
    }
  }

  /// A line that begins or ends a section.
  private mutating func readMark(_ line: String) -> Bool {
    let upper = line.uppercased()
    guard upper.hasPrefix("["), upper.hasSuffix("]"), upper != "[LAP]" else { return false }
    let title = upper.dropFirst().dropLast()
    if section == .data { isDataComplete = true }
    if title.hasPrefix("END ") {
      section = nil
      return true
    }
    let begun = Section(rawValue: String(title)) ?? .unknown
    if begun == .unknown {
      losses.add("the section \(Self.quoted(line)) is lost", line: lastLine)
    } else if !seen.insert(begun).inserted {
      fault("begins a second \(upper); expected one course per file")
    }
    section = begun
    return true
  }

  /// The line with the units of the columns; in some files it begins with a semicolon.
  private mutating func readUnit(_ words: [String]) -> Bool {
    guard points.isEmpty, words.count >= 2 else { return false }
    let columns = words.prefix(2).map { $0.uppercased().drop { $0 == ";" } }
    let found: Unit
    switch (columns[0], columns[1]) {
    case ("MINUTES", "WATTS"): found = .watts
    case ("MINUTES", "PERCENT"), ("MINUTES", "FTP"): found = .percent
    case ("DISTANCE", "GRADE"):
      fault("is a course of distances and grades; expected MINUTES WATTS or MINUTES PERCENT")
      return true
    case ("MINUTES", let other) where !other.hasPrefix("=") && !words[0].hasPrefix(";"):
      fault("has the columns MINUTES and \(Self.quoted(words[1])); expected MINUTES WATTS or MINUTES PERCENT")
      return true
    default: return false
    }
    if let unit, unit != found { fault("states a second unit; expected one of MINUTES WATTS and MINUTES PERCENT") }
    unit = found
    return true
  }

  private mutating func readHeader(_ line: String) {
    guard let sign = line.firstIndex(of: "=") else { return lose(line) }
    let key = line[..<sign].split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased()
    let text = String(line[line.index(after: sign)...]).trimmingBlanks
    switch key {
    case "DESCRIPTION" where name.isEmpty: name = text
    case "FILE NAME" where fileName.isEmpty: fileName = text
    // These lines describe the file, and not the workout.
    case "VERSION", "UNITS": break
    case "FTP":
      guard let number = Self.number(text)?.value, PlanFormat.thresholdPowersW.contains(number) else { fallthrough }
      ftpW = (number, lastLine)
    default: if !text.isEmpty { losses.add("\(Self.quoted(key)) = \(Self.quoted(text)) is lost", line: lastLine) }
    }
  }

  private mutating func readData(_ words: [String]) {
    if let lap = words.firstIndex(where: { ["LAP", "[LAP]"].contains($0.uppercased()) }), lap <= 1 {
      return readLap(words, lap)
    }
    let isPercent = words.last?.hasSuffix("%") == true
    let last = isPercent ? words.last.map { String($0.dropLast()) } : words.last
    guard words.count == 2 || (words.count == 3 && last == ""), let time = Self.number(words[0]),
      let power = Self.number(last == "" ? words[1] : last ?? "")
    else {
      let expected = "minutes and a power, separated by a tab or blanks"
      return fault("is \(Self.quoted(words.joined(separator: " "))); expected \(expected)")
    }
    guard let unit = isPercent ? .percent : unit ?? usualUnit else {
      return fault("has a power without a unit; expected MINUTES WATTS or MINUTES PERCENT before it")
    }
    guard isInOrder(time.value) else { return }
    let most = unit == .watts ? PowerUnit.plausible.upperBound : 1000
    guard (0...most).contains(power.value) else {
      let words = unit == .watts ? "W" : "%"
      return fault("has a power of \(PlanNumber.text(power.value)) \(words); expected 0 to \(Int(most)) \(words)")
    }
    if self.unit == nil, !isPercent, points.isEmpty {
      losses.add(
        "the file does not state its unit; \(unit == .watts ? "W" : "% of the threshold power") follows from its name",
        line: lastLine)
    }
    timeDecimals = max(timeDecimals, time.decimals)
    points.append(
      Point(minutes: time.value, value: power.value, unit: unit, decimals: power.decimals, line: lastLine))
  }

  private mutating func isInOrder(_ minutes: Double) -> Bool {
    let last = points.last?.minutes ?? 0
    guard minutes < last else { return true }
    let expected = points.isEmpty ? "0 or more" : "\(PlanNumber.text(last)), the time before it, or more"
    fault("has a time of \(PlanNumber.text(minutes)) min; expected \(expected)")
    return false
  }

  private mutating func readLap(_ words: [String], _ mark: Int) {
    let name = words.dropFirst(mark + 1).joined(separator: " ")
    guard mark == 1 else {
      laps.append(Lap(minutes: points.last?.minutes ?? 0, name: name, line: lastLine))
      return
    }
    guard let time = Self.number(words[0])?.value, time >= 0 else {
      return fault("has a lap at \(Self.quoted(words[0])); expected its time in minutes")
    }
    laps.append(Lap(minutes: time, name: name, line: lastLine))
  }

  /// A message: its time in s, the text, and for how many seconds it is shown, separated by tabs or blanks.
  private mutating func readText(_ line: String) {
    let separator: (Character) -> Bool = line.contains("\t") ? { $0 == "\t" } : { $0.isWhitespace }
    let columns = line.split(whereSeparator: separator).map(String.init)
    guard columns.count > 1, let time = Self.number(columns[0].filter { !$0.isWhitespace })?.value, time >= 0 else {
      return lose(line)
    }
    let shown = columns.count > 2 ? Self.number(columns[columns.count - 1].filter { !$0.isWhitespace })?.value : nil
    let text = columns.dropFirst().dropLast(shown == nil ? 0 : 1).joined(separator: " ")
    texts.add(text, at: TimedTexts.clock(time), shownS: shown, line: lastLine)
  }

  private mutating func lose(_ line: String) { losses.add("\(Self.quoted(line)) is lost", line: lastLine) }

  // MARK: Texts and numbers

  /// A number without an exponent; its decimals follow a point or a comma.
  private static func number(_ text: String) -> (value: Double, decimals: Int)? {
    let plain = text.map { $0 == "," ? "." : $0 }
    guard plain.allSatisfy({ "0123456789.+-".contains($0) }), let value = Double(String(plain)), value.isFinite else {
      return nil
    }
    return (value, plain.firstIndex(of: ".").map { plain.count - $0 - 1 } ?? 0)
  }

  /// The beginning of a text between quotation marks, without control characters.
  static func quoted(_ text: some StringProtocol) -> String {
    let words = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
      .split(separator: " ").joined(separator: " ")
    return "\"" + (words.count > 60 ? words.prefix(60) + "..." : words) + "\""
  }
}
