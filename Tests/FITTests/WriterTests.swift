import SPImporting
import Testing

/// What is written is read again, and what cannot be stored is refused.
struct WriterTests {
  @Test func aWorkoutIsReadAsItWasWritten() throws {
    var writer = FITWriter()
    try writer.write(
      "file_id", ["type": "workout", "manufacturer": "development", "time_created": 1_000_000_000])
    try writer.write("workout", ["wkt_name": "Vier mal süß", "sport": "cycling", "num_valid_steps": 2])
    try writer.write(
      "workout_step",
      [
        "message_index": 0, "duration_type": "time", "duration_time": 600.5, "target_type": "power",
        "custom_target_power_low": 1250, "custom_target_power_high": 1275, "intensity": "active",
      ])
    try writer.write(
      "workout_step", ["message_index": 1, "duration_type": "distance", "duration_distance": 804.67])
    var reader = FITReader(writer.finish())
    let read = try reader.all()
    #expect(read.map(\.name) == ["file_id", "workout", "workout_step", "workout_step"])
    #expect(read[0]["type"]?.code == "workout" && read[0].fields.map(\.name).contains("time_created"))
    #expect(read[1]["wkt_name"]?.text == "Vier mal süß")
    #expect(read[2]["duration_time"]?.value == 600.5 && read[2]["duration_time"]?.kind.number == 2)
    #expect(read[2]["custom_target_power_low"]?.value == 1250 && read[2]["intensity"]?.code == "active")
    #expect(read[3]["duration_distance"]?.value == 804.67)
  }

  @Test func moreKindsOfMessagesThanLocalTypesAreDefinedAnew() throws {
    var writer = FITWriter()
    // Texts of other lengths are other definitions.
    let lengths = Array(1...20) + Array(1...20)
    for length in lengths {
      try writer.write("workout", ["wkt_name": .text(String(repeating: "x", count: length))])
    }
    var reader = FITReader(writer.finish())
    #expect(try reader.all().map { $0["wkt_name"]?.text?.count ?? 0 } == lengths)
  }

  @Test func whatCannotBeStoredIsRefused() throws {
    var writer = FITWriter()
    func message(_ name: String, _ values: [(String, FITWriter.Value)]) -> String {
      do throws(FITWriter.Fault) {
        try writer.write(name, values.map { (name: $0.0, value: $0.1) })
        return ""
      } catch { return error.description }
    }
    #expect(message("workouts", []) == "workouts is not a message of the profile")
    #expect(message("workout", [("name", "x")]) == "workout has no field name in the profile")
    #expect(
      message("workout_step", [("duration_time", 5e6)])
        == "workout_step.duration_time is 5000000.0; expected 0.0 to 4294967.294 s")
    #expect(
      message("workout", [("sport", "chess")]) == "workout.sport is \"chess\", which is not a sport of the profile")
    #expect(message("workout", [("wkt_name", .text(String(repeating: "x", count: 255)))]).contains("at most 254"))
    #expect(message("workout", [("wkt_name", 5)]).contains("expected a string"))
    #expect(message("workout", [("num_valid_steps", .number(.nan))]).contains("finite"))
    #expect(message("workout_step", [("duration_value", 1), ("duration_time", 1)]).contains("given already"))
    var reader = FITReader(writer.finish())
    #expect(try reader.next() == nil)
  }
}
