import ArgumentParser
import SPRecordings

/// The limits of a check, with an option for each. `QualityLimit.all` contains the names, the standard values and the
/// help.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Required streams, such as accelerometer,device_motion. Each must have rows. May be repeated.",
      valueName: "streams"), completion: .list(StreamCatalog.streams.map(\.name.rawValue)))
  var require: [String] = []

  @Option(.minLengthS) var minLengthS: [String] = []
  @Option(.minRateHz) var minRateHz: [String] = []
  @Option(.maxRateDeviationPercent) var maxRateDeviationPercent: [String] = []
  @Option(.maxGapS) var maxGapS: [String] = []
  @Option(.maxLostPercent) var maxLostPercent: [String] = []
  @Option(.maxDuplicates) var maxDuplicates: [String] = []
  @Option(.maxBackward) var maxBackward: [String] = []
  @Option(.maxMissingPercent) var maxMissingPercent: [String] = []
  @Option(.maxClippedPercent) var maxClippedPercent: [String] = []
  @Option(.maxHeldS) var maxHeldS: [String] = []
  @Option(.maxConstantChannels) var maxConstantChannels: [String] = []
  @Option(.maxWrongConventions) var maxWrongConventions: [String] = []
  @Option(.maxAccelerationResidualG) var maxAccelerationResidualG: [String] = []
  @Option(.maxMotionOffsetMs) var maxMotionOffsetMs: [String] = []

  // A test compares it with the list of limits.
  private var given: [(limit: QualityLimit, texts: [String])] {
    [
      (.minLengthS, minLengthS), (.minRateHz, minRateHz), (.maxRateDeviationPercent, maxRateDeviationPercent),
      (.maxGapS, maxGapS), (.maxLostPercent, maxLostPercent), (.maxDuplicates, maxDuplicates),
      (.maxBackward, maxBackward), (.maxMissingPercent, maxMissingPercent), (.maxClippedPercent, maxClippedPercent),
      (.maxHeldS, maxHeldS), (.maxConstantChannels, maxConstantChannels),
      (.maxWrongConventions, maxWrongConventions),
      (.maxAccelerationResidualG, maxAccelerationResidualG), (.maxMotionOffsetMs, maxMotionOffsetMs),
    ]
  }

  /// The names of the given options.
  var names: [String] {
    (require.isEmpty ? [] : ["--require"]) + given.filter { !$0.texts.isEmpty }.map { "--\($0.limit.optionName)" }
  }

  func validate() throws { _ = try limits() }

  /// The limits that the options set.
  /// - Throws: `ValidationError` for a value that is not a limit, and for an unknown stream.
  func limits() throws -> QualityLimits {
    var limits = QualityLimits()
    limits.required = try require.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map { try Self.stream(String($0)) }
    for (limit, texts) in given {
      limits.settings[limit.id] = try texts.map { try Self.setting($0, of: limit) }
    }
    return limits
  }

  private static func setting(_ text: String, of limit: QualityLimit) throws -> QualityLimits.Setting {
    let option = "--\(limit.optionName)"
    do {
      return try QualityLimits.Setting(parsing: text, of: limit)
    } catch {
      switch error {
      case .stream(let fault): throw ValidationError("\(option) names an \(fault)")
      case .number(let expected): throw ValidationError("\(option) is \"\(text)\"; expected \(expected)")
      }
    }
  }

  private static func stream(_ text: String) throws -> StreamName {
    do { return try StreamName(known: text) } catch { throw ValidationError("--require names an \(error)") }
  }
}

extension QualityLimit {
  /// The name of the option, without leading hyphens.
  var optionName: String { name.replacing("_", with: "-") }

  fileprivate var help: ArgumentHelp {
    let value = standard.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" } ?? "none"
    return ArgumentHelp(
      "\(summary.prefix(1).uppercased())\(summary.dropFirst()) (default: \(value)).",
      valueName: unit.isEmpty ? "count" : unit)
  }
}

extension Option where Value == [String] {
  /// An option for a limit, which may be given for several streams.
  fileprivate init(wrappedValue: [String], _ limit: QualityLimit) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(limit.optionName), parsing: .singleValue, help: limit.help)
  }
}
