import Foundation
import Testing

@Suite("Tuning")
struct TuneTests {
  private static let cache = "export XDG_CACHE_HOME=\"$PWD/cache\"\n"
  private static let file = "cache/swingpipe/fftw-wisdom"

  private func wisdom(of scene: BatchScene) throws -> String? {
    let value = try #require(try scene.object("_meta/run.json")["fftw_wisdom_xxh128"])
    return value as? String
  }

  @Test("What tune measures is used by later runs, which say so; nothing has to run again for it")
  func tune() async throws {
    let scene = try await BatchScene(["a", "b"])
    #expect(try await scene.run().status == 0)
    #expect(try wisdom(of: scene) == nil)
    let tuned = try await Tool.shell(Self.cache + "\"$SWINGPIPE\" measure-fft", in: scene.scratch.path)
    #expect(tuned.status == 0)
    let rows = tuned.outputLines.map { $0.split(separator: " ").map(String.init) }
    #expect(
      rows.dropFirst().map(\.first) == [512, 1024, 2048, 4096, 8192, 16384, 32768].flatMap { ["\($0)", "\($0)"] })
    for row in rows.dropFirst() {
      #expect(row.count == 5 && row[4].wholeMatch(of: /\d+\.\d\dx/) != nil)
      let times = row[2...3].compactMap(Double.init)
      #expect(times.count == 2 && times.allSatisfy { $0 > 0 })
    }
    #expect(tuned.errorLines == ["\(scene.scratch(Self.file)): used from now on"])
    #expect(scene.scratch.files(below: "cache") == ["swingpipe/fftw-wisdom"])

