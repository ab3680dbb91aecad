import ArgumentParser
import SPBasics
import SPHDF5
import SPImportBatches
import SPImporting
import SPRecordings
import SPSimulation
import SPSwings

/// The options for reading sources and changing them on their way into recordings.
struct ImportArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format of the sources; auto recognises it by the content"),
    completion: .list(["auto"] + ImportFormat.allCases.map(\.rawValue)))
  var format = FormatChoice.automatic

  @Option(
    help: ArgumentHelp("Mapping file for sources of any other format.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var mapping: String?

  @OptionGroup var plugins: PluginArguments

  @Option(help: "Kind of phone of a Sensor Logger recording. Signs depend on it. It replaces the kind in Metadata.csv.")
  var platform: ImportOptions.Platform?

  @Option(help: ArgumentHelp("Sensor to import, if an Opal file has several.", valueName: "id"))
  var sensor: String?

  @Option(
    help: ArgumentHelp(
      "Day, in UTC, of timestamps that are times of day. Without it, they count from midnight.",
      valueName: "yyyy-mm-dd"))
  var date: CalendarDay?

  @Option(
    help: ArgumentHelp(
      "Start of one recording without a date, such as 2026-11-21T10:30:00+01:00: the time of its first sample of acceleration, or of the timestamp 0 if its timestamps count from the start.",
      valueName: "time"))
  var startTime: String?

  @Flag(
    help: """
      Join files of a stream with different timestamps. Values are interpolated at the timestamps of the rotation \
      rate, linearly, but not across gaps.
      """)
  var interpolate = false

  @Flag(help: "Sort rows by timestamp.")
  var sort = false

  @Flag(help: "Keep the first of consecutive rows at the same time.")
  var dropDuplicates = false

  @Option(
    help: ArgumentHelp(
      "Fill gaps shorter than this, as in 50ms or 0.05s. Rows are interpolated. Gaps of 1,000 rows or more stay.",
      valueName: "duration"),
    transform: TimeSpanArgument.init(parsing:))
  var fillGapsUnder: TimeSpanArgument?

  @Flag(help: "Skip lines that cannot be read.")
  var dropBrokenLines = false

  @Flag(
    help: """
      Read damaged FIT files as far as possible. A fault ends reading, except for a wrong checksum. The recording \
      notes the fault.
      """)
  var keepGoing = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Correct a convention of HDF5 files; may be repeated. swingpipe check names the convention.",
      valueName: "convention"),
    completion: .list(RecordingCorrections.Convention.allCases.map(\.rawValue)))
  var correct: [RecordingCorrections.Convention] = []

  @Option(
    help: ArgumentHelp(
      "Delay of the device motion in HDF5 files, in s. It is subtracted from the timestamps.",
      valueName: "seconds"))
  var motionOffsetS: Double = 0

  @Flag(
    help: """
      Estimate gravity, attitude and user acceleration. This is for HDF5 files and text tables that have rotation rate \
      and acceleration, but no gravity or attitude. It uses the whole recording, which notes the estimate.
      """)
  var estimateGravity = false

  @Option(help: ArgumentHelp("Range of the accelerometer, in g.", valueName: "range"))
  var rangeG: Double?

  @Option(help: ArgumentHelp("Identifier of the subject.", valueName: "id"))
  var subject: String?

  @Option(
    name: .customLong("session"),
    help: ArgumentHelp(
      "Identifier that all recordings of one workout share. They may come from several devices.", valueName: "id"))
  var session: String?

  @Option(help: "Kind of device, such as watch, phone or headphones.")
  var device: String?

  @Option(help: "Sport of the recordings.")
  var sport: String?

  @Option(help: "Wrist that wore the sensor.")
  var wrist: Side?

  @Option(help: "Side of the watch's crown.")
  var crown: Side?

  @Option(help: "Dominant hand of the subject.")
  var dominantHand: Side?

  func validate() throws {
    if mapping != nil, ![.automatic, .format(.mapped)].contains(format) {
      throw ValidationError("--mapping and --format \(format) are both given; expected one of the two")
    }
    if mapping == nil, format == .format(.mapped) {
      throw ValidationError("--format mapped is given without --mapping; expected both")
    }
    if let sport, let known = NearestName.find(sport, in: Sport.allCases.map(\.rawValue)), known != sport {
      throw ValidationError("--sport is \"\(sport)\"; did you mean \"\(known)\"?")
    }
    if !RecordingCorrections.motionOffsetRangeS.contains(motionOffsetS) {
      throw ValidationError("--motion-offset-s is \(motionOffsetS); expected -1e10 to 1e10")
    }
    if let startTime, UTCTime.seconds(startTime, needsZone: true) == nil {
      throw ValidationError(
        "--start-time is \"\(startTime)\"; expected a date and time with its zone, such as 2026-11-21T09:30:00Z or "
          + "2026-11-21T10:30:00+01:00")
    }
    if let rangeG, !(rangeG > 0 && rangeG.isFinite) {
      throw ValidationError("--range-g is \(rangeG); expected more than 0")
    }
  }

  /// The options, with the mapping file read.
  /// - Throws: `ExitCode.usage`, after every fault of that file was written to standard error.
  func options() throws -> ImportOptions {
    var options = ImportOptions()
    if case .format(let format) = format, format != .mapped { options.format = format }
    options.platform = platform
    options.sensor = sensor
    options.dayStartS = date.map { 86_400 * Double($0.number) }
    options.corrections = RecordingCorrections(Set(correct), motionOffsetS: motionOffsetS)
    options.filters = plugins.policy
    options.interpolates = interpolate
    options.repairs.sorts = sort
    options.repairs.dropsDuplicates = dropDuplicates
    options.repairs.fillsGapsUnderS = fillGapsUnder?.seconds
    options.repairs.dropsBrokenLines = dropBrokenLines
    options.readsUpToFault = keepGoing
    options.estimatesGravity = estimateGravity
    options.rangeG = rangeG
    options.attributes.subjectID = subject
    options.attributes.sessionID = session
    options.attributes.device = device
    options.attributes.startTime = startTime
    options.attributes.sport = sport
    options.attributes.wrist = wrist?.rawValue
    options.attributes.crown = crown?.rawValue
    options.attributes.dominantHand = dominantHand?.rawValue
    var mappingText: String?
    if let mapping {
      let (read, hash) = try telling(option: "--mapping", as: .usage) { try MappingFile.read(mapping) }
      options.mapping = read
      mappingText = "\(Folder.split(mapping).name) (xxh128 \(hash))"
    }
    options.text = text(mapping: mappingText)
    return options
  }

  /// The given options, as text that does not depend on their order and spelling on the command line.
  private func text(mapping: String?) -> String {
    let values: [(String, String?)] = [
      ("--format", format == .automatic ? nil : "\(format)"), ("--mapping", mapping),
      ("--platform", platform?.rawValue), ("--sensor", sensor), ("--date", date.map { "\($0)" }),
      ("--start-time", startTime),
      ("--correct", correct.isEmpty ? nil : Set(correct).map(\.rawValue).sorted().joined(separator: ",")),
      ("--motion-offset-s", motionOffsetS == 0 ? nil : "\(motionOffsetS)"),
      ("--fill-gaps-under", fillGapsUnder.map { "\($0)" }), ("--range-g", rangeG.map { "\($0)" }),
      ("--subject", subject), ("--session", session), ("--device", device), ("--sport", sport),
      ("--wrist", wrist?.rawValue), ("--crown", crown?.rawValue),
      ("--dominant-hand", dominantHand?.rawValue),
    ]
    let flags = [
      ("--interpolate", interpolate), ("--sort", sort), ("--drop-duplicates", dropDuplicates),
      ("--drop-broken-lines", dropBrokenLines), ("--keep-going", keepGoing),
      ("--estimate-gravity", estimateGravity),
    ]
    let given = flags.filter(\.1).map(\.0) + values.compactMap { name, value in value.map { "\(name) \($0)" } }
    return given.joined(separator: " ")
  }
}

