import ArgumentParser

struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "List, add and remove the labels of a recording.",
    discussion: """
      Labels say where the swings are and which of them met the ball; score, train, tests of pipelines and report \
      compare with them. A label is a hit or a miss at the onset of its contact, perhaps with the swing's start, a \
      moment to ignore, or a distractor: a shock that is not a swing. Other kinds, such as dive, repetition or step, \
      are moments or intervals. A recording is replaced as a whole or not at all.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .interrupted))
      """,
    subcommands: [LabelListCommand.self, LabelAddCommand.self, LabelRemoveCommand.self])
}
