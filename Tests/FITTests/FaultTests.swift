import Foundation
import SPImporting
import TestSupport
import Testing

/// Damaged files: an error with its place, or what comes before it.
struct FaultTests {
  private static let records = FITBuilder.joined(
    FITBuilder.definition(0, 20, [(253, 4, 0x86), (3, 1, 2)]),
    (0..<10).flatMap { FITBuilder.joined([0], FITBuilder.little(1_000_000_000 + $0, 4), [UInt8(100 + $0)]) })
  private let whole = FITBuilder.file(records)

  /// What reading throws, and how many messages come before it where faults end reading.
  private func reading(_ bytes: [UInt8]) -> (thrown: FITError?, kept: FITError?, count: Int) {
    var strict = FITReader(bytes)
    var thrown: FITError?
    do { while try strict.next() != nil {} } catch { thrown = error }
    var mild = FITReader(bytes, faults: .endReading)
    let count = (try? mild.all().count) ?? -1
    return (thrown, mild.fault, count)
  }

  @Test func aWholeFileHasNoFault() {
    let (thrown, kept, count) = reading(whole)
    #expect(thrown == nil && kept == nil && count == 10)
  }

  @Test func whatIsNoFITFileIsSaidToBeNone() {
    #expect(reading([]).thrown?.description == "byte 0: is empty; expected a FIT file")
    #expect(reading([]).kept?.offset == 0)
    #expect(reading(Array("time,heart_rate\n".utf8)).thrown?.message.hasPrefix("is not a FIT file") == true)
    #expect(reading(whole + [1, 2, 3]).thrown?.offset == whole.count)
    #expect(reading(whole + [1, 2, 3]).count == 10)
  }

  @Test func aFlippedBitIsAWrongChecksum() {
    var damaged = whole
    damaged[40] ^= 0x10
    let (thrown, kept, count) = reading(damaged)
    #expect(thrown?.offset == whole.count - 2 && thrown?.message.contains("it is damaged") == true)
    #expect(kept == thrown && count == 10, "the file can be read all the same")
    damaged = whole
    damaged[12] ^= 1
    #expect(reading(damaged).thrown?.offset == 12)
    damaged[12...13] = [0, 0]
    #expect(reading(damaged).thrown?.offset == whole.count - 2, "a header's checksum of 0 is none")
  }

  @Test func whatWasCutOffIsReadAsFarAsItGoes() {
    let cut = Array(whole.dropLast(9))
    let (thrown, kept, count) = reading(cut)
    #expect(thrown?.offset == cut.count && thrown?.message.hasSuffix("it is cut off") == true)
    #expect(kept == thrown && count == 8)
  }

  @Test func aFileThatWasNotFinishedStatesNoSizeAndIsReadToItsEnd() {
    var open = Array(whole.dropLast(2))
    open.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    open.replaceSubrange(12..<14, with: [0, 0])
    let (thrown, kept, count) = reading(open)
    #expect(
      thrown?.description
        == "byte 4: the header states 0 bytes of messages, and \(Self.records.count) bytes follow it: the file was not finished"
    )
    #expect(kept == thrown && count == 10)
    // Files without messages may come before another.
    #expect(reading(FITBuilder.file([]) + whole).thrown == nil)
    #expect(reading(FITBuilder.file([]) + whole).count == 10)
  }

  @Test func messagesThatCannotBeReadNameTheirPlace() {
    let undefined = FITBuilder.file([3, 0])
    #expect(
      reading(undefined).thrown?.description
        == "byte 14: a data message of local type 3, which no earlier definition message defines")
    let order = FITBuilder.file([0x40, 0, 7, 20, 0, 0])
    #expect(reading(order).thrown?.description.hasPrefix("byte 16: a definition with the byte order 7") == true)
    let short = FITBuilder.file(FITBuilder.joined(FITBuilder.definition(0, 20, [(3, 9, 2)]), [0, 1]))
    #expect(
      reading(short).thrown?.description == "byte 23: a message record of 9 bytes, but the data end after 1 of them")
    let half = FITBuilder.file([0x40, 0, 0, 20, 0, 255, 1, 2, 3])
    #expect(reading(half).thrown?.message.hasPrefix("a definition of at least ") == true)
  }

  @Test(arguments: 0..<20) func damageWithARightChecksumIsAnErrorOrAFileAndNothingElse(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var records = FaultTests.records
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        records[Int.random(in: 0..<records.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      var reader = FITReader(FITBuilder.file(records), faults: .endReading)
      for message in try reader.all() {
        for field in message.fields {
          #expect(field.values.count <= 255)
          // A value that says that there is none has neither code nor number.
          if field.raw == nil { #expect(field.code == nil && field.value == nil && field.text == nil) }
        }
      }
    }
  }

  @Test(arguments: 0..<20) func damageIsAnErrorOrAFileAndNothingElse(_ seed: UInt64) {
    damage(whole + FITBuilder.file(FaultTests.records, headerSize: 12), seed)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)), arguments: 0..<10)
  func damageOfADevicesFileIsAnErrorOrAFileAndNothingElse(_ seed: UInt64) throws {
    damage([UInt8](try SharedData.data("fit/no-records.fit")), seed)
  }

  private func damage(_ original: [UInt8], _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: bytes[place..<min(place + 12, bytes.count)], at: place)
        }
        if bytes.isEmpty { break }
      }
      let (thrown, kept, count) = reading(bytes)
      #expect(count >= 0 && count <= bytes.count)
      for error in [thrown, kept].compactMap(\.self) { #expect((0...bytes.count).contains(error.offset)) }
      #expect((thrown == nil) == (kept == nil))
    }
  }
}
