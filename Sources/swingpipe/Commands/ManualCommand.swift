import ArgumentParser
import SPBasics

/// Writes the manual pages, for `make install`. Like the parser's option that makes completions, it is not listed in
/// help.
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
    let manual = try CommandManual(
      of: Swingpipe._dumpHelp(), version: ToolVersion.current, date: ToolVersion.date)
    try telling {
      try WholeFile.write(manual.pages.map { NewFile(Array($0.source.utf8), to: folder + "/" + $0.fileName) })
    }
  }
}
