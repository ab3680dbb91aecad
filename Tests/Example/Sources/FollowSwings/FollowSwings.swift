import Recordings
import Swings

/// Tells each swing with an impact as it happens, and what was found in the end.
func followSwings(in path: String, sport: Sport, tell: (String) -> Void) async throws -> DecidedSwings {
  let replay = try Replay(of: path)
  let live = swings(in: replay, by: .standard(for: sport), layout: replay.layout)
  for try await update in live {
    guard let timeToContactS = update.timeToContactS else { continue }
    tell("contact at \(update.onsetTime) s, \((1000 * timeToContactS).rounded()) ms after the swing's start")
  }
  return try live.finish().decided
}
