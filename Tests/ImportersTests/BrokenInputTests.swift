import Foundation
import SPBasics
import Testing

@testable import SPImporting

/// Faults of the kinds that real files have; each is refused with the file and the line.
struct BrokenInputTests {
  private static let header =
    "loggingTime(txt),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),"
    + "accelerometerAccelerationY(G),accelerometerAccelerationZ(G)\n"

  /// A SensorLog file of ten rows at 100 Hz.
  private static func lines(_ change: (Int, String) -> String = { $1 }) -> String {
    header
      + (0..<10).map { row in
        change(row, "2021-04-12 19:34:05.9 +0100,\(100 + Double(row) / 100),0.1,-0.2,-0.97")
      }.map { $0 + "\n" }.joined()
  }

  private func fault(_ text: String, name: String = "a.csv", _ options: ImportOptions = .init()) throws -> String {
    let scratch = try ImportScratch()
    return try scratch.fault(scratch.write(text, to: name), options)
  }

  @Test("A line that is cut off")
  func cutLine() throws {
    let text = Self.lines { $0 == 4 ? "2021-04-12 19:34:05.9 +0100,100.04,0.1" : $1 }
    #expect(try fault(text) == "a.csv:6: has 3 fields; expected 5, separated by \",\"")
  }

  @Test("A file that ends within its last line")
  func cutFile() throws {
    let text = String(Self.lines().dropLast(12))
    #expect(try fault(text) == "a.csv:11: has 3 fields; expected 5, separated by \",\": the file ends within this line")
  }

  @Test("A file that ends within a number")
  func cutNumber() throws {
    let text = String(Self.lines().dropLast(3))
    #expect(text.hasSuffix(",-0."))
    #expect(try fault(text) == "a.csv:11: ends within a number: the file is cut off here; expected it whole")
  }