    let line = "\"$SWINGPIPE\" run p.json in -q --force -o"
    let outcome = try await Tool.shell(
      Self.cache + "\(line) out --jobs 1 && \(line) other --jobs 2", in: scene.scratch.path)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let fingerprint = try scene.scratch.text(Self.file).split(separator: "\n").map(String.init)[3]
    #expect(try wisdom(of: scene) == fingerprint)
    #expect(try scene.tables() == scene.tables("other"))
    // Without the wisdom everything is still up to date.
    #expect(try await scene.plan().output.contains("0 of 2 recordings to run"))
  }

  @Test("A folder that was made in part with wisdom says so; a run with nothing to do claims none")
  func mixture() async throws {
    let scene = try await BatchScene(["a", "b"])
    let run = "\"$SWINGPIPE\" run p.json -q -o out in"
    let outcome = try await Tool.shell(
      """
      \(run)/a.h5 && "$SWINGPIPE" status out > before; \(Self.cache)
      "$SWINGPIPE" measure-fft > /dev/null && \(run) && "$SWINGPIPE" status out
      """, in: scene.scratch.path)
    #expect(try !scene.scratch.text("before").contains("planned in"))
    #expect(outcome.outputLines.contains { $0.hasPrefix("filters were planned in 2 ways") })
    let fingerprint = try scene.scratch.text(Self.file).split(separator: "\n").map(String.init)[3]
    #expect(try scene.object("_meta/status/a.json")["fftw_wisdom_xxh128"] == nil)
    #expect(try scene.object("_meta/status/b.json")["fftw_wisdom_xxh128"] as? String == fingerprint)
    #expect(try wisdom(of: scene) == fingerprint)
    #expect(try await Tool.shell(Self.cache + run, in: scene.scratch.path).status == 0)
    #expect(try wisdom(of: scene) == nil)
  }

  /// What is wrong with a file of wisdom, and how the warning goes on after its path.
  static let faults: [(text: String, message: String)] = [
    ("notes\n", ": is not a wisdom file of swingpipe measure-fft; it is ignored: "),
    ("swingpipe fftw-wisdom 1\nfftw-2\nm\nh\n()", ": was measured with fftw-2, and this is fftw-3."),
  ]

  @Test(
    "Wisdom that cannot be used is ignored with one warning, with --quiet without a word",
    arguments: faults)
  func unusable(_ fault: (text: String, message: String)) async throws {
    let scene = try await BatchScene(["a"])
    try scene.scratch.write(fault.text, to: Self.file)
    let line = Self.cache + "\"$SWINGPIPE\" run p.json in -o out --force"
    let outcome = try await Tool.shell(line, in: scene.scratch.path)
    #expect(outcome.status == 0)
    let warnings = outcome.errorLines.filter { $0.hasPrefix("warning: ") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("warning: \(scene.scratch(Self.file))\(fault.message)") == true)
    #expect(warnings.first?.contains("swingpipe measure-fft") == true)
    #expect(try wisdom(of: scene) == nil)
    for quiet in [" -q", " --quiet", " -qj 1"] {
      #expect(try await Tool.shell(line + quiet, in: scene.scratch.path).errors.isEmpty)
    }
  }

  @Test("Where the file cannot be read, the warning gives no advice that fails as well")
  func unreadable() async throws {
    let scene = try await BatchScene(["a"])
    try scene.scratch.write("", to: Self.file + "/other")
    let outcome = try await Tool.shell(Self.cache + "\"$SWINGPIPE\" run p.json in -o out", in: scene.scratch.path)
    #expect(outcome.status == 0)
    let warnings = outcome.errorLines.filter { $0.hasPrefix("warning: ") }
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("warning: \(scene.scratch(Self.file)): ") == true, "\(warnings)")
    #expect(warnings.first?.hasSuffix("; it is ignored") == true)
  }

  @Test("Commands that only filter warn as well, and those that do not filter do not")
  func others() async throws {
    let scratch = try Scratch()
    try scratch.write("notes", to: Self.file)
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let info = try await Tool.shell(Self.cache + "\"$SWINGPIPE\" info a.h5", in: scratch.path)
    #expect(info.status == 0 && info.errors.isEmpty)
    let plot = try await Tool.shell(
      Self.cache + "\"$SWINGPIPE\" plot a.h5 --from +1 --to +2 --panels high_passed -o a.svg", in: scratch.path)
    let reason = "not a wisdom file of swingpipe measure-fft"
    #expect(plot.errorLines.count { $0.hasPrefix("warning: ") && $0.contains(reason) } == 1)
  }

  @Test(
    "--clear removes what is there, an interruption leaves nothing, and a bad folder is told of at once")
  func leftovers() async throws {
    let scratch = try Scratch()
    try scratch.write("notes", to: Self.file)
    let clear = Self.cache + "\"$SWINGPIPE\" tune --clear"
    #expect(
      try await Tool.shell(clear, in: scratch.path).errorLines == ["\(scratch(Self.file)): removed"])
    #expect(
      try await Tool.shell(clear, in: scratch.path).errorLines == ["\(scratch(Self.file)): there is none"])
    let stopped = try await Tool.shell(
      Self.cache + """
        : > table  # the shell in the background may make it later than grep looks
        "$SWINGPIPE" measure-fft > table & tune=$!
        until grep -q forward table; do sleep 0.05; done
        kill -TERM $tune
        wait $tune
        """, in: scratch.path)
    #expect(stopped.status == 130)
    #expect(stopped.errorLines == ["interrupted: nothing was written"])
    #expect(scratch.files(below: "cache") == [])
    try scratch.write("", to: "taken")
    let slip = try await Tool.run(["tune", "--claer"])
    #expect(slip.status == 64 && slip.errors.contains("unknown option \"--claer\"; did you mean \"--clear\"?"))
    #expect(slip.errors.contains("See 'swingpipe measure-fft --help'"))
    let refused = try await Tool.shell("XDG_CACHE_HOME=\"$PWD/taken\" \"$SWINGPIPE\" measure-fft", in: scratch.path)
    #expect(refused.status == 64 && refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("error: \(scratch("taken"))"))
    let nowhere = try await Tool.shell("XDG_CACHE_HOME= HOME= \"$SWINGPIPE\" measure-fft", in: scratch.path)
    #expect(nowhere.status == 64)
    #expect(nowhere.errors.contains("expected an absolute path in XDG_CACHE_HOME or HOME"))
  }
}
