import ArgumentParser

struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Describe stages, columns, sports' presets, file formats and kinds of labels.",
    discussion: ExitCode.explanation(.success, .usage, .pipelineFault),
    subcommands: [
      DescribeStagesCommand.self, DescribeColumnsCommand.self, DescribePresetsCommand.self, DescribeSchemaCommand.self,
      DescribeLabelsCommand.self,
    ])
}
