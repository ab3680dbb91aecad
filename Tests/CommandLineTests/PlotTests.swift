import Foundation
import SPHDF5
import SPRecordings
import Testing

struct PlotTests {
  private let recording = Project.path("Data/baseball-000001.h5")
  private let pipeline = Project.pipeline("baseball")

  /// Draws an SVG to standard output.
  private func svg(_ arguments: String...) async throws -> (picture: SVGPicture, errors: String) {
    let outcome = try await Tool.run(["plot", recording, "-o", "-"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (SVGPicture(outcome.output), outcome.errors)
  }

  @Test("A swing by the recording's sport, without a pipeline file; which one is said")
  func swing() async throws {
    let (picture, errors) = try await svg("--swing", "2")
    #expect(picture.isWellFormed)
    #expect(errors == "pipeline: built-in baseball, by the recording's sport\n")
    #expect(picture.title.hasPrefix("baseball-000001, baseball: swing 2, hit, "))
    for text in [
      "raw z acceleration: ", "filtered z acceleration: ", "rotation along gravity: ", "found: hit swing 2 at 0.0000 s",
      "labelled: hit at ", "marked: start −", "impact = anchor at 0.0000 s",
    ] {
      #expect(picture.description.contains(text), "\(text)")
    }
    #expect(try await svg("--swing", "2", "--sport", "baseball").picture == picture)
    #expect(try await svg("--swing", "2", "--pipeline", pipeline).picture == picture)
  }

  @Test("Without cairo only pictures cannot be made, and why is said")
  func noCairo() async throws {
    let scratch = try Scratch()
    // In the place of the system's; an empty file is no library.
    for name in ["libcairo.so.2", "libcairo.2.dylib"] { try scratch.write("", to: name) }
    let tool = "LD_LIBRARY_PATH=. DYLD_LIBRARY_PATH=. \"$SWINGPIPE\" "
    let drawn = try await Tool.shell(tool + "plot '\(recording)' --from +0 --to +2 -o a.svg", in: scratch.path)
    #expect(drawn.status == 64)
    #expect(drawn.errors.hasPrefix("error: cairo cannot be loaded: ") && drawn.errors.contains("libcairo"))
    #expect(try await Tool.shell(tool + "check --details '\(recording)'", in: scratch.path).status == 0)
  }

  @Test("A swing looks as it does in explain, to the byte")
  func explain() async throws {
    let scratch = try Scratch()
    let arguments = [recording, "--pipeline", pipeline, "--swing", "0"]
    #expect(try await Tool.run(["explain"] + arguments + ["--plot", scratch("explain.svg")]).status == 0)
    #expect(try await Tool.run(["plot"] + arguments + ["--output", scratch("plot.svg")]).status == 0)
    #expect(try scratch.bytes("explain.svg") == scratch.bytes("plot.svg"))
  }

  @Test("A stretch without a pipeline shows what was recorded and labelled, from the recording's start")
  func stretch() async throws {
    let (picture, errors) = try await svg("--from", "+0.5", "--to", "+12")
    #expect(errors.isEmpty)
    #expect(picture.isWellFormed)
    #expect(picture.description.contains("time from the recording's start, from 0.50 to 12.00 s"))
    #expect(picture.description.contains("from 68585.25 s on its clock"))
    #expect(picture.description.contains("acceleration (x; y; z): "))
    #expect(picture.description.contains("rotation rate (magnitude; along gravity): "))
    #expect(picture.description.contains("labelled: "))
    #expect(!picture.description.contains("found: "))
    // The recording's first timestamp.
    let start = 68585.248218 + 0.5
    let clock = try await svg("--from", "\(start)", "--to", "\(start + 11.5)", "--title", "own").picture
    #expect(clock.title == "own")
    #expect(clock.description == picture.description)
  }

  @Test("A stretch with a pipeline shows what it found and refused, by number as in the table")
  func findings() async throws {
    let (picture, _) = try await svg("--pipeline", pipeline)
    let description = picture.description
    #expect(description.hasPrefix("5 hits and 3 misses found, "))
    for index in 0..<8 { #expect(description.contains("swing \(index) at "), "\(index)") }
    #expect(description.matches(of: /[:,] hit at/).count == 5)
    #expect(description.matches(of: /[:,] miss at/).count == 3)
    #expect(description.contains("rejected: unlike others at "))
    let impacts = try await svg("--pipeline", Project.pipeline("impacts")).picture.description
    #expect(impacts.prefixMatch(of: /[0-9]+ impacts found\./) != nil && impacts.contains("found: impact "))
  }

  @Test("Panels are those asked for; a slower sensor's trace stands beside the recorded one")
  func panels() async throws {
    let panels = try await svg("--from", "+2", "--to", "+4", "--panels", "rotation,high_passed").picture.description
    let rotation = try #require(panels.range(of: "rotation rate"))
    let filtered = try #require(panels.range(of: "filtered z acceleration"))
    #expect(rotation.upperBound < filtered.lowerBound)
    #expect(!panels.contains("x; y; z"))
    // 801.92 Hz over 8 is 100.24 Hz.
    let compared = try await svg("--from", "+2", "--to", "+4", "--compare-rate-hz", "100").picture.description
    #expect(compared.contains("raw z acceleration (as recorded, 801.9 Hz; at 100.2 Hz): "))
  }

  @Test("A PNG has the size in pixels that was asked for, times the scale")
  func png() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(
      [
        "plot", recording, "--from", "+2", "--to", "+4", "--width", "500", "--height", "450", "--scale", "1.5",
        "--theme", "dark", "-o", "a.png",
      ], in: scratch.path)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    // Big-endian width and height after signature, length and type: https://www.w3.org/TR/png-3/#11IHDR.
    let bytes = Array(try scratch.bytes("a.png"))
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(bytes[16..<24]) == [0, 0, 750 >> 8, 750 & 0xFF, 0, 0, 675 >> 8, 675 & 0xFF])
    let piped = try await Tool.shell(
      "\"$SWINGPIPE\" plot '\(recording)' --from +2 --to +4 --width 500 --height 450 --scale 1.5 --theme dark -o - "
        + "--format png | cmp - a.png", in: scratch.path)
    #expect(piped.status == 0, "\(piped.output)\(piped.errors)")
    #expect(scratch.files() == ["a.png"])
  }

  @Test("A peak of one sample is seen however long the stretch is, and a gap is not bridged")
  func longStretch() async throws {
    let scratch = try Scratch()
    var attributes = RecordingAttributes(recordingID: "long")
    attributes.sport = "baseball"
    let writer = try RecordingWriter(path: scratch("long.h5"), attributes: attributes)
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 50)
    // Twenty minutes at 50 Hz, without the fourth.
    let times = (0..<60_000).filter { !(12_000..<15_000).contains($0) }.map { Double($0) / 50 }
    let values: [Float] = times.indices.flatMap { [0, 0, $0 == 41_237 ? 31.5 : -1] }
    try writer.append(to: .accelerometer, time: times, ["acceleration": values])
    try writer.finish()
    let outcome = try await Tool.run(["plot", scratch("long.h5"), "-o", "-", "--from", "+0"])
    let picture = SVGPicture(outcome.output)
    #expect(outcome.status == 0 && picture.isWellFormed)
    #expect(picture.description.contains("acceleration (x; y; z): −1 to 31.5 g"))
    #expect(outcome.errors == "warning: no panel rotation: the recording has no device motion\n")
    // The last sample before the gap is 11,999, the first after it 15,000.
    #expect(picture.description.contains("no samples in acceleration: 240 to 300 s"))
    #expect(outcome.output.count < 400_000)
    // Without device motion nothing looks for swings.
    let beginning = try await Tool.run(["plot", scratch("long.h5"), "-o", "-"])
    #expect(beginning.status == 0 && SVGPicture(beginning.output).title.hasSuffix("0.00 to 60.00 s from its start"))
    #expect(
      beginning.errorLines == [
        "the recording is over 60 s long: its first 60 s are drawn; choose with --from and --to",
        "warning: no panel rotation: the recording has no device motion",
      ])
    let rotation = try await Tool.run(["plot", scratch("long.h5"), "-o", "-", "--from", "+0", "--panels", "rotation"])
    #expect(rotation.status == 1 && rotation.errors.contains("nothing can be drawn"))
    // Too slow for the filter: said with what it takes.
    let filtered = try await Tool.run([
      "plot", scratch("long.h5"), "-o", "-", "--from", "+0", "--panels", "high_passed",
    ])
    #expect(filtered.status == 1 && filtered.errors.contains("long.h5: "))
  }

  @Test("Of a long recording the first swing is drawn, or its beginning where none is found")
  func long() async throws {
    let scratch = try Scratch()
    let made = try await Tool.run([
      "simulate", "swings", "--sport", "tennis", "--seed", "9", "--duration-s", "70", "--swings-per-minute", "4", "-o",
      scratch.path,
    ])
    #expect(made.status == 0)
    let first = try await Tool.run(["plot", scratch("tennis-000009.h5"), "-o", "-"])
    #expect(SVGPicture(first.output).title.contains(": swing 0, "))
    #expect(
      first.errorLines == [
        "pipeline: built-in tennis, by the recording's sport",
        "the recording is over 60 s long: swing 0 is drawn; choose with --swing, --from or --to",
      ])
    let none = try await Tool.run([
      "plot", scratch("tennis-000009.h5"), "-o", "-", "--set", "hit.threshold_g=900", "--set",
      "hit.weak_threshold_g=900", "--set", "air.min_peak_rate_rad_s=99", "--sport", "tennis",
    ])
    #expect(none.errors == "the recording is over 60 s long: its first 60 s are drawn; choose with --from and --to\n")
    #expect(SVGPicture(none.output).description.hasPrefix("0 hits and 0 misses found"))
  }

  @Test(
    "What is asked for must be there, and make sense",
    arguments: [
      (["--swing", "999"], 64, "baseball-000001.h5: no swing 999; 8 were found, expected 0 to 7"),
      (["--swing", "-1"], 64, "--swing is -1; expected 0 or more"),
      (["--swing", "0", "--from", "+1"], 64, "expected --swing, or --from and --to, not both"),
      (["--from", "9", "--to", "3"], 64, "--from is 9 and --to 3; expected the earlier moment first"),
      (["--from", "+10", "--to", "68590"], 64, "expected the earlier moment first"),
      (["--from", "1", "--to", "2"], 64, "or +0 to +39.999; did you mean +1, counted from its start?"),
      (["--from", "50", "--to", "60"], 64, "--to 60 s lies before the start; expected 68585.2"),
      (["--to", "-5"], 64, "--to -5 s lies before the start; expected 68585.2"),
      (
        ["--from", "+50000"], 64, "--from +50000 s lies after the end; expected 68585.248218 to 68625.24699 s, or +0 to"
      ),
      // The steps are of 1.25 ms.
      (["--from", "+5", "--to", "+5.00000001"], 64, "is shorter than two samples of it; expected 0.0025 s or more"),
      (["--from", "noon"], 64, "\"noon\" is not a time; expected seconds on the recording's clock"),
      (["--pipeline", "p.json", "--sport", "golf"], 64, "expected one of --pipeline and --sport"),
      (["--swing", "0", "--pipeline", Project.pipeline("impacts")], 64, "the pipeline looks for no swings; ask for a"),
      (["--set", "hit.threshold_g=2"], 64, "--set sets options of a pipeline; give one with --pipeline or --sport"),
      (["--sport", "golf", "--set", "hit.treshold_g=2"], 78, "did you mean \"threshold_g\"?"),
      (["--panels", "rotations"], 64, "unknown panel \"rotations\"; did you mean \"rotation\"?"),
      (["--panels", "raw,raw"], 64, "--panels: \"raw\" is given twice"),
      (["--compare-rate-hz", "700"], 64, "has 801.9 Hz, which cannot be reduced to 700 Hz for --compare-rate-hz"),
      // At 0.4436 Hz the low-pass takes 65,535 taps: scipy.signal.kaiserord(60, 0.1 * 0.4436 / 400.96); 1 % over that.
      (
        ["--compare-rate-hz", "0.001"], 64,
        "which cannot be reduced to 0.001 Hz for --compare-rate-hz; expected 0.4481 to 401 Hz"
      ),
      (["--compare-rate-hz", "-3"], 64, "--compare-rate-hz is -3.0; expected more than 0 Hz"),
      (["--compare-rate-hz", "100", "--panels", "rotation"], 64, "is drawn in the panel \"raw\""),
      (["--width", "0"], 64, "--width is 0; expected 1 to 32767 pixels"),
      (["--width", "100000"], 64, "--width is 100000; expected 1 to 32767 pixels"),
      (["--height", "-2"], 64, "--height is -2; expected 1 to 32767 pixels"),
      (["--width", "90"], 64, "90 pixels wide has no room"),
      (["--height", "90"], 64, "90 pixels high has no room"),
      (["--scale", "-1"], 64, "--scale is -1.0; expected more than 0"),
      (["--scale", "99"], 64, "pixels is not possible"),
    ] as [([String], Int, String)])
  func faults(_ item: (arguments: [String], status: Int, message: String)) async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["plot", recording, "-o", scratch("a.png")] + item.arguments)
    #expect(outcome.status == item.status, "\(outcome.errors)")
    #expect(outcome.errors.contains(item.message), "\(outcome.errors)")
    #expect(scratch.files().isEmpty)
  }

  @Test("A swing of a dive is refused, by what suits the recording")
  func swingOfDive() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run([
      "plot", Project.path("Pipelines/Recordings/dive_breath_hold-000001.h5"), "--swing", "1", "-o", scratch("a.svg"),
    ])
    #expect(outcome.status == 64)
    #expect(
      outcome.errorLines == [
        "pipeline: the detection of submersion with its defaults, by the recording's streams",
        "error: --swing is for pipelines of swings, and submersion looks for none; expected it left out",
      ])
  }

  @Test("The output is a kind of picture, in a place that can be written")
  func output() async throws {
    let scratch = try Scratch()
    for (arguments, status, message) in [
      (["-o", scratch("a.gif")], 64, "expected .svg or .png"), (["-o", ""], 64, "--output is empty"),
      (["-o", scratch("a.pgn")], 64, "did you mean .png?"),
      (["-o", recording, "--format", "svg"], 64, "is the recording itself; expected another file"),
      (["-o", scratch("a.svg"), "--format", "png"], 64, "expected the same kind"),
      (["-o", scratch("a.svg"), "--scale", "3"], 64, "the picture is an SVG; expected it without --scale"),
      (["-o", "/proc/no/a.svg"], 64, "--output: /proc/no"),
    ] {
      let outcome = try await Tool.run(["plot", recording, "--from", "+1", "--to", "+2"] + arguments)
      #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
    }
    let named = try await Tool.run(
      ["plot", recording, "--from", "+1", "--to", "+2", "-o", scratch("picture"), "--format", "svg"])
    #expect(named.status == 0)
    #expect(SVGPicture(try scratch.text("picture")).isWellFormed)
    #expect(scratch.files() == ["picture"])
    let missing = try await Tool.run(["plot", "nowhere.h5", "-o", scratch("b.svg")])
    #expect(missing.status == 64 && missing.errors.contains("nowhere.h5"))
  }

  @Test("Nothing but a picture is replaced: no text, no pipe, and what a link leads to only if it is one")
  func occupied() async throws {
    let scratch = try Scratch()
    let words = "holds something other than a picture; expected a new file, or a picture to replace"
    try scratch.write("mine", to: "notes.svg")
    try scratch.write("<?xml version=\"1.0\"?><plist/>", to: "list.svg")
    #expect(
      try await Tool.shell("mkfifo pipe.svg; ln -s notes.svg link.svg; ln -s gone.svg loose.svg", in: scratch.path)
        .status == 0)
    for (name, fault) in [
      ("notes.svg", words), ("list.svg", words), ("link.svg", words),
      ("pipe.svg", "is a pipe or a device, not a file"),
      ("loose.svg", "is a symbolic link without a target"),
    ] {
      for command in [["plot", recording, "-o"], ["explain", recording, "-p", pipeline, "--plot"]] {
        let outcome = try await Tool.run(command + [name, "--swing", "0"], in: scratch.path)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(name)")
        #expect(outcome.errorLines.last?.contains("\(name): \(fault)") == true, "\(outcome.errors)")
      }
    }
    #expect(try scratch.text("notes.svg") == "mine")
    // Older pictures are, also through a link, which stays one.
    let stretch = ["plot", recording, "--from", "+1", "--to", "+2"]
    for name in ["a.svg", "a.png"] {
      #expect(try await Tool.run(stretch + ["-o", name], in: scratch.path).status == 0)
      #expect(try await Tool.run(stretch + ["-o", name, "--title", "new"], in: scratch.path).status == 0)
    }
    #expect(try await Tool.shell("ln -s a.svg b.svg", in: scratch.path).status == 0)
    #expect(try await Tool.run(stretch + ["-o", "b.svg", "--title", "newer"], in: scratch.path).status == 0)
    #expect(SVGPicture(try scratch.text("a.svg")).title == "newer")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch("b.svg")) == "a.svg")
  }

  @Test("A file that cannot be read ends with 65, with and without a pipeline")
  func unreadable() async throws {
    let scratch = try Scratch()
    try Data(contentsOf: URL(fileURLWithPath: recording)).prefix(30_000).write(
      to: URL(fileURLWithPath: scratch("cut.h5")))
    for arguments in [[], ["--pipeline", pipeline]] {
      let outcome = try await Tool.run(["plot", scratch("cut.h5"), "-o", "-"] + arguments)
      #expect(
        outcome.status == 65 && outcome.output.isEmpty && outcome.errors.contains("truncated"), "\(outcome.errors)")
    }
  }

  @Test("Without --output the picture takes the recording's name, in the folder at work, and that is said")
  func ownName() async throws {
    let scratch = try Scratch()
    for (arguments, name) in [
      ([], "baseball-000001.svg"), (["--swing", "2"], "baseball-000001-swing-2.svg"),
      (["--from", "+1", "--to", "+2", "--format", "png"], "baseball-000001.png"),
    ] {
      let outcome = try await Tool.run(["plot", recording] + arguments, in: scratch.path)
      #expect(outcome.status == 0 && outcome.output.isEmpty)
      #expect(outcome.errorLines.last == "drawn: \(name)" && scratch.files().contains(name))
    }
    #expect(scratch.files().count == 3)
  }

  @Test("The pictures of the documentation are as they would be drawn now, but for the machine's fonts")
  func pictures() async throws {
    let script = try String(contentsOfFile: Project.path("Tests/Measurements/pictures.sh"), encoding: .utf8)
    let scratch = try Scratch()
    let outcome = try await Tool.shell(
      "sh '\(Project.path("Tests/Measurements/pictures.sh"))' \"$SWINGPIPE\" '\(scratch.path)'", in: Project.path(""))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(scratch.files() == ["plan.svg", "rates.svg", "stretch.svg", "swing.svg"])
    for name in scratch.files() {
      #expect(script.contains(name))
      // Where glyphs lie depends on the fonts; what is told does not.
      let drawn = SVGPicture(try scratch.text(name))
      #expect(drawn.isWellFormed)
      let bundled = SVGPicture(try String(contentsOfFile: Project.path("Data/\(name)"), encoding: .utf8))
      #expect(drawn.description == bundled.description && drawn.title == bundled.title, "\(name): run make pictures")
    }
  }

  @Test(
    "A recording without the motion of a wrist is drawn as its streams ask for",
    arguments: [
      ("dive_breath_hold-000001", ["found: 3 dives", "depth", "water temperature", "shallow", "deep"]),
      ("workout-000001-watch", ["power", "heart rate", "cadence", "speed"]),
      (
        "push_ups-000011",
        [
          "found: 6 repetitions, 1 set", "left bud", "right bud", "no motion", "poor posture", "no samples",
          "yaw: ", "pitch: ", "roll: ",
        ]
      ),
    ])
  func otherStreams(_ name: String, _ panels: [String]) async throws {
    let made = try await Tool.run(["plot", Project.path("Pipelines/Recordings/\(name).h5"), "-o", "-"])
    #expect(made.status == 0 && made.errors.isEmpty)
    let description = SVGPicture(made.output).description
    for panel in panels { #expect(description.contains(panel), "\(panel)") }
  }

  @Test("A stretch of such a recording is drawn of all its streams")
  func stretchOfOtherStreams() async throws {
    let dive = Project.path("Pipelines/Recordings/dive_breath_hold-000001.h5")
    let made = try await Tool.run(["plot", dive, "--from", "+60", "--to", "+120", "-o", "-"])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let description = SVGPicture(made.output).description
    #expect(description.contains("depth") && description.contains("from 60.00 to 120.00 s"), "\(description)")
    for pipeline in [[], ["--pipeline", "submersion"]] {
      let whole = try await Tool.run(["plot", dive, "-o", "-"] + pipeline)
      #expect(SVGPicture(whole.output).description.contains("dives labelled"), "\(whole.output.prefix(2000))")
    }
  }

  @Test("A pipeline of one's own finds what is drawn; an overview has all streams, with codes by their names")
  func otherPipeline() async throws {
    let heads = Project.path("Pipelines/Recordings/push_ups-000011.h5")
    let pipeline = ["--pipeline", Project.path("Pipelines/push_ups.json")]
    let drawn = try await Tool.run(["plot", heads, "-o", "-"] + pipeline)
    #expect(SVGPicture(drawn.output).description.contains("depth (estimate)"))
    let wrong = try await Tool.run(["plot", heads, "-o", "-", "--pipeline", Project.path("Pipelines/submersion.json")])
    #expect(wrong.status == 1 && wrong.errors.contains("submersion_measurement"), "\(wrong.errors)")
    let overview = try await Tool.run(["plot", heads, "-o", "-", "--overview"])
    let told = SVGPicture(overview.output).description
    #expect(told.contains("sensor location: left, right. headphone connection: disconnected, connected."), "\(told)")
  }
}
