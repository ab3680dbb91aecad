import ArgumentParser

/// A command that can be asked to say nothing on standard error but errors.
protocol QuietCommand: ParsableCommand {
  /// Whether it is asked to.
  var quiet: Bool { get }
}

extension CheckCommand: QuietCommand {}
extension MergeCommand: QuietCommand {}
extension ReportCommand: QuietCommand {}
extension TestCommand: QuietCommand {}
extension TrainCommand: QuietCommand {}

extension RunCommand: QuietCommand {
  var quiet: Bool { progress.quiet }
}
