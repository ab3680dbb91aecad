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
      "Format of the sources, one of those that import --help-all lists. (default: auto, by their content)"),
    completion: .list(["auto"] + ImportFormat.allCases.map(\.rawValue)))
  var format = FormatChoice.automatic

  @Option(
    help: ArgumentHelp("Mapping file: where sources of any other format keep their streams.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var mapping: String?

  @OptionGroup var plugins: PluginArguments

  @Option(help: "Kind of phone that recorded, where Sensor Logger's Metadata.csv is missing and signs depend on it.")
  var platform: ImportOptions.Platform?

  @Option(help: ArgumentHelp("Sensor of an Opal file with several.", valueName: "id"))
  var sensor: String?

  @Option(
    help: ArgumentHelp(
      "Day of sources whose timestamps are times of day, in UTC. (default: timestamps count from midnight)",
      valueName: "yyyy-mm-dd"))
  var date: CalendarDay?

  @Flag(
    help: """
      Interpolate values of one stream that have other timestamps at the timestamps of the rotation rate, by straight \
      lines; not across gaps.
      """)
  var interpolate = false

  @Flag(help: "Put rows in the order of their timestamps.")
  var sort = false

  @Flag(help: "Keep only the first of rows with the same timestamp.")
  var dropDuplicates = false

  @Option(
    help: ArgumentHelp(
      "Interpolate missing rows in gaps shorter than this: 50ms, 0.05s; never 1,000 rows or more in a gap.",
      valueName: "duration"),
    transform: TimeSpanArgument.init(parsing:))
  var fillGapsUnder: TimeSpanArgument?

  @Flag(help: "Leave out lines that cannot be read.")
  var dropBrokenLines = false

  @Flag(
    help: """
      Read damaged FIT files up to the fault, and those whose checksum is wrong to the end; the recording says so.
      """)
  var keepGoing = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Convention to read HDF5 files in: what swingpipe check names, of \
      \(RecordingCorrections.Convention.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated.
      """, valueName: "convention"),
    completion: .list(RecordingCorrections.Convention.allCases.map(\.rawValue)))
  var correct: [RecordingCorrections.Convention] = []

  @Option(
    help: ArgumentHelp(
      "Delay of the device motion in HDF5 files: it is subtracted from the timestamps.",
      valueName: "seconds"))
  var motionOffsetS: Double = 0

  @Flag(
    help: """
      Estimate gravity, attitude and user acceleration of HDF5 files and text tables that have rotation rate and \
      acceleration, but neither gravity nor attitude, from the whole recording; the recording says so.
      """)
  var estimateGravity = false

  @Option(help: ArgumentHelp("Range of the accelerometer, in g, for the recordings.", valueName: "range"))
  var rangeG: Double?

  @Option(help: ArgumentHelp("Identifier of the subject, for the recordings.", valueName: "id"))
  var subject: String?

  @Option(
    name: .customLong("session"),
    help: ArgumentHelp("Identifier that recordings of one workout on several devices share.", valueName: "id"))
  var session: String?

  @Option(help: "Kind of device that recorded: watch, phone, headphones, bike and the like.")
  var device: String?

  @Option(help: "Sport, for the recordings.")
  var sport: String?

  @Option(help: "Wrist that wore the sensor: left or right.")
  var wrist: Side?

  @Option(help: "Side of the watch's crown: left or right.")
  var crown: Side?

  @Option(help: "The subject's dominant hand: left or right.")
  var dominantHand: Side?

  func validate() throws {
    if mapping != nil, ![.automatic, .format(.mapped)].contains(format) {
      throw ValidationError("--mapping is given beside --format \(format); expected one of the two")
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

/// Whether HDF5 may load filters.
struct PluginArguments: ParsableArguments {
  @Flag(
    help: """
      Load filters that HDF5 itself lacks, such as lzf, blosc and zstd. They are programs: from HDF5_PLUGIN_PATH, Debian's \
      packages, or the Python package hdf5plugin.
      """)
  var filterPlugins = false

  /// The policy for opening files.
  var policy: FilterPolicy { filterPlugins ? .plugins : .builtIn }
}
