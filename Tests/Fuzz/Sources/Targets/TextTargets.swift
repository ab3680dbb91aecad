import SPBasics
import SPPipelines
import SPStages
import SPWorkoutPlans

extension FuzzTarget {
  private static let registry = StandardStages.registry()

  static let texts = [
    FuzzTarget("json", "the reader of JSON") { bytes in
      let document = JSONDocument.parse(String(decoding: bytes, as: UTF8.self), file: "fuzz.json")
      // A text that is whole has a value or a fault.
      precondition(document.root != nil || !document.faults.isEmpty, "neither a value nor a fault")
    },
    FuzzTarget("pipeline", "a pipeline file, up to its stages") { bytes in
      _ = try Pipeline.load(text: String(decoding: bytes, as: UTF8.self), file: "fuzz.json", registry: registry)
    },
    FuzzTarget("workout_plan", "workout plans: JSON, binary, FIT, ZWO, ERG and MRC, and schedules of them") { bytes in
      var isPlan = false
      // By content, behind a checksum, and by extension with what turns fractions into watts and paces.
      let reads = [
        try? WorkoutPlan.read(bytes, file: "fuzz"), try? WorkoutPlan.read(sealed(bytes), file: "fuzz"),
        try? WorkoutPlan.read(
          bytes, file: "fuzz.mrc", ftpW: 250,
          paces: [.fiveKilometres: Measure(4, .minutesPerKilometre), .threshold: Measure(5, .minutesPerKilometre)]),
      ]
      for plan in reads.compactMap(\.?.plan) {
        isPlan = true
        precondition(plan.faults().isEmpty, "a plan was read that makes no sense")
        if let binary = try? plan.binary() {
          let again = try WorkoutPlan(binary: binary, file: "again")
          precondition(again == plan, "a plan reads back as another")
        }
        _ = plan.text()
        _ = PlanOutline(plan)
      }
      if !isPlan { _ = try WorkoutSchedule(json: String(decoding: bytes, as: UTF8.self), file: "fuzz.json") }
    },
  ]

  /// The bytes with the checksum of a binary plan at their end, so that what is behind it is reached.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes.dropLast(4) {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    crc = ~crc
    return bytes.dropLast(4) + (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
  }
}