  @Test("Stamps in another unit, and accelerations without a header in m/s^2")
  func units() throws {
    #expect(
      try fault(
        Self.lines { row, _ in "x,\(100_000 + row * 10),0,0,-1" }
          + (0..<20).map { "x,\(100_100 + $0 * 10),0,0,-1\n" }.joined()
      )
      .hasPrefix("a.csv:2: has timestamps of accelerometer that give 0.1 Hz; expected 2 to 20000 Hz"))
    let metric = (0..<40).map { "\(Double($0) / 800),0.1,0.2,\($0 % 2 == 0 ? -9.7 : -9.9)\n" }.joined()
    #expect(
      try fault(metric)
        == "a.csv:1: has magnitudes of about 9.9, as accelerations in m/s^2 have; expected g, or a mapping with that "
        + "unit")
  }

  @Test("Another separator than in the header")
  func wrongSeparator() throws {
    let text = Self.lines { $0 == 2 ? $1.replacing(",", with: ";") : $1 }
    #expect(
      try fault(text)
        == "a.csv:4: has 1 field; expected 5, separated by \",\", and this line has \";\" between them")
  }

  @Test("A second header")
  func secondHeader() throws {
    let text = Self.lines() + Self.lines()
    #expect(
      try fault(text)
        == "a.csv:12: repeats the header: the file holds two recordings; expected one, so split the file here")
  }

  @Test("Axes in different units")
  func mixedUnits() throws {
    let text = Self.lines().replacing("AccelerationY(G)", with: "AccelerationY(m/s^2)")
    #expect(try fault(text) == "a.csv:1: acceleration is in g and m/s^2; expected one unit for all axes")
  }

  @Test("Gravity that changes its unit on the way")
  func mixedGravity() throws {
    let header = "time,seconds_elapsed,rotationRateX,rotationRateY,rotationRateZ,gravityX,gravityY,gravityZ\n"
    let rows = (0..<40).map {
      "\(1_700_000_000_000_000_000 + $0 * 10_000_000),0.\($0),0,0,0,0,0,\($0 < 30 ? -1.0 : -9.81)\n"
    }
    #expect(
      try fault(header + rows.joined(), name: "WristMotion.csv")
        == "WristMotion.csv:32: gravity of device_motion has a magnitude of 9.81 g; expected 0.5 to 2.0: the file mixes "
        + "units, such as g and m/s^2")
  }

  @Test("UTF-16, with and without its mark")
  func utf16() throws {
    let scratch = try ImportScratch()
    let expected = "is in UTF-16; expected UTF-8: save it as that, or use iconv -f UTF-16 -t UTF-8"
    for (name, encoding) in [
      ("a.csv", String.Encoding.utf16), ("b.csv", .utf16LittleEndian), ("c.csv", .utf16BigEndian),
    ] {
      let data = try #require(Self.lines().data(using: encoding))
      #expect(try scratch.fault(scratch.write(data, to: name)) == "\(name):1: \(expected)")
    }
  }

  @Test("Nothing in it, or nothing but empty lines, or a header alone")
  func empty() throws {
    #expect(try fault("") == "a.csv:1: is empty; expected a header or numbers")
    #expect(try fault("\n \r\n\n") == "a.csv:1: has nothing but empty lines")
    #expect(try fault(Self.header) == "a.csv:2: has no rows of data; expected them here")
  }

  @Test("Empty lines count, wherever blocks of lines begin")
  func lineNumbers() throws {
    let scratch = try ImportScratch()
    let file = try TextFile(scratch.write("h\na\n\n\nb\n\nc\n", to: "a.txt"))
    let plan = TablePlan(dialect: TextDialect(), fieldCount: 2, firstLine: 2, streams: [])
    let parser = RowParser(plan, skipsBroken: true)
    for length in 1...12 {
      var lines = 0
      for start in stride(from: 2, to: file.size, by: length) {
        try file.withLines(beginningIn: start..<min(start + length, file.size), tableStart: 2) { bytes, _ in
          guard bytes.baseAddress != nil else { return }
          lines += parser.parse(bytes).lineCount
        }
      }
      #expect(lines == 6, "in blocks of \(length)")
    }
  }

  @Test("A word where a number belongs")
  func noNumber() throws {
    let text = Self.lines { $0 == 7 ? $1.replacing("-0.2", with: "broken") : $1 }
    #expect(
      try fault(text) == "a.csv:9: the field \"accelerometerAccelerationY(G)\" is \"broken\"; expected a number")
  }

  @Test("A row without a timestamp")
  func missingTimestamp() throws {
    let text = Self.lines { $0 == 1 ? $1.replacing("100.01", with: "") : $1 }
    #expect(
      try fault(text)
        == "a.csv:3: values of accelerometer have no timestamp in \"accelerometerTimestamp_sinceReboot(s)\"; expected one"
    )
  }

  @Test("An axis that is missing")
  func missingAxis() throws {
    let text = Self.lines().replacing("accelerometerAccelerationZ(G)", with: "other")
    #expect(
      try fault(text)
        == "a.csv:1: has only a part of acceleration; expected the field \"accelerometerAccelerationZ\" as well")
  }

  @Test("A table that nobody knows, JSON, and bytes that are no text")
  func unknown() throws {
    let text = try fault("a,b\n1,2\n")
    #expect(text.hasPrefix("a.csv:1: is of no known format: its header has \"a\", \"b\"; expected one of SensorLog, "))
    #expect(try fault("{}") == "a.csv:1: is JSON; expected a text table, HDF5, or a zip archive")
    let scratch = try ImportScratch()
    let file = try scratch.write(Data([65, 10, 66, 0, 67, 68, 69, 70]), to: "a.csv")
    #expect(try scratch.fault(file) == "a.csv:2: has a zero byte, which no text has; expected a text table")
  }

  @Test("A format that is asked for and is not there")
  func otherFormat() throws {
    var options = ImportOptions()
    options.format = .wit
    #expect(
      try fault(Self.lines(), options)
        == "a.csv:1: is not of the format wit, which is: \(ImportFormat.wit.summary)")
    options.format = .opal
    #expect(try fault(Self.lines(), options).hasPrefix("a.csv: is not an HDF5 file; expected the format opal"))
  }

  @Test("Lines that cannot be read are left out where that is wanted, and it is recorded")
  func droppedLines() throws {
    let scratch = try ImportScratch()
    var options = ImportOptions()
    options.repairs.dropsBrokenLines = true
    let text = Self.lines { [3, 5].contains($0) ? "2021,100.5" : $1 }
    let (recording, record) = try scratch.imported(scratch.write(text, to: "a.csv"), options)
    #expect(try recording.times(of: .accelerometer) == [100, 100.01, 100.02, 100.04, 100.06, 100.07, 100.08, 100.09])
    #expect(
      record.repairs
        == ["2 unreadable lines dropped, the first is line 5: has 2 fields; expected 5, separated by \",\""])
  }
}
