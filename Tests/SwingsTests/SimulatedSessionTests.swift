import SPRecordings
import SPSignals
import SPSimulation
import SPSwings
import Testing

/// Detection on simulated sessions with truth.
struct SimulatedSessionTests {
  private func session(_ sport: Sport, seed: UInt64, seconds: Double) throws -> SimulatedSession {
    var settings = SimulationSettings(sport: sport, seed: seed)
    settings.durationS = seconds
    settings.swingsPerMinute = 14
    settings.distractorsPerMinute = 6
    settings.missShare = 0.3
    return try SimulatedSession(settings)
  }

  @Test(
    "Every hit is found where it is, and nothing else is a hit", arguments: [Sport.baseball, .tennis, .golf])
  func accuracy(sport: Sport) throws {
    var onsetErrors: [Double] = []
    var startErrors: [Double] = []
    for seed: UInt64 in [11, 12] {
      let session = try session(sport, seed: seed, seconds: 30)
      let detection = try Detection(session)
      let contacts = session.swings.filter { $0.label == .hit }
      #expect(contacts.count >= 5 && session.distractors.contains(where: \.kind.hasShock))
      for contact in contacts {
        guard let hit = detection.hit(near: contact.contactTime), let impact = hit.swing.impact else {
          Issue.record("\(session.recordingID): the hit at \(contact.contactTime) s was not found")
          continue
        }
        onsetErrors.append(abs(impact.onsetTime - contact.contactTime))
        startErrors.append(abs(hit.swing.startTime - contact.startTime))
      }
      // Claps, taps, catches and drops, as well as misses, are none.
      #expect(detection.hits.count == contacts.count)
    }
    #expect(Statistics.percentile(onsetErrors, 95) < 0.0025)
    // Between the samples of the device motion, which are 5 ms apart.
    #expect(Statistics.percentile(startErrors, 95) < 0.001)
  }

  @Test("Misses are found at the peak of their rotation, and lose nothing to hits")
  func misses() throws {
    let session = try session(.tennis, seed: 11, seconds: 30)
    let misses = try Detection(session).swings.filter { $0.label == .miss }
    let truth = session.swings.filter { $0.label == .miss }
    // A contact comes up to 25 ms after the peak of the rate.
    let found = truth.filter { swing in misses.contains { abs($0.swing.anchorTime - swing.contactTime) < 0.1 } }
    #expect(!truth.isEmpty && found.count == truth.count)
    #expect(misses.allSatisfy { $0.swing.impact == nil })
  }

  @Test("Of a rally as many movements are refused as of real ones, and no swing is lost")
  func rally() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 4)
    settings.durationS = 60
    settings.swingsPerMinute = 34
    settings.distractorsPerMinute = 0
    settings.pace = .rally
    settings.timestamps = .ticks
    let session = try SimulatedSession(settings)
    let detection = try Detection(session)
    #expect((28...40).contains(detection.swings.count))
    #expect((45...70).contains(detection.candidates.rejected.count))
    let hits = session.swings.filter { $0.label == .hit }
    #expect(hits.allSatisfy { detection.hit(near: $0.contactTime) != nil } && detection.hits.count == hits.count)
  }

  @Test("Results are the same, bit for bit, each time")
  func repeatable() throws {
    let session = try session(.baseball, seed: 7, seconds: 15)
    let (first, second) = (try Detection(session), try Detection(session))
    #expect(!first.swings.isEmpty)
    #expect(first.impacts == second.impacts)
    #expect(first.candidates == second.candidates)
    #expect(first.swings == second.swings)
    #expect(try first.measured() == second.measured())
  }
}
