import SPBasics
import SPPipelines
import SPRecordings
import SPSwings
import Testing

/// The sport of a detector of swings.
struct SportOptionTests {
  /// The options of a stage of the shortest pipeline, as they are resolved.
  private func options(
    of id: String, start: String = "", air: String = "", overrides: [String] = []
  ) throws -> JSONValue {
    let text = """
      { "version": 1, "stages": [
        { "type": "readers.hdf5" }, { "type": "filters.high_pass" }, { "type": "detectors.impact" },
        { "id": "start", "type": "detectors.swing_start"\(start) }, { "id": "air", "type": "detectors.air_swing"\(air) },
        { "type": "classifiers.hit_miss" }, { "type": "features.swing" }, { "type": "writers.table" } ] }
      """
    return try #require(try TestPipelines.load(text: text, overrides: overrides).stage(id)).options
  }

  private func bounds(_ options: JSONValue) -> [JSONValue?] {
    ["min_duration_s", "max_duration_s", "min_rotation_rad", "max_rotation_rad", "min_peak_rate_rad_s"].map {
      options[$0]
    }
  }

  @Test("A sport's preset sets the bounds up to the contact and up to the peak", arguments: Sport.allCases)
  func sport(_ sport: Sport) throws {
    let preset = SportPreset(sport)
    let given = #", "sport": "\#(sport.rawValue)""#
    let (starts, airs) = (try options(of: "start", start: given), try options(of: "air", air: given))
    let (duration, rotation, rate) = (preset.duration, preset.rotation, preset.peakRate)
    #expect(
      bounds(starts)
        == [
          duration.toContact.lowerBound, duration.toContact.upperBound, rotation.toContact.lowerBound,
          rotation.toContact.upperBound, rate.smallestBeforeContact,
        ].map { .number($0) })
    #expect(
      bounds(airs)
        == [
          duration.toPeak.lowerBound, duration.toPeak.upperBound, rotation.toPeak.lowerBound,
          rotation.toPeak.upperBound,
          rate.smallest,
        ].map { .number($0) })
    #expect(airs["either_way"] == .boolean(preset.ways.either))
    #expect(starts["sport"] == .string(sport.rawValue) && airs["sport"] == .string(sport.rawValue))
  }

  @Test("Without a sport the bounds hold all sports")
  func none() throws {
    let (starts, airs) = (try options(of: "start"), try options(of: "air"))
    #expect(bounds(starts) == [0.04, 1.2, 0.15, 7.0, 3.0])
    #expect(bounds(airs) == [0.02, 1.2, 0.1, 7.0, 3.0])
    #expect(starts["sport"] == .null)
    #expect(try options(of: "start", start: #", "sport": null"#) == starts)
    for preset in SportPreset.all {
      #expect((0.04...1.2).contains(preset.duration.toContact) && (0.15...7).contains(preset.rotation.toContact))
      #expect((0.02...1.2).contains(preset.duration.toPeak) && (0.1...7).contains(preset.rotation.toPeak))
    }
  }

  @Test("Options that are given win over the sport's, in the file and on the command line")
  func explicit() throws {
    let given = #", "max_duration_s": 0.8, "sport": "golf""#
    #expect(bounds(try options(of: "start", start: given)) == [0.1, 0.8, 0.3, 7.0, 3.0])
    #expect(bounds(try options(of: "start", overrides: ["start.sport=golf"])) == [0.1, 1.2, 0.3, 7.0, 3.0])
    let overridden = try options(of: "start", start: given, overrides: ["start.sport=baseball"])
    #expect(bounds(overridden) == [0.06, 0.8, 0.3, 7.0, 3.0])
    let air = try options(of: "air", air: #", "sport": "golf", "min_peak_rate_rad_s": 6.5"#)
    #expect(air["min_peak_rate_rad_s"] == .number(6.5))
  }

  @Test("A sport without a preset is refused with the nearest one, and a bound that a given one passes by its name")
  func faults() throws {
    func messages(_ start: String) -> [String] {
      do {
        _ = try options(of: "start", start: start)
        return []
      } catch {
        return (error as? PipelineError)?.diagnostics.map(\.description) ?? ["\(error)"]
      }
    }
    #expect(
      messages(#", "sport": "gulf""#) == [
        """
        test.json:3:62: error: stage "start" (detectors.swing_start): option "sport": expected one of "baseball", \
        "softball", "golf", "tennis", "table_tennis", "badminton", "cricket", found "gulf"; did you mean "golf"?
        """
      ])
    #expect(
      messages(#", "sport": "golf", "max_duration_s": 0.05"#) == [
        """
        test.json:3:88: error: stage "start" (detectors.swing_start): option "max_duration_s": expected at least \
        min_duration_s (0.1 s), found 0.05 s
        """
      ])
  }

  @Test("The reference lists the sports' defaults")
  func reference() throws {
    let presets = SportPreset.all
    let page = try Project.text("Pipelines/Stages.md")
    let header = "| option | unit | " + presets.map(\.sport.rawValue).joined(separator: " | ") + " |"
    #expect(page.split(separator: "\n").count { $0 == header } == 2)
    let durations = presets.map { JSONValue.number($0.duration.toPeak.upperBound).inline }.joined(separator: " | ")
    #expect(page.contains("| `max_duration_s` | s | \(durations) |"))
  }
}
