import SPBasics
import SPImporting

/// A form of plan files.
public enum PlanFormat: String, CaseIterable, Hashable, Sendable {
  /// This project's JSON, which holds all of a plan.
  case json
  /// This project's compact binary, which holds all of a plan.
  case binary
  /// A workout file in FIT, for bike computers and sports watches.
  case fit
  /// Zwift's workout files.
  case zwo
  /// A course of minutes and watts, for trainers.
  case erg
  /// A course of minutes and percents of the functional threshold power, for trainers.
  case mrc

  /// The functional threshold powers in W that are accepted for converting plans. The limits are our choice: the
  /// threshold power of any person is well inside.
  package static let thresholdPowersW = 20.0...2000

  /// The usual extension of files.
  var fileExtension: String { self == .binary ? "plan" : rawValue }

  /// The form that a path's extension names; nil for any other.
  package init?(path: String) {
    guard let word = path.split(separator: "/").last?.split(separator: ".").last?.lowercased(),
      let format = Self.allCases.first(where: { $0.fileExtension == word })
    else { return nil }
    self = format
  }
}

/// A plan as a file of some form, and the parts that this form cannot hold.
public struct PlanExport: Hashable, Sendable {
  /// The content of the file.
  public let bytes: [UInt8]
  /// The losses, one sentence each, with the path of the part; empty if the file holds all of the plan.
  public let losses: [String]
}

extension PlanExport {
  /// A file and its losses. If no losses are known, the file is read back, and each difference from the plan is a loss.
  /// An example is a time that is read in the unit that makes it roundest.
  init(
    bytes: [UInt8], of plan: WorkoutPlan, as format: PlanFormat, ftpW: Double?, losses: [String]
  ) throws(PlanFormatError) {
    guard losses.isEmpty else {
      self.init(bytes: bytes, losses: losses)
      return
    }
    do throws(PlanError) {
      let read = try WorkoutPlan.read(bytes, file: "the workout.\(format.fileExtension)", ftpW: ftpW)
      self.init(bytes: bytes, losses: read.losses + PlanDifference(from: plan, to: read.plan).sentences)
    } catch {
      throw PlanFormatError("\(format.rawValue) cannot hold the plan: \(error)")
    }
  }
}

/// A plan read from a file of some form, and the parts of the file that were ignored.
public struct PlanImport: Hashable, Sendable {
  /// The plan.
  public let plan: WorkoutPlan
  /// The form that the file had.
  public let format: PlanFormat
  /// The ignored parts, one sentence each.
  public let losses: [String]
}

/// Why a plan cannot be written in some form at all.
public struct PlanFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, the expected values, and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension WorkoutPlan {
  /// The plan as a file of a format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - ftpW: The functional threshold power in W, for fractions of the threshold power.
  /// - Throws: ``PlanError`` for a faulty plan. `PlanFormatError` for a plan that the format cannot hold, and for a
  ///   threshold power outside of `PlanFormat.thresholdPowersW`.
  public func exported(as format: PlanFormat, ftpW: Double? = nil) throws -> PlanExport {
    let plan = try validated()
    if let ftpW, !PlanFormat.thresholdPowersW.contains(ftpW) {
      throw PlanFormatError("the functional threshold power is \(ftpW) W; expected 20 to 2000 W")
    }
    switch format {
    case .json: return PlanExport(bytes: Array(try plan.json().utf8), losses: [])
    case .binary: return PlanExport(bytes: try plan.binary(), losses: [])
    case .fit: return try FITPlanWriter.export(plan)
    case .zwo: return try ZWOWriter.export(plan, ftpW: ftpW)
    case .erg, .mrc: return try CourseWriter.export(plan, as: format, ftpW: ftpW)
    }
  }

  /// Reads a plan from a file of any form, which is recognised by its content.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - file: The name of the file in messages.
  ///   - ftpW: The functional threshold power in W, for forms that hold fractions of it. Without the power, fractions
  ///     become zones.
  ///   - paces: Paces of the runner, for forms that hold fractions of a pace. Without the paces, fractions are lost.
  /// - Throws: ``PlanError`` with every fault.
  public static func read(
    _ bytes: [UInt8], file: String, ftpW: Double? = nil, paces: [RunnerPace: Measure<SpeedUnit>] = [:]
  ) throws(PlanError) -> PlanImport {
    try check(size: bytes.count, file)
    if isBinary(bytes) {
      return PlanImport(plan: try WorkoutPlan(binary: bytes, file: file), format: .binary, losses: [])
    }
    if FITReader.isFIT(bytes) { return try FITPlanReader.read(bytes, file: file, ftpW: ftpW) }
    if CourseParser.isCourse(bytes, file: file) { return try CourseReader.read(bytes, file: file, ftpW: ftpW) }
    let text = try text(of: bytes, file, "a workout plan: JSON, binary, FIT, ZWO, ERG or MRC")
    if text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" {
      return try ZWOReader.read(bytes, file: file, ftpW: ftpW, paces: paces)
    }
    return PlanImport(plan: try WorkoutPlan(json: text, file: file), format: .json, losses: [])
  }

  /// The largest file with a plan or a schedule, in bytes: far more than any plan or schedule needs.
  package static let largestFile = PlanBytes.largestFile

  private static func check(size: Int, _ file: String) throws(PlanError) {
    guard size <= largestFile else {
      throw PlanError(file, "has more than \(largestFile) bytes; expected a smaller file")
    }
  }

  /// The text in a file.
  static func text(of bytes: [UInt8], _ file: String, _ expected: String) throws(PlanError) -> String {
    try check(size: bytes.count, file)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let fault = UTF8Fault(in: bytes)
      let place = SourcePlace.position(file: file, line: fault.line, column: fault.column)
      throw PlanError([PlanFault("", at: place, "is not UTF-8; expected \(expected)")])
    }
    return text
  }
}

/// The parts that a reader cannot carry into a plan: sentences, each with its lines of the file.
struct LossesByLine {
  private var lines: [String: [Int]] = [:]
  private var order: [String] = []

  /// The most lines that a sentence lists.
  private static let mostLines = 6

  mutating func add(_ sentence: String, line: Int) {
    if lines[sentence] == nil { order.append(sentence) }
    if lines[sentence]?.last != line { lines[sentence, default: []].append(line) }
  }

  /// One sentence per loss in the order of their first lines: `line 4: ...`, or `lines 4, 7 and 9: ...`.
  var sentences: [String] {
    order.map { (lines: (lines[$0] ?? []).sorted(), text: $0) }
      .sorted { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
      .map { loss in
        guard loss.lines.count > 1 else { return "line \(loss.lines.first ?? 0): \(loss.text)" }
        let isShort = loss.lines.count <= Self.mostLines
        let listed = loss.lines.prefix(isShort ? loss.lines.count - 1 : Self.mostLines).map(String.init)
        let last = isShort ? "\(loss.lines[loss.lines.count - 1])" : "\(loss.lines.count - Self.mostLines) others"
        return "lines \(listed.joined(separator: ", ")) and \(last): \(loss.text)"
      }
  }
}
