import SPBasics
import SPImporting

extension WorkoutPlan {
  /// Reads a plan from a file of any form, which is recognised by its content.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - file: the name of the file in messages.
  ///   - ftpW: the functional threshold power in W, for forms that hold fractions of it; without it these become zones.
  ///   - paces: paces of the runner, for forms that hold fractions of them; without them these are lost.
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

  /// The largest file with a plan or a schedule, in bytes: far more than any needs.
  public static let largestFile = PlanBytes.largestFile

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
