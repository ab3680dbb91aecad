import ArgumentParser
import Files

/// Writes the manual pages; for `make install`, as the parser's own option is that makes completions.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write the manual pages of all commands.",
    discussion: ExitCode.explanation(.success, .usage, .temporary),
    shouldDisplay: false)

  @Argument(help: "Folder for the pages; it is made if it is missing.", completion: .directory)
  var folder: String

  func validate() throws { try OutputArgument.validate(folder, option: "folder") }

  func run() throws {
    try OutputArgument.create(folder, option: "folder")
    let tool = try CommandDescription.tool()
    do {
      try WholeFile.write(
        tool.all.map { command in
          let page = ManualPage(command, in: tool)
          return NewFile(Array(page.source.utf8), to: folder + "/" + page.fileName)
        })
    } catch {
      StandardStreams.error("error: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }
}
