import Foundation
import SPBatches
import Testing

struct ConsoleTests {
  /// What is written to a console on a pipe, which is no terminal.
  private func written(isNew: @escaping @Sendable (String) -> Bool = { _ in true }, _ work: (Console) -> Void) throws
    -> String
  {
    let pipe = Pipe()
    work(Console(descriptor: pipe.fileHandleForWriting.fileDescriptor, isNew: isNew))
    try pipe.fileHandleForWriting.close()
    return String(decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
  }

  @Test("Messages are lines without control characters, and those that are not new are left out")
  func text() throws {
    let text = try written {
      !$0.contains("again")
    } _: { console in
      #expect(!console.beginLive())
      console.draw(["never seen"])
      console.tell("error: a\u{1B}[31mb")
      console.tell("said again")
      console.tell("ready")
    }
    #expect(text.split(separator: "\n").count == 2 && text.hasPrefix("error: a") && text.hasSuffix("ready\n"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test("As JSON a message has its level, and members for programs")
  func json() throws {
    let text = try written { console in
      console.use(.json)
      console.tell("warning: odd", [.init(key: "stage", value: "hit")])
    }
    #expect(text.contains(#""level": "warning", "event": "message", "message": "odd", "stage": "hit""#), "\(text)")
    #expect(text.filter { $0 == "\n" }.count == 1)
  }
}
