import SPRecordings
import SPSimulation
import SPSwings
import Testing

/// Hits and misses where the size of a shock misleads.
struct HitMissBehaviourTests {
  private func session(
    _ sport: Sport, seed: UInt64, seconds: Double, _ change: (inout SimulationSettings) -> Void
  ) throws -> SimulatedSession {
    var settings = SimulationSettings(sport: sport, seed: seed)
    settings.durationS = seconds
    // Strokes both ways, of which one is rare, are another matter.
    if sport.hasBackhand { settings.backhandShare = 0 }
    change(&settings)
    return try SimulatedSession(settings)
  }

  @Test("Contacts at the sweet spot leave small bursts and are hits all the same", arguments: Sport.allCases)
  func sweetSpot(sport: Sport) throws {
    let session = try session(sport, seed: 31, seconds: 50) {
      $0.peakRangeG = 0.5...2
      $0.swingsPerMinute = 18
      $0.missShare = 0.2
      $0.distractorsPerMinute = 0
    }
    let detection = try Detection(session)
    let contacts = session.swings.filter { $0.label == .hit }
    let found = contacts.filter { detection.hit(near: $0.contactTime) != nil }
    func isClear(_ swing: SimulatedSwing) -> Bool { swing.shock.map { $0.peakG >= 0.8 } ?? false }
    // Many of them stay under the threshold of an impact that needs no swing to back it.
    #expect(contacts.count { ($0.shock?.peakG ?? 9) < 1.5 } >= contacts.count / 2)
    #expect(contacts.contains(where: isClear) && contacts.count >= 10)
    #expect(Double(found.count(where: isClear)) >= 0.9 * Double(contacts.count(where: isClear)))
    #expect(Double(found.count) >= 0.7 * Double(contacts.count))
    // None of them at the price of a miss that is called a hit.
    #expect(detection.hits.count == found.count)
  }

  @Test("Claps, taps, catches and drops of up to 30 g are no hits where nobody swings", arguments: Sport.allCases)
  func shocksAlone(sport: Sport) throws {
    let session = try session(sport, seed: 41, seconds: 40) {
      $0.swingsPerMinute = 0
      $0.distractorsPerMinute = 20
    }
    let detection = try Detection(session)
    #expect(session.distractors.count(where: \.kind.hasShock) >= 12)
    #expect(detection.impacts.count >= 12)
    #expect(detection.hits.isEmpty)
  }

  @Test("Among swings they are none either, and take nothing from hits and misses", arguments: Sport.allCases)
  func shocksAmongSwings(sport: Sport) throws {
    let session = try session(sport, seed: 43, seconds: 40) {
      $0.swingsPerMinute = 9
      $0.missShare = 0.4
      $0.distractorsPerMinute = 9
    }
    let detection = try Detection(session)
    #expect(session.distractors.contains { $0.kind.hasShock })
    let labels = session.swings.map { ($0.contactTime, $0.label.rawValue) }
    #expect(detection.swings.map(\.label.rawValue) == labels.map(\.1))
    for (swing, label) in zip(detection.swings, labels) { #expect(abs(swing.swing.anchorTime - label.0) < 0.1) }
  }

  @Test("Swings that are begun and held back are neither hits nor misses", arguments: Sport.allCases)
  func checkSwings(sport: Sport) throws {
    let session = try session(sport, seed: 47, seconds: 40) {
      $0.swingsPerMinute = 9
      $0.missShare = 0.4
      $0.checkSwingsPerMinute = 6
      $0.distractorsPerMinute = 0
    }
    let detection = try Detection(session)
    #expect(session.distractors.count { $0.kind == .checkSwing } == 4)
    #expect(detection.swings.map(\.label.rawValue) == session.swings.map(\.label.rawValue))
  }
}
