import Testing

/// Patterns and lists of inputs.
struct InputListTests {
  @Test("A list on standard input names odd paths from the working folder, and what is missing fails alone")
  func list() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a \n\"b\".h5")
    try await scratch.copy(Fixtures.otherRecording(), to: "more/c.h5")
    let plan = "\"$SWINGPIPE\" run --dry-run --check '\(Project.pipeline("baseball"))'"
    let outcome = try await Tool.shell(
      #"printf 'a \n"b".h5\0gone.h5\0more\0' | "# + plan + " --files-from -", in: scratch.path)
    #expect(outcome.status == 1)
    let ids = outcome.output.split(separator: "\n").dropFirst().map {
      $0.prefix(30).split(separator: " ").joined(separator: " ")
    }
    #expect(ids == ["baseball-000003 all", "baseball-000004 all", "nothing"])
    #expect(outcome.errors.contains(#"recording "gone.h5": cannot open: there is no such file"#))
    #expect(!outcome.errors.contains("more"))
  }

  @Test("Inputs and a list of them together make one batch")
  func together() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    try await scratch.copy(Fixtures.otherRecording(), to: "more/c.h5")
    try scratch.write("a.h5\r\n", to: "list.txt")
    let outcome = try await Tool.run(
      ["run", Project.pipeline("baseball"), "m*/[a-c].h5", "--files-from", "list.txt", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(scratch.files(below: "out/swings") == ["baseball-000003.parquet", "baseball-000004.parquet"])
  }

  @Test("A list that cannot be used is a fault of the command line")
  func faults() async throws {
    let scratch = try Scratch()
    let line = ["run", "--dry-run", Project.pipeline("baseball"), "--files-from"]
    let missing = try await Tool.run(line + ["none.txt"], in: scratch.path)
    #expect(missing.status == 64)
    #expect(missing.errors == "error: --files-from: none.txt: cannot open: no such file or directory\n")
    // The tests' children have nothing on standard input.
    let empty = try await Tool.run(line + ["-"], in: scratch.path)
    #expect(empty.status == 64)
    #expect(
      empty.errors
        == "error: --files-from: standard input: the list holds no path; expected one per line, or separated by NUL\n")
  }
}
