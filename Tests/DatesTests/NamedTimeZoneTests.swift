import Foundation
import Testing

@testable import SPBasics

@Suite("Time zones by their names", .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/UTC")))
struct NamedTimeZoneTests {
  /// Offsets that Python's `zoneinfo` gives: before the first change, around changes, and by the rule for the years after
  /// the tables, on both sides of the equator.
  @Test(arguments: [
    ("Europe/Berlin", -3_000_000_000, 3208), ("Europe/Berlin", 1_774_745_999, 3600),
    ("Europe/Berlin", 1_774_746_000, 7200), ("Europe/Berlin", 1_792_889_999, 7200),
    ("Europe/Berlin", 1_792_890_000, 3600), ("Europe/Berlin", 4_118_000_000, 7200),
    ("Europe/Berlin", 4_130_000_000, 3600), ("America/New_York", 1_795_386_600, -18_000),
    ("Australia/Sydney", 4_102_444_800, 39_600), ("Australia/Sydney", 4_118_000_000, 36_000),
    ("Asia/Kolkata", 1_795_386_600, 19_800), ("Africa/Casablanca", 1_795_386_600, 3600),
    ("America/St_Johns", 4_118_000_000, -9000), ("UTC", 4_118_000_000, 0),
  ])
  func offsets(name: String, moment: Int, seconds: Int) throws {
    let zone = try #require(NamedTimeZone(identifier: name))
    #expect(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))) == seconds)
  }

  /// Foundation has tables of its own, of another day than the system's: what has not been changed for long is alike.
  @Test("Days of many years are as Foundation has them", arguments: ["Europe/Paris", "America/Chicago", "Asia/Tokyo"])
  func years(name: String) throws {
    let zone = try #require(NamedTimeZone(identifier: name))
    let other = try #require(TimeZone(identifier: name))
    for moment in stride(from: 0.0, to: 4_000_000_000, by: 86_400 * 5 + 1234) {
      let date = Date(timeIntervalSince1970: moment)
      #expect(zone.secondsFromGMT(for: date) == other.secondsFromGMT(for: date), "\(date)")
    }
  }

  @Test(
    "What is no name of a zone is refused",
    arguments: ["", "Atlantis", "../../../etc/passwd", "/etc/localtime", "Europe", "Europe/Berlin\0"])
  func refused(name: String) { #expect(NamedTimeZone(identifier: name) == nil) }

  /// As RFC 9636 and glibc's manual give them: noon of days in 2027, in s since 1970.
  @Test(arguments: [
    ("EST5EDT,M3.2.0,M11.1.0", 1_805_000_000, -18_000), ("EST5EDT,M3.2.0,M11.1.0", 1_815_000_000, -14_400),
    ("<-03>3", 1_805_000_000, -10_800), ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_805_000_000, 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_815_000_000, 3600), ("XXX-2<+01>-1,0/0,J365/23", 1_815_000_000, 3600),
    ("NZST-12:00:00NZDT-13:00:00,M10.1.0,M3.3.0", 1_800_000_000, 46_800),
  ])
  func rules(text: String, moment: Int, seconds: Int) throws {
    #expect(try #require(ZoneRule(text)).offset(at: moment) == seconds)
  }

  @Test(arguments: [
    "", "X1", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0x",
  ])
  func noRules(text: String) { #expect(ZoneRule(text) == nil) }

  @Test("A damaged table is refused")
  func damaged() throws {
    let table = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin"))
    for count in stride(from: 0, to: table.count - 40, by: 7) { #expect(ZoneRules(table.prefix(count)) == nil) }
  }
}
