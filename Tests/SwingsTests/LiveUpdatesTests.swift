import SPSignals
import SPSimulation
import Testing

@testable import SPSwings

/// What is told at once of what comes, against what is found in the end.
/// Updates of a live stream.
struct LiveUpdatesTests {
  private let session: SimulatedSession
  private let streams: SensedStreams
  private let rules = SwingRules.standard(for: .tennis)
  /// The most samples of the acceleration between a contact's peak and the impact that is told: 0.5 s of them.
  private static let mostLatency = 400

  init() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 31)
    settings.durationS = 60
    settings.swingsPerMinute = 14
    settings.distractorsPerMinute = 6
    settings.missShare = 0.3
    session = try SimulatedSession(settings)
    streams = SensedStreams(session)
  }

  private var contacts: [Double] { session.swings.filter { $0.label == .hit }.map(\.contactTime) }

  private func follow(
    _ batches: [SwingBatch]
  ) async throws -> (updates: [SwingUpdate], findings: SwingFindings) {
    let live = swings(in: TestBatches(batches), by: rules, prologue: try streams.prologue)
    var updates: [SwingUpdate] = []
    for try await update in live { updates.append(update) }
    return (updates, try live.finish())
  }

  /// Every hit that is labelled is told: its impact, and its swing as it is found in the end.
  private func expectTold(
    _ told: (updates: [SwingUpdate], findings: SwingFindings), _ comment: Comment? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let hits = told.findings.decided.labelled.filter { $0.label == .hit }
    for contact in contacts {
      let hit = try #require(
        hits.first { abs($0.swing.anchorTime - contact) < 0.05 }, comment, sourceLocation: location)
      let impacts = told.updates.filter { $0.kind == .impact && $0.impactTime == hit.swing.anchorTime }
      #expect(impacts.count == 1, comment, sourceLocation: location)
      #expect(impacts.first?.onsetTime == hit.swing.impact?.onsetTime, comment, sourceLocation: location)
      let swings = told.updates.filter { $0.timeToContactS != nil && $0.impactTime == hit.swing.anchorTime }
      #expect(swings.count == 1, comment, sourceLocation: location)
      guard case .swing(let start) = swings.first?.kind else { continue }
      #expect(abs(start - hit.swing.startTime) < 1e-9, comment, sourceLocation: location)
      #expect(
        abs(try #require(swings[0].timeToContactS) - (hit.swing.anchorTime - start)) < 1e-9, comment,
        sourceLocation: location)
    }
  }

  @Test("Each hit is told within half a second of samples, as it is found in the end", arguments: [0.01, 0.05, 0.1])
  func prompt(batchS: Double) async throws {
    let told = try await follow(streams.batches(everyS: batchS))
    #expect(contacts.count >= 8)
    try expectTold(told)
    let near = told.updates.filter { update in contacts.contains { abs($0 - update.impactTime) < 0.05 } }
    #expect(near.allSatisfy { $0.latencySamples <= Self.mostLatency })
  }

  @Test("The latency is counted from the peak to the last sample that had come, of swings whose motion is late, too")
  func latency() throws {
    var late = streams
    for row in late[.motion].moments.indices { late[.motion].moments[row] += 2 }
    let live = LiveSwings(rules, prologue: try streams.prologue)
    let times = streams[.acceleration].times
    var count = 0
    var swings: [SwingUpdate] = []
    for batch in late.batches(everyS: 0.1) {
      count += batch.acceleration?.count ?? 0
      for update in try live.take(batch) {
        let peak = try #require(times.firstIndex(of: update.impactTime))
        #expect(update.latencySamples == count - 1 - peak, "\(update)")
        if update.timeToContactS != nil { swings.append(update) }
      }
    }
    // Up to a batch more or less than the 2 s.
    #expect(swings.count >= contacts.count - 1)
    #expect(
      swings.allSatisfy { (1500...1700).contains($0.latencySamples) || $0.impactTime > times[times.count - 1700] })
  }

  @Test("Saturated impacts are told without a swing if they are rejected")
  func saturated() throws {
    var strict = rules
    strict.impacts.rangeG = strict.impacts.thresholdG / 2
    strict.starts?.rejectsSaturated = true
    let told = try streams.follow(streams.batches(everyS: 0.1), strict)
    #expect(told.updates.count >= contacts.count && told.updates.allSatisfy { $0.kind == .impact })
  }

  @Test("No hit is missed whatever the cuts, the whole recording at once among them")
  func anyCuts() async throws {
    for (longest, lagS) in [(5, 0), (300, 5), (5000, 5), (60_000, 0)] as [(Int, Double)] {
      try expectTold(
        await follow(streams.batches(longest: longest, lagS: lagS, seed: 7)),
        "up to \(longest) samples, lags of \(lagS) s")
    }
    try expectTold(await follow(streams.batches(everyS: 25)), "25 s at a time")
    try expectTold(await follow(streams.batches(everyS: .infinity)), "all at once")
  }

  @Test("Hits right before a step back of the clock are told, and those behind it")
  func clockStep() throws {
    // The clock goes back 0.25 s after a contact, when nothing was told of that one yet.
    let contact = contacts[contacts.count / 2]
    var stepped = streams
    for stream in SwingStream.allCases {
      for row in stepped[stream].times.indices where stepped[stream].moments[row] > contact + 0.25 {
        stepped[stream].times[row] -= 1000
      }
    }
    let expected = contacts.map { $0 > contact + 0.25 ? $0 - 1000 : $0 }
    for batches in [stepped.batches(everyS: 0.1), stepped.batches(everyS: 1), stepped.batches(everyS: 40)] {
      let told = try stepped.follow(batches, rules, overlaps: .clockStep)
      for contact in expected {
        #expect(told.updates.count { $0.kind == .impact && abs($0.impactTime - contact) < 0.05 } == 1, "\(contact)")
      }
    }
  }

  @Test("A hit in the last moments is told when the source ends")
  func lastMoments() async throws {
    var cut = streams
    let last = try #require(contacts.last)
    for stream in SwingStream.allCases { cut[stream].keep { $0 < last + 0.2 } }
    let live = swings(in: TestBatches(cut.batches(everyS: 0.1)), by: rules, prologue: try cut.prologue)
    var told: [SwingUpdate] = []
    for try await update in live { told.append(update) }
    #expect(told.count { $0.kind == .impact && abs($0.impactTime - last) < 0.05 } == 1)
    #expect(told.count { $0.timeToContactS != nil && abs($0.impactTime - last) < 0.05 } == 1)
    // Of a source that is shorter than the rates are measured over, too.
    let short = swings(in: TestBatches(cut.batches(everyS: 0.1)), by: rules, prologue: .measured(overS: 500))
    var later: [SwingUpdate] = []
    for try await update in short { later.append(update) }
    #expect(later.map(\.impactTime) == told.map(\.impactTime))
  }

  @Test("A hit whose peak is among the last samples, fewer than the filter reaches, is told when the stream ends")
  func lastSamples() throws {
    var cut = streams
    let last = try #require(contacts.last)
    for stream in SwingStream.allCases { cut[stream].keep { $0 < last + 0.03 } }
    let batches = cut.batches(everyS: 0.1)
    func expectTold(_ updates: [SwingUpdate], _ live: LiveSwings, _ location: SourceLocation = #_sourceLocation) throws
    {
      let found = try #require(try live.finish().impacts.last)
      #expect(abs(found.time - last) < 0.03, sourceLocation: location)
      let near = updates.filter { $0.impactTime == found.time }
      #expect(near.count { $0.kind == .impact } == 1, sourceLocation: location)
      #expect(near.count { $0.timeToContactS != nil } == 1, sourceLocation: location)
      #expect(near.allSatisfy { $0.onsetTime == found.onsetTime }, sourceLocation: location)
    }
    let asked = LiveSwings(rules, prologue: try cut.prologue)
    try expectTold(batches.flatMap { try asked.take($0) } + asked.lastUpdates(), asked)
    let finished = LiveSwings(rules, prologue: try cut.prologue)
    let onTheWay = try batches.flatMap { try finished.take($0) }
    _ = try finished.finish()
    try expectTold(onTheWay + finished.lastUpdates(), finished)
    // The acceleration alone has ended, and the motion goes on.
    let ended = LiveSwings(rules, prologue: try cut.prologue)
    let before = try batches.flatMap { try ended.take($0) }
    try ended.end(.acceleration)
    let motion = streams[.motion]
    let rows = try #require(motion.times.firstIndex { $0 >= last + 0.03 })..<motion.times.count
    let told = try before + ended.take(SwingBatch(motion: motion.block(rows)))
    try expectTold(told, ended)
  }

  @Test("A hit behind a gap is told, though a stronger one lies few samples before it")
  func behindGap() throws {
    let impacts = try streams.findings(rules).impacts
    let (strong, weaker) = try #require(
      zip(impacts, impacts.dropFirst()).first { $1.time - $0.time > 1 && abs($1.peak) < abs($0.peak) })
    var cut = streams
    let gap = strong.time + 0.1..<weaker.time - 0.1
    for stream in SwingStream.allCases { cut[stream].keep { !gap.contains($0) } }
    for batches in [cut.batches(everyS: 0.05), cut.batches(everyS: 5)] {
      let (updates, findings) = try cut.follow(batches, rules)
      for time in [strong.time, weaker.time] {
        #expect(findings.impacts.contains { $0.time == time })
        #expect(updates.count { $0.kind == .impact && $0.impactTime == time } == 1)
      }
    }
  }

  @Test("A swing whose motion comes after the first seconds of acceleration is told, too")
  func motionBehind() throws {
    let live = LiveSwings(rules, prologue: try streams.prologue)
    let (acceleration, motion) = (streams[.acceleration], streams[.motion])
    var updates = try live.take(SwingBatch(acceleration: acceleration.block(0..<acceleration.times.count)))
    #expect(updates.allSatisfy { $0.kind == .impact })
    updates += try live.take(SwingBatch(motion: motion.block(0..<motion.times.count)))
    updates += try live.lastUpdates()
    for contact in contacts {
      #expect(updates.count { $0.timeToContactS != nil && abs($0.impactTime - contact) < 0.05 } == 1, "\(contact)")
    }
  }
}
