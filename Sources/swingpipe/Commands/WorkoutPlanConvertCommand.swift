import ArgumentParser
import FoundationEssentials
import SPBasics
import SPWorkoutPlans

struct WorkoutPlanConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a workout plan to another format, and list the losses.",
    usage: "swingpipe workout-plan convert [<options>] <plan> --output <file>",
    discussion: """
      FORMATS:
        json    everything, for people
        binary  everything in a few dozen bytes, with a checksum (.plan)
        fit     workouts for bike computers and sports watches
        zwo     Zwift rides in fractions of the threshold power; runs are only read
        erg     courses for trainers, in minutes and watts
        mrc     courses for trainers, in minutes and percent of the threshold power

      It reads every format, and recognises formats by their content. With --ftp-w, fractions of the threshold power \
      become watts; otherwise, they become power zones. With --pace, fractions of a runner's pace become paces; \
      otherwise, they are lost. Messages to the rider become lines in the notes of the plan. Repeated steps of a \
      course become a block.

      The command checks the plan first. Standard error lists every loss, with its line in the file or its path in the \
      plan.

      \(ExitCode.explanation(.success, .usage, .temporary, .pipelineFault,
        pipelineFault: "the plan is wrong, or the format cannot contain it"))
      """)

  @Argument(
    help: "Workout plan: JSON, a binary plan, FIT, ZWO, ERG or MRC.",
    completion: .file(extensions: PlanFile.extensions))
  var plan: String

  @Option(help: "Format of the new file (default: by the extension of the output).")
  var to: PlanFormat?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("File to write; '-' is standard output.", valueName: "file"),
    completion: .file(extensions: PlanFile.extensions))
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Functional threshold power, to convert between watts and fractions.", valueName: "W"))
  var ftpW: Double?

  @Option(
    help: ArgumentHelp(
      """
      Pace of a runner for runs in ZWO, as in 10km=4:30. May be repeated, for mile, 5km, 10km, half_marathon, marathon \
      and threshold. A pace per mile ends in /mi, as in mile=6:10/mi.
      """, valueName: "name=pace"),
    transform: RunnerPaceArgument.init(parsing:))
  var pace: [RunnerPaceArgument] = []

  private var format: PlanFormat? { to ?? PlanFormat(path: output) }

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("--output is empty; expected a file, or - for standard output") }
    guard format != nil else {
      let names = PlanFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--output \(output) has no extension of a plan format; expected --to and one of \(names)")
    }
    if let ftpW, !PlanFormat.thresholdPowersW.contains(ftpW) {
      throw ValidationError("--ftp-w is \(ftpW); expected 20 to 2000 W")
    }
    let names = pace.map(\.pace)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("--pace states \(twice.rawValue) twice; expected each pace once")
    }
  }

  func run() throws {
    guard let format else { return }
    let paces = Dictionary(uniqueKeysWithValues: pace.map { ($0.pace, $0.value) })
    let read = try telling { try PlanFile.read(plan, ftpW: ftpW, paces: paces) }
    guard paces.isEmpty || (read.format == .zwo && read.plan.workout.activity == .running) else {
      StandardStreams.error(
        "error: --pace is for runs in ZWO, and \(plan) is not a run in ZWO; expected the command without --pace")
      throw ExitCode.usage
    }
    let export: PlanExport
    do {
      export = try read.plan.exported(as: format, ftpW: ftpW)
    } catch let error as PlanFormatError {
      StandardStreams.error("error: \(plan): \(error)")
      throw ExitCode.pipelineFault
    } catch {
      throw told(error)
    }
    for loss in read.losses + export.losses { StandardStreams.error("lost: \(loss)") }
    guard output != "-" else { return StandardStreams.output(Data(export.bytes)) }
    guard Folder.realPath(output) != Folder.realPath(plan) else {
      StandardStreams.error("error: --output \(output) is the plan itself; expected another file")
      throw ExitCode.usage
    }
    try telling(option: "--output") { try PlanFile.write(export, to: output) }
  }
}

extension PlanFormat: ExpressibleByArgument {}

/// A pace of a runner on the command line: `10km=4:30` in min/km, or `mile=6:10/mi` in min/mi.
struct RunnerPaceArgument: Hashable {
  let pace: RunnerPace
  let value: Measure<SpeedUnit>

  /// - Throws: `ValidationError` that names the part at fault.
  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let pace = RunnerPace(rawValue: parts[0]), parts.count == 2 else {
      let names = RunnerPace.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "\"\(text)\" does not name a pace; expected NAME=MIN:S, as in 10km=4:30, where NAME is one of \(names)")
    }
    let isPerMile = parts[1].hasSuffix("/mi")
    let unit: SpeedUnit = isPerMile ? .minutesPerMile : .minutesPerKilometre
    let clock = parts[1].replacing(isPerMile ? "/mi" : "/km", with: "").split(
      separator: ":", omittingEmptySubsequences: false
    ).map(String.init)
    let plausible = [SpeedUnit.plausible.upperBound, SpeedUnit.plausible.lowerBound].map { unit.value(ofBase: $0) }
    guard clock.count == 2, clock.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }), clock[1].count == 2,
      let minutes = Double(clock[0]), let seconds = Double(clock[1]), seconds < 60,
      (plausible[0]...plausible[1]).contains(minutes + seconds / 60)
    else {
      throw ValidationError("\"\(parts[1])\" is not a pace; expected minutes and seconds, such as 4:30 or 7:15/mi")
    }
    self.pace = pace
    value = Measure(minutes + seconds / 60, unit)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
