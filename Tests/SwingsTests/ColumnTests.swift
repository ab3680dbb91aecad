import SPRecordings
import SPSignals
import SPTables
import Testing

@testable import SPSwings

/// Columns of the tables.
struct ColumnTests {
  /// A hit at 1.2 s and a miss at 3.2 s, measured on simple signals.
  private func table() throws -> FeatureTable {
    let filtered = Fixture.triaxial(z: Fixture.signal(seconds: 5, rate: 800) { $0 == 1.2 ? 9 : 0 })
    let rate = Fixture.signal(seconds: 5, rate: 200, unit: .radiansPerSecond) {
      -Fixture.bell(12, at: 1.2, $0) - Fixture.bell(12, at: 3.2, $0)
    }
    let motion = MotionSignals(
      rotationRate: Fixture.triaxial(z: rate),
      gravity: Fixture.triaxial(z: Fixture.signal(seconds: 5, rate: 200) { _ in -1 }))
    let hit = Fixture.swing(at: 1.2, peakRate: 12, impact: Fixture.impact(at: 1.2, peak: 9, sample: 960))
    let signals = SwingSignals(acceleration: filtered, filtered: filtered, motion: motion)
    // Out of order on purpose: rows are in the order of time.
    let measured = try SwingMeter(signals: signals).measure([
      LabelledSwing(swing: Fixture.swing(at: 3.2, peakRate: 12), label: .miss, hitProbability: 0.01, model: "m-1"),
      LabelledSwing(swing: hit, label: .hit, hitProbability: 0.99, model: "m-1"),
    ])
    let identity = RecordingIdentity(
      recordingID: "r-7", subjectID: "s-1", sport: "tennis", wrist: "left", startTime: 0.2)
    return FeatureTable(
      rows: SwingColumns.rows(of: measured, identity), columns: SwingColumns.all)
  }

