import Foundation
import Testing

@Suite("Manual pages")
struct ManualTests {
  /// Makes all pages, in a folder.
  private static func pages() async throws -> Scratch {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["manual", "man"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    return scratch
  }

  @Test("Every command has a page with all of its options and exit codes")
  func complete() async throws {
    let scratch = try await Self.pages()
    let commands = HelpTests.commands.map(\.command)
    #expect(
      scratch.files(below: "man") == commands.map { (["swingpipe"] + $0).joined(separator: "-") + ".1" }.sorted())
    for item in HelpTests.commands {
      let page = try scratch.text("man/" + (["swingpipe"] + item.command).joined(separator: "-") + ".1")
      for option in item.options {
        let names = option.replacing("-", with: "\\-").split(separator: ", ").map { "\\fB\($0)\\fR" }
        #expect(page.contains(".TP\n" + names.joined(separator: ", ")), "\(option)")
      }
      let status = try #require(page.split(separator: ".SH \"EXIT STATUS\"\n").last).split(separator: ".SH").first ?? ""
      #expect(status.matches(of: /\.TP\n\\fB(\d+)\\fR/).compactMap { Int($0.1) } == item.codes)
    }
  }

  @Test("What is special to roff is shown as it is")
  func escapes() async throws {
    let scratch = try await Self.pages()
    let page = try scratch.text("man/swingpipe-run.1")
    #expect(page.contains("\\(aqdata/*/p{1,2}\\-*.h5\\(aq."))
    #expect(!page.contains("EXIT CODES"))
    #expect(!page.split(separator: "\n").contains { $0.hasPrefix("'") })
  }

  @Test("Examples use commands and options that there are")
  func examples() async throws {
    let scratch = try await Self.pages()
    var found = 0
    for file in scratch.files(below: "man") {
      let page = try scratch.text("man/" + file).replacing("\\-", with: "-")
      guard let examples = page.split(separator: ".SH EXAMPLES\n").dropFirst().first else { continue }
      for match in examples.matches(of: /swingpipe ([a-z]+)( [^|\n]*)/) {
        found += 1
        // A subcommand of a command has options of its own.
        let words = ([match.1] + match.2.split(separator: " ").prefix(1)).map(String.init)
        let command = HelpTests.commands.contains { $0.command == words } ? words : [words[0]]
        let help = try await Tool.run(command + ["--help"]).output
        #expect(help.contains("USAGE: swingpipe \(command.joined(separator: " "))"))
        for option in match.2.matches(of: /--[a-z][a-z-]*/) { #expect(help.contains(" \(option.0)"), "\(match.0)") }
      }
    }
    #expect(found >= 10)
  }

  @Test("mandoc finds nothing to say", .enabled(if: Installed.has("mandoc"), "mandoc is not installed"))
  func mandoc() async throws {
    let scratch = try await Self.pages()
    let outcome = try await Tool.shell("mandoc -T lint -W style man/*.1", in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
  }

  @Test("groff finds nothing to say", .enabled(if: Installed.has("groff"), "groff is not installed"))
  func groff() async throws {
    let scratch = try await Self.pages()
    let outcome = try await Tool.shell(
      "for page in man/*.1; do groff -man -ww -z \"$page\" || exit; done", in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
  }
}