extension ImportOptions.Platform: ExpressibleByArgument {}
extension RecordingCorrections.Convention: ExpressibleByArgument {}

/// A format, or the choice to recognise it from the content.
enum FormatChoice: Hashable, ExpressibleByArgument, CustomStringConvertible {
  case automatic
  case format(ImportFormat)

  init?(argument: String) {
    guard argument != "auto" else {
      self = .automatic
      return
    }
    guard let format = ImportFormat(rawValue: argument) else { return nil }
    self = .format(format)
  }

  var description: String {
    switch self {
    case .automatic: "auto"
    case .format(let format): format.rawValue
    }
  }

  var defaultValueDescription: String { description }
  static var allValueStrings: [String] { ["auto"] + ImportFormat.allCases.map(\.rawValue) }
}

/// A time span such as `50ms` or `0.05s`.
struct TimeSpanArgument: Hashable, CustomStringConvertible {
  let seconds: Double

  /// - Throws: `ValidationError` that gives the expected form.
  init(parsing argument: String) throws {
    let units = [("ms", 0.001), ("s", 1.0)]
    guard let (unit, factor) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.count)), number > 0, number.isFinite
    else { throw ValidationError("expected a time above 0 with its unit, as in 50ms or 0.05s") }
    seconds = number * factor
  }

  var description: String { "\(seconds)s" }
}

extension CalendarDay: ExpressibleByArgument {
  /// A day such as `2026-11-22`.
  public init?(argument: String) { self.init(argument) }
}
