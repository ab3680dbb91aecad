import ArgumentParser

/// A command that can be asked to write nothing but errors to standard error.
protocol QuietCommand: ParsableCommand {
  /// Whether it is asked to be quiet.
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
