import Foundation
import Testing

@testable import SPPipelines

struct ShellWordTests {
  @Test(
    "A shell takes a text for one word, and for itself",
    arguments: ["plain/name.h5", "", "two words", "it's", "'\u{301}; exit 3", "$HOME `x` \\ \"", "=ls", "a\nb"])
  func word(text: String) throws {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf '<%s>' \(text.shellWord)"]
    shell.standardOutput = output
    try shell.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(Array(said) == Array("<\(text)>".utf8))
  }
}
