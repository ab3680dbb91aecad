import Foundation
import SPBasics
import Testing

struct CalendarDayTests {
  /// Days since 1970-01-01 by `date.toordinal` of Python 3.13.
  private static let known: [(text: String, number: Int)] = [
    ("0001-01-01", -719_162), ("1582-10-15", -141_427), ("1900-02-28", -25_509), ("1900-03-01", -25_508),
    ("1969-12-31", -1), ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-22", 20_779), ("2100-03-01", 47_541),
    ("9999-12-31", 2_932_896),
  ]

  @Test("A day is counted from 1970 and written as a date, and the other way round", arguments: known)
  func counts(text: String, number: Int) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.number == number)
    #expect(CalendarDay(number: number).description == text)
    #expect(CalendarDay(year: day.civil.year, month: day.civil.month, day: day.civil.day) == day)
  }

  @Test(
    "Days that no calendar has, and texts that are no date, are none",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01", "2026-1-01",
      "26-01-01", "2026-01-01T00:00", "2026/01/01", "+026-01-01", "", "2026-01",
    ])
  func refused(text: String) { #expect(CalendarDay(text) == nil) }

  @Test("The day at a moment depends on the time zone")
  func zones() throws {
    // 23:30 in Berlin is the next day in Tokyo and the same in New York.
    let late = Date(timeIntervalSince1970: 1_795_386_600)
    for (zone, text) in [
      ("Europe/Berlin", "2026-11-22"), ("Asia/Tokyo", "2026-11-23"), ("America/New_York", "2026-11-22"),
    ] {
      #expect(CalendarDay(of: late, in: try #require(NamedTimeZone(identifier: zone))).description == text)
    }
    #expect(CalendarDay(of: Date(timeIntervalSince1970: -1), in: .gmt).number == -1)
  }
}
