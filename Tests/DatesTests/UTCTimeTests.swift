import Foundation
import SPBasics
import Testing

/// Instants in ISO 8601.
struct UTCTimeTests {
  // Seconds by datetime.fromisoformat(text).timestamp() of Python 3, where that reads the text.
  @Test(
    "Dates are of the Gregorian calendar, also before it was introduced",
    arguments: [
      ("2026-11-21T09:30:00Z", 1_795_253_400.0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
      ("1899-12-31T23:59:59.75Z", -2_208_988_800.25), ("1582-10-10T00:00:00Z", -12_219_724_800),
      ("1500-03-01T00:00:00Z", -14_826_672_000), ("0004-02-29T00:00:00Z", -62_035_891_200),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
    ])
  func dates(text: String, seconds: Double) { #expect(UTCTime.seconds(text) == seconds) }

  @Test(
    "Programs write instants in several forms",
    arguments: [
      // Offsets, and none.
      ("2026-11-22T15:00:00+02:00", 1_795_352_400.0), ("2026-11-22T15:00:00-0530", 1_795_379_400),
      ("2026-11-22T15:00:00+02", 1_795_352_400), ("2026-11-22 15:00:00 +0200", 1_795_352_400),
      ("2026-11-22T15:00:00-00:00", 1_795_359_600), ("2026-11-22T15:00:00", 1_795_359_600),
      // Decimals.
      ("2021-04-12 19:34:05.908 +0100", 1_618_252_445.908), ("2026-11-22T15:00:00,25Z", 1_795_359_600.25),
      ("2026-11-21T09:30:00.123456+02:00", 1_795_246_200.123456),
      ("2026-11-22T15:00:00.50000000000000000000001Z", 1_795_359_600.5),
      // Lower case, an hour of one digit, spaces at the end.
      ("2026-11-22t15:00:00z", 1_795_359_600), ("2026-11-22T9:05:00Z  ", 1_795_338_300),
      // The end of a day, and leap seconds, which are not counted.
      ("2026-11-22T24:00:00Z", 1_795_392_000), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("2016-12-31T23:59:60.5Z", 1_483_228_800.5), ("2017-01-01T00:59:60+01:00", 1_483_228_800),
    ])
  func forms(text: String, seconds: Double) { #expect(UTCTime.seconds(text) == seconds) }

  @Test(
    "What is no instant is not taken for one",
    arguments: [
      "", "yesterday", "1795253400", "2026-11-21", "20261121T093000Z", "2026-11-21T09:30Z", "2026-11-21T0930:00Z",
      "2026-02-29T09:30:00Z", "1900-02-29T09:30:00Z", "1500-02-29T09:30:00Z", "2026-02-30T09:30:00Z",
      "2026-13-01T09:30:00Z", "0000-01-01T09:30:00Z", "12026-11-21T09:30:00Z", "-026-11-21T09:30:00Z",
      "2026-11-21T25:00:00Z", "2026-11-21T24:30:00Z", "2026-11-21T24:00:00.1Z", "2026-11-21T09:60:00Z",
      "2026-11-21T09:30:60Z", "2026-11-21T22:59:60Z", "2026-11-21T24:00:60Z", "2026-11-21T23:59:61Z",
      "2026-11-21T09:30:00.Z", "2026-11-21T09:30:00+25:00", "2026-11-21T09:30:00+01:60", "2026-11-21T09:30:00+1",
      "2026-11-21T09:30:00+02:", "2026-11-21 09:30:00 +02", "2026-11-21T09:30:00Zulu", "2026-11-21 09:30:00 PM",
      " 2026-11-21T09:30:00Z", "2026-11-21T09:30:00Z\0", "２026-11-21T09:30:00Z",
    ])
  func refused(text: String) { #expect(UTCTime.seconds(text) == nil) }

  @Test("A time zone can be required, as a moment needs it")
  func zones() {
    #expect(UTCTime.seconds("2026-11-22T15:00:00", needsZone: true) == nil)
    #expect(UTCTime.moment("2026-11-22 15:00:00.5") == nil)
    let moment = Date(timeIntervalSince1970: 1_795_359_600)
    for zone in ["Z", "z", " +0000", "-00"] { #expect(UTCTime.moment("2026-11-22T15:00:00" + zone) == moment) }
  }

  @Test("A moment is written with the decimals asked for, and those left out are cut off")
  func writing() {
    let moment = Date(timeIntervalSince1970: 1_795_253_400.9996)
    #expect(UTCTime.text(moment) == "2026-11-21T09:30:00.999Z")
    #expect(UTCTime.text(moment, decimals: 0) == "2026-11-21T09:30:00Z")
    #expect(UTCTime.fileName(moment) == "20261121T093000Z")
    #expect(UTCTime.text(Date(timeIntervalSince1970: -0.25), decimals: 6) == "1969-12-31T23:59:59.750000Z")
    #expect(UTCTime.text(microseconds: -1) == "1969-12-31T23:59:59.999999Z")
  }

  @Test("Seconds are written to the nearest millisecond, as far as they are of a year that can be read")
  func nearest() {
    #expect(UTCTime.text(nearest: 1_795_253_400.123) == "2026-11-21T09:30:00.123Z")
    #expect(UTCTime.text(nearest: 1_795_253_400.9996) == "2026-11-21T09:30:01.000Z")
    #expect(UTCTime.text(nearest: -62_135_596_800) == "0001-01-01T00:00:00.000Z")
    #expect(UTCTime.text(nearest: 1_795_253_400.123, offsetS: -16_200) == "2026-11-21T05:00:00.123-04:30")
    #expect(UTCTime.text(nearest: 1_795_253_400, offsetS: 7200).flatMap(UTCTime.offset) == 7200)
    for none in [-62_135_596_801, 253_402_300_799.9996, 1e300, .infinity, .nan] {
      #expect(UTCTime.text(nearest: none) == nil)
    }
  }

  @Test("A moment of no year of four digits is written as the nearest, not as another")
  func limits() {
    func text(_ seconds: Double) -> String { UTCTime.text(Date(timeIntervalSince1970: seconds), decimals: 0) }
    #expect(text(-1e300) == "0001-01-01T00:00:00Z")
    #expect(text(1e300) == "9999-12-31T23:59:59Z")
    #expect(text(.nan) == "0001-01-01T00:00:00Z")
  }

  @Test(
    "What is written is read as the same",
    arguments: [-62_135_596_800.0, -0.5, 0, 951_782_399.999, 1_795_253_400.25])
  func roundTrip(seconds: Double) throws {
    #expect(try UTCTime.seconds(#require(UTCTime.text(nearest: seconds))) == seconds)
  }

  @Test(
    "The offset of a local time is read, that of an instant in UTC is none",
    arguments: [
      ("2026-11-21T11:30:00+02:00", 7200), ("2026-11-21 04:00:00.25 -0530", -19_800), ("2026-11-21T09:30:00+00", 0),
      ("2026-11-21T09:30:00Z", nil), ("2026-11-21T09:30:00", nil), ("2026-11-21+02:00", nil), ("-02:00", nil),
    ] as [(String, Int?)])
  func offsets(_ text: String, _ offset: Int?) { #expect(UTCTime.offset(text) == offset) }
}
