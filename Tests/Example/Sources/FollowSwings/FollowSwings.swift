import Foundation
import Swingpipe

/// Reports each contact as it happens, and returns the swings of the whole recording.
func followSwings(in url: URL, sport: Sport, tell: (String) -> Void) async throws -> DecidedSwings {
  let replay = try Replay(of: url)
  let live = swings(in: replay, by: .standard(for: sport), layout: replay.layout)
  for try await update in live {
    guard let timeToContactS = update.timeToContactS else { continue }
    tell("contact at \(update.onsetTime) s, \((1000 * timeToContactS).rounded()) ms after the swing's start")
  }
  return try live.finish().decided
}
