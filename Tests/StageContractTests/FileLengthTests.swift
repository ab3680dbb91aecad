import Foundation
import Testing

/// How long the sources may become: what grows past this is to be divided, or to move into a library.
@Suite("The sources are short")
struct FileLengthTests {
  /// The most lines that a file may have.
  private static let linesOfFile = 300
  /// The most lines that the command line may have in all; what works belongs in the libraries.
  private static let linesOfCommandLine = 6600

  /// The lines of a file, those of comments and empty ones as well.
  private static func lineCount(_ path: String) throws -> Int { try Project.text(path).utf8.count { $0 == 0x0A } }

  @Test("No file has more than 300 lines")
  func files() throws {
    let paths = try Project.files(in: "Sources").filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 600)
    for path in paths {
      let lines = try Self.lineCount(path)
      #expect(lines <= Self.linesOfFile, "\(path) has \(lines) lines")
    }
  }

  @Test("The command line has no more than 6,600 lines in all")
  func commandLine() throws {
    let files = try Project.files(in: "Sources/swingpipe").filter { $0.hasSuffix(".swift") }.map {
      (path: $0, lines: try Self.lineCount($0))
    }
    let lines = files.reduce(0) { $0 + $1.lines }
    let longest = files.sorted { $0.lines > $1.lines }.prefix(5).map { "\($0.path): \($0.lines)" }
    #expect(lines > 1000)
    #expect(lines <= Self.linesOfCommandLine, "swingpipe has \(lines) lines, most in \(longest)")
  }
}
