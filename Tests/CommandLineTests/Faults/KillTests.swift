import Foundation
import Testing

/// A batch that is killed.
struct KillTests {
  /// A generator that repeats (SplitMix64), so that a failure's delays can be had again.
  private struct Delays {
    var state: UInt64

    mutating func next() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
    }
  }

  @Test("Kills at any moment leave no doubtful table, and the run after them ends as an undisturbed one")
  func kills() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 16)
    func run(_ output: String) throws -> RunningTool {
      try RunningTool(["run", "two.json", "in", "-o", output, "--jobs", "2"], in: scratch.path)
    }
    let clock = ContinuousClock()
    let began = clock.now
    #expect(try run("calm").wait() == 0)
    let whole = clock.now - began
    let expected = try scratch.results(of: "calm")
    #expect(expected.count == 38)

    let seed =
      ProcessInfo.processInfo.environment["SWINGPIPE_KILL_SEED"].flatMap(UInt64.init) ?? .random(in: 1...99_999)
    let comment = Comment(rawValue: "SWINGPIPE_KILL_SEED=\(seed)")
    var delays = Delays(state: seed)
    let count = 6
    for index in 0..<count {
      // Each goes on from the last one, and has a part of the work left: a kill for each part of the time.
      let tool = try run("out")
      try await Task.sleep(for: whole * ((Double(index) + delays.next()) / Double(count)))
      tool.kill()
      let status = tool.wait()
      #expect(status == -9 || status == 0, comment)
      try await scratch.expectWhole("out", as: expected, comment)
    }
    #expect(try run("out").wait() == 0, comment)
    // Nor is a file in the making among them.
    let results = try scratch.results(of: "out")
    #expect(results.keys.sorted() == expected.keys.sorted(), comment)
    #expect(results.filter { expected[$0.key] != $0.value }.keys.sorted() == [], comment)
    #expect(try await scratch.states(of: "out").values.allSatisfy { $0 == "done" }, comment)
  }

  @Test("What killed runs left half-written is removed, and what a run that goes on is writing is not")
  func abandoned() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    let ended = try RunningTool(["--version"], in: scratch.path)
    #expect(ended.wait() == 0)
    // Such names hold the computer, where its process numbers hold, and the process that makes the file: this one runs on.
    let host = "\(Self.host)-\(try Self.place)"
    for folder in ["impacts", "merged", "_meta", "_meta/status"] {
      try scratch.write("half", to: "out/\(folder)/.r01.parquet.\(host)-\(ended.processID)-1a-2b.tmp")
      try scratch.write("half", to: "out/\(folder)/.r01.parquet.\(host)-\(getpid())-1a-2b.tmp")
    }
    let outcome = try await Tool.run(["run", "two.json", "in", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 0)
    let left = scratch.files(below: "out").filter { $0.hasSuffix(".tmp") }
    #expect(left.count == 4 && left.allSatisfy { $0.contains("-\(getpid())-") }, "\(left)")
  }

  /// This computer's name as temporary names have it.
  private static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(text.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The namespace of process numbers and the start of the system, as temporary names have them.
  private static var place: String {
    get throws {
      let manager = FileManager.default
      guard manager.fileExists(atPath: "/proc/self/ns/pid") else { return "" }
      let link = try manager.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
      let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
      return "\(link.filter(\.isNumber))_\(boot.prefix(8))"
    }
  }

  @Test("A list without anything else is no work that was done")
  func listAlone() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 2)
    let plan = try await Tool.run(["run", "--dry-run", "two.json", "in", "--json"], in: scratch.path)
    try scratch.write(plan.output, to: "out/_meta/plan.jsonl")
    #expect(try await scratch.states(of: "out") == ["r01": "missing", "r02": "missing"])
  }
}
