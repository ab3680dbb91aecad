import Foundation
import Testing

@testable import SPReporting

/// Style and script.
struct AssetTests {
  @Test(
    "The hashes in the page's policy are those of style and script",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum"), "there is no sha256sum"),
    arguments: [(Assets.style, Assets.styleHash), (Assets.script, Assets.scriptHash)])
  func hashes(_ text: String, _ hash: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let digits = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).prefix(64)
    process.waitUntilExit()
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { place in
      UInt8(digits.dropFirst(place).prefix(2), radix: 16)
    }
    #expect(bytes.count == 32)
    // When this fails, the value that was found belongs into Assets.swift.
    #expect(Data(bytes).base64EncodedString() == hash)
  }
}
