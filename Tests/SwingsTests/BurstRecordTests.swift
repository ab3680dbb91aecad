import Testing

@testable import Swings

/// Bursts that are packed while the samples pass: ``BurstRecords``.
struct BurstRecordTests {
  @Test func burstsAreUnpackedAsTheyWere() {
    let lobe = RotationLobe(sample: 7, time: 1e9 + 1 / 3, peakRate: Double(Float(-8.1)), widthS: 0.1, riseS: 1 / 7)
    let rejected = JudgedCandidate.rejected(
      RejectedCandidate(kind: .airSwing, time: 3, reason: .noStart, explanation: "it stays under 1 rad/s"))
    // Without measurements it cannot be packed.
    let swing = JudgedCandidate.swing(
      Swing(startTime: 1, anchorTime: 2, impact: nil, accumulatedRotation: 3, peakRate: 4, rateThreshold: 1))
    let records = [
      BurstRecord(lobe: lobe), BurstRecord(lobe: lobe, hasImpact: true), BurstRecord(lobe: lobe, judged: rejected),
      BurstRecord(lobe: lobe, isTouched: true, judged: swing),
      BurstRecord(lobe: lobe, hasImpact: true, isTouched: true, judged: rejected),
    ]
    let packed = BurstRecords(records)
    #expect(packed.indices == 0..<BurstRecords.Place(records.count))
    for (place, record) in zip(packed.indices, records) {
      #expect(packed[place].lobe == record.lobe)
      #expect(packed[place].hasImpact == record.hasImpact && packed[place].isTouched == record.isTouched)
      #expect(packed.judged(place) == record.judged)
    }
  }
}
