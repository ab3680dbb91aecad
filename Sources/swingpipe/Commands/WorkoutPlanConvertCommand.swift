import ArgumentParser
import FoundationEssentials
import SPBasics
import SPWorkoutPlans

struct WorkoutPlanConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a workout plan in another form, and say what is lost.",
    usage: "swingpipe workout-plan convert [<options>] <plan> --output <file>",
    discussion: """
      FORMS:
        json    all of a plan, for people
        binary  all of a plan in a few dozen bytes, with a checksum (.plan)
        fit     workouts for bike computers and sports watches
        zwo     Zwift's workouts: cycling, by fractions of the threshold power; runs are only read
        erg     courses for trainers, in minutes and watts
        mrc     the same in percent of the threshold power

      Every form is read, too, and recognised by its content. Fractions of the threshold power become watts with \
      --ftp-w, and power zones without. Fractions of a runner's pace become paces with --pace, and are lost without. \
      Messages to the rider become lines of the plan's notes. Repeated steps of a course become a block.

      Standard error lists everything that is lost, with its line in the file or its path in the plan. The plan is \
      checked first.

      \(ExitCode.explanation(.success, .usage, .temporary, .pipelineFault,
        pipelineFault: "the plan is at fault, or the form cannot hold it"))
      """)

  @Argument(
    help: "Workout plan: JSON, a binary plan, FIT, ZWO, ERG or MRC.",
    completion: .file(extensions: PlanFile.extensions))
  var plan: String

  @Option(help: "Form of the new file. (default: what the output's extension names)")
  var to: PlanFormat?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("File to write; '-' is standard output.", valueName: "file"),
    completion: .file(extensions: PlanFile.extensions))
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Functional threshold power, to convert between watts and fractions of it.", valueName: "W"))
  var ftpW: Double?

  @Option(
    help: ArgumentHelp(
      """
      Pace of the runner, such as 10km=4:30 or mile=6:10/mi, for runs in ZWO. Repeat it for further paces: mile, 5km, \
      10km, half_marathon, marathon, threshold.
      """, valueName: "name=pace"),
    transform: RunnerPaceArgument.init(parsing:))
  var pace: [RunnerPaceArgument] = []

  private var format: PlanFormat? { to ?? PlanFormat(path: output) }

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("--output is empty; expected a file, or - for standard output") }
    guard format != nil else {
      let names = PlanFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--output \(output) does not say the form; expected --to with one of \(names)")
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
      StandardStreams.error("error: --pace is for runs in ZWO, and \(plan) is none; expected the command without it")
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
      throw ValidationError("\"\(text)\" names no pace; expected NAME=MIN:S with one of \(names), such as 10km=4:30")
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
