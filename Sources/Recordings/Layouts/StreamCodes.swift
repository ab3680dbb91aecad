/// The meanings of the codes of events and states, in layout version 1.
enum StreamCodes {
  static let buds = [0: "default", 1: "left", 2: "right"]
  static let connections = [0: "disconnected", 1: "connected"]
  static let submersions = [0: "unknown", 1: "not submerged", 2: "submerged"]
  static let depths = [
    0: "unknown", 100: "not submerged", 200: "submerged shallow", 300: "submerged deep", 400: "approaching max depth",
    500: "past max depth", 600: "sensor depth error",
  ]
  static let workoutEvents = [
    1: "pause", 2: "resume", 3: "lap", 4: "marker", 5: "motion paused", 6: "motion resumed", 7: "segment",
    8: "pause or resume request",
  ]
  static let workoutStates = [
    1: "not started", 2: "running", 3: "ended", 4: "paused", 5: "prepared", 6: "stopped",
  ]
}
