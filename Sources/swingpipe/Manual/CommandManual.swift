import FoundationEssentials

/// The manual of a command-line tool, made of the description that its parser gives.
public struct CommandManual: Sendable {
  /// The pages: the tool's own, then those of its commands, in the order of its help.
  public let pages: [ManualPage]

  private struct Tool: Decodable { let command: CommandDescription }

  /// Reads a description.
  /// - Parameters:
  ///   - description: what the tool prints for `--experimental-dump-help`: JSON, as ArgumentParser writes it.
  ///   - version: the tool's version.
  ///   - date: the day of that version, `2026-11-21`, so that pages are the same whenever they are made.
  /// - Throws: `DecodingError` for anything but such a description.
  public init(of description: String, version: String, date: String) throws {
    let tool = try JSONDecoder().decode(Tool.self, from: Data(description.utf8)).command
    pages = tool.all.map { ManualPage($0, in: tool, version: version, date: date) }
  }
}