  private func texts(_ row: Int, of table: FeatureTable) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: table.columns.compactMap { column in
        column.values.text(at: row).map { (column.description.name, $0) }
      })
  }

  @Test("The swing table begins with what every reader needs")
  func firstColumns() {
    #expect(
      SwingColumns.all.prefix(10).map(\.description.name) == [
        "recording_id", "swing_index", "start_time_s", "impact_time_s", "impact_onset_time_s", "time_to_contact_s",
        "anchor_time_s", "time_from_start_s", "label", "hit_probability",
      ])
  }

  // What practitioners expect of a swing, by the group: identity, timing, rotation, speed, impact, shape, spectrum,
  // context, decision.
  @Test(
    "The swing table has all that practitioners expect",
    arguments: [
      ["recording_id", "subject_id", "sport", "wrist", "swing_index", "flags"],
      [
        "start_time_s", "impact_time_s", "impact_time_subsample_s", "impact_onset_time_s", "time_to_contact_s",
        "follow_through_s", "tempo_ratio", "stillness_before_s",
      ],
      [
        "accumulated_rotation_rad", "peak_rotation_along_gravity_rad_s", "peak_rotation_rate_rad_s",
        "peak_rotation_lead_ms", "rotation_along_gravity_at_impact_rad_s", "peak_angular_acceleration_rad_s2",
      ],
      ["peak_hand_speed_estimate_m_s", "rotational_acceleration_g"],
      ["peak_z_g", "peak_acceleration_g", "high_passed_peak_g", "peak_jerk_g_s", "saturated"],
      [
        "half_peak_width_ms", "rise_time_ms", "decay_time_ms", "time_to_10_percent_ms", "crest_factor", "kurtosis",
        "energy_width_ms",
      ],
      [
        "dominant_frequency_hz", "spectral_centroid_hz", "spectral_bandwidth_hz", "energy_share_40_80_hz",
        "energy_share_80_120_hz", "energy_share_120_200_hz", "energy_share_200_300_hz", "energy_share_300_400_hz",
        "energy_share_x", "energy_share_y", "energy_share_z",
      ],
      ["rms_before_g", "peak_to_rms_before", "noise_sigma_g"],
      ["hit_probability", "label", "model_version"],
    ])
  func expected(names: [String]) {
    #expect(Set(names).subtracting(SwingColumns.all.map(\.description.name)) == [])
  }

  @Test("Rows are in the order of time and repeat the recording's facts")
  func rows() throws {
    let table = try table()
    let (first, second) = (texts(0, of: table), texts(1, of: table))
    #expect(first["swing_index"] == "0" && second["swing_index"] == "1")
    #expect(first["label"] == "hit" && second["label"] == "miss")
    #expect(first["impact_time_s"] == "1.2" && first["time_to_contact_s"].flatMap(Double.init) == 1.2 - (1.2 - 0.2))
    // Whatever the recording's clock shows at its start, here 0.2 s.
    let fromStart = [first, second].compactMap { $0[StartColumn.name].flatMap(Double.init) }
    #expect(zip(fromStart, [1.0, 3.0]).allSatisfy { abs($0 - $1) < 1e-9 } && fromStart.count == 2)
    for row in [first, second] {
      #expect(row["recording_id"] == "r-7" && row["subject_id"] == "s-1" && row["model_version"] == "m-1")
      #expect(row["sport"] == "tennis" && row["wrist"] == "left")
    }
  }

  @Test("What a miss does not have is missing, neither zero nor not a number")
  func miss() throws {
    let table = try table()
    let (hit, miss) = (texts(0, of: table), texts(1, of: table))
    let ofImpacts = Set(ImpactColumns.all.map(\.description.name)).subtracting([
      "recording_id", "impact_index", "subject_id", "sport", "wrist", StartColumn.name,
    ])
    for name in ofImpacts.union(["time_to_contact_s", "rotation_along_gravity_at_impact_rad_s"]) {
      #expect(miss[name] == nil, "\(name)")
      // The only one that this hit does not have is that ratio, over silence.
      #expect(hit[name] != nil || name == "peak_to_rms_before", "\(name)")
    }
    #expect(miss["anchor_time_s"] == "3.2" && miss["start_time_s"] == "3.0")
    #expect([hit, miss].allSatisfy { $0.values.allSatisfy { !["nan", "inf", "-inf"].contains($0) } })
  }

  @Test("Flags name what limits trust in a row")
  func flags() throws {
    let signals = Fixture.triaxial(z: Fixture.signal(seconds: 3, rate: 800) { $0 == 1.2 ? 9 : 0 })
    let rate = Fixture.signal(seconds: 3, rate: 50, unit: .radiansPerSecond) {
      $0 < 0.8 ? 0 : $0 < 1 ? 4 : $0 < 1.3 ? -12 : 0
    }
    let motion = MotionSignals(
      rotationRate: Fixture.triaxial(z: rate),
      gravity: Fixture.triaxial(z: Fixture.signal(seconds: 3, rate: 50) { _ in -1 }))
    let meter = try SwingMeter(signals: SwingSignals(acceleration: signals, filtered: signals, motion: motion))
    func flags(peakRate: Double, isSaturated: Bool) throws -> String? {
      let impact = Fixture.impact(at: 1.2, peak: 9, sample: 960, isSaturated: isSaturated)
      let swing = Fixture.swing(at: 1.2, peakRate: peakRate, impact: impact)
      return try meter.measure([LabelledSwing(swing: swing, label: .hit, hitProbability: 1, model: "")]).first
        .map { SwingColumns.Row(identity: RecordingIdentity(recordingID: "a"), index: 0, swing: $0).flags }
    }
    #expect(try flags(peakRate: 12, isSaturated: false) == "low_motion_rate")
    #expect(try flags(peakRate: -12, isSaturated: true) == "saturated;no_reversal;low_motion_rate")
  }

  @Test(
    "A swing in the air says what it was compared with, and is flagged where that were no hits of its way",
    arguments: [nil, .hits, .weakImpacts, .otherWay, .learned, .repeatedStrokes] as [SwingReference.Origin?])
  func comparedWith(origin: SwingReference.Origin?) throws {
    var swing = Fixture.swing(at: 1.2, peakRate: 12)
    swing.comparison = origin.map(Fixture.comparison)
    let signals = Fixture.triaxial(z: Fixture.signal(seconds: 3, rate: 800) { _ in -1 })
    let meter = try SwingMeter(signals: SwingSignals(acceleration: signals, filtered: signals))
    let labelled = LabelledSwing(swing: swing, label: .miss, hitProbability: 0, model: "")
    let measured = try #require(try meter.measure([labelled]).first)
    let row = SwingColumns.Row(identity: RecordingIdentity(recordingID: "a"), index: 0, swing: measured)
    #expect(row.flags == (origin == nil || origin == .hits ? "" : "no_like_hits"))
    let table = FeatureTable(rows: [row], columns: SwingColumns.all)
    let column = try #require(table.columns.first { $0.description.name == "compared_with" })
    #expect(column.values == .string([origin?.rawValue]))
    if let origin { #expect(column.description.description.contains("\(origin.rawValue) (\(origin.meaning))")) }
  }

  @Test(
    "A check's margin is 0 at its bound, 0.5 at twice a smallest or half a largest one, and below 0 beyond",
    arguments: [
      (3, 3, nil, 0), (6, 3, nil, 0.5), (1.5, 3, nil, -0.5), (2.5, nil, 2.5, 0), (1, nil, 2.5, 0.6), (0, nil, 2.5, 1),
      (5, nil, 2.5, -0.5), (0.3, 0.06, 1.2, 0.75), (0.96, 0.06, 1.2, 0.2), (4, nil, nil, nil), (4, 0, nil, nil),
      (nil, 3, nil, nil),
    ] as [(Double?, Double?, Double?, Double?)])
  func margin(value: Double?, lowest: Double?, highest: Double?, expected: Double?) {
    let margin = SwingCheck("check", value, unit: "1", lowest: lowest, highest: highest).margin
    #expect((margin == nil) == (expected == nil))
    if let margin, let expected { #expect(abs(margin - expected) < 1e-12) }
  }

  @Test("The decision margin of a swing is that of its narrowest check, the height of its impact among them")
  func decisionMargin() throws {
    // The threshold of the fixture's impacts is 1.5 g.
    func swing(peak: Double) throws -> Swing {
      var swing = Fixture.swing(at: 1.2, peakRate: 12, impact: Fixture.impact(at: 1.2, peak: peak))
      let judge = SwingJudge(bounds: SwingBounds(duration: 0...1.2, rotation: 0...100))
      swing.candidate.start = .found(try #require(swing.candidate.found), AppliedJudge(judge, rateHz: 200))
      return swing
    }
    func nearest(_ swing: Swing) -> (name: String?, margin: Double?) {
      let labelled = LabelledSwing(swing: swing, label: .hit, hitProbability: 0.2, model: "")
      return (labelled.nearestCheck?.name, labelled.decisionMargin)
    }
    #expect(try nearest(swing(peak: -9)) == ("peak rate along gravity", 0.75))
    var weak = try swing(peak: 2)
    #expect(nearest(weak) == ("height of the impact", 0.25))
    // Its likeness gave it away, and not the impact.
    weak.comparison = Fixture.comparison(.hits)
    #expect(nearest(weak) == ("peak rate along gravity", 0.75))
    #expect(nearest(Fixture.swing(at: 1.2, peakRate: 12)) == (nil, nil))
  }

  @Test("The margin of a refused candidate is that of the check that failed")
  func refusalMargin() {
    func margin(_ checks: [SwingCheck]) -> Double? {
      RejectedCandidate(
        kind: .impact, time: 1, reason: .durationOutOfBounds, value: 0.02, explanation: "", checks: checks
      ).refusalMargin
    }
    let passed = SwingCheck("peak rate along gravity", 12, unit: "rad/s", lowest: 3)
    #expect(margin([passed, SwingCheck("duration", 0.02, unit: "s", lowest: 0.08)]) == -0.75)
    #expect(margin([.failed("gap in swing", remark: "")]) == nil)
  }

  @Test("The table of refusals names all reasons that there are")
  func refusals() throws {
    let reason = try #require(RejectedColumns.all.first { $0.description.name == "reason" })
    for known in RejectionReason.allCases { #expect(reason.description.description.contains(known.rawValue)) }
  }
}
