import Foundation
import Testing

/// Two runs into one folder at once.
struct TwoRunsTests {
  private let scratch: Scratch
  private let base = ["run", "two.json", "in", "--jobs", "2", "-o"]

  init() throws {
    scratch = try Scratch()
    try scratch.prepare(recordings: 10)
  }

  private func runBoth(_ first: [String], _ second: [String]) async throws -> [Tool.Outcome] {
    async let one = Tool.run(base + ["out"] + first, in: scratch.path)
    async let two = Tool.run(base + ["out"] + second, in: scratch.path)
    return try await [one, two]
  }

  @Test("Of one pipeline, both end well and the folder is that of one run alone")
  func same() async throws {
    #expect(try await Tool.run(base + ["calm"], in: scratch.path).status == 0)
    for outcome in try await runBoth([], []) { #expect(outcome.status == 0, "\(outcome.errors)") }
    #expect(try scratch.results(of: "out") == scratch.results(of: "calm"))
    #expect(try await Tool.run(["status", "out", "--verify"], in: scratch.path).status == 0)
  }

  @Test("With other options each, none crashes, what is called done is, and a third run leaves the folder in order")
  func different() async throws {
    // As many digits, so that tables of one recording have one size.
    let (low, high) = (["--set", "hp.pass_hz=80"], ["--set", "hp.pass_hz=90"])
    #expect(try await Tool.run(base + ["calm"] + low, in: scratch.path).status == 0)
    for outcome in try await runBoth(low, high) {
      #expect([0, 1, 75].contains(outcome.status), "\(outcome.errors)")
    }
    #expect(!scratch.files(below: "out").contains { $0.hasSuffix(".tmp") })
    let third = try await Tool.run(base + ["out"] + low, in: scratch.path)
    #expect(third.status == 0, "\(third.errors)")
    #expect(try scratch.results(of: "out") == scratch.results(of: "calm"))
    #expect(try await Tool.run(["status", "out", "--verify"], in: scratch.path).status == 0)
  }
}
