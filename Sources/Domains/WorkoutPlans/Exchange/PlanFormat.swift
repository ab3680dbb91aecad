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

  /// The functional threshold powers in W that are accepted for converting plans. The limits are our choice: the threshold
  /// power of any person is well inside.
  public static let thresholdPowersW = 20.0...2000

  /// The usual extension of files.
  var fileExtension: String { self == .binary ? "plan" : rawValue }

  /// The form that a path's extension names; nil for any other.
  public init?(path: String) {
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
  /// A file and its losses. If none is known, the file is read back, and each difference from the plan is a loss: such
  /// as a time that is read in the unit that makes it roundest.
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
  /// - Throws: ``PlanError`` for a faulty plan. ``PlanFormatError`` for a plan that the format cannot hold, and for a
  ///   threshold power outside of ``PlanFormat/thresholdPowersW``.
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
}
