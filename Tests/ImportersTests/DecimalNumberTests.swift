import Foundation
import TestSupport
import Testing

@testable import SPImporting

struct DecimalNumberTests {
  /// Reads a text that is one number, or nothing.
  private func read(_ text: String, point: Character = ".", shift: Int = 0) -> (value: Double, float: Float, end: Int)?
  {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: DecimalNumber.padding)
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var cursor = start
      guard let number = DecimalNumber(at: &cursor, point: point.asciiValue ?? 0, shift: shift) else { return nil }
      return (number.value, number.float, cursor - start)
    }
  }

  @Test(
    "What the C library reads is read the same",
    arguments: [
      "0", "-0", "1", "-1.5", "+2.25", ".5", "5.", "1e3", "1E-3", "-1.25e+2", "56257.44241896361",
      "-0.4565582275390625",
      "0.019295353090899414", "1778182892847325400", "9007199254740993", "9007199254740992.5", "0.1",
      "123456789012345678",
      "1234567890123456789012345678901234567890", "0.00000000000000000000000000000000000000000000000000001",
      "-4.5505845823974e-17", "2.2250738585072014e-308", "4.9e-324", "1.7976931348623157e308", "1e400", "1e-400",
      "00000000000000000000000001.5", "0.000000000000000000000000000000001234567890123456789",
      "1.00000000000000011102230246251565404236316680908203125", "7.2057594037927933e16",
      "0.500000000000000166533453694",
    ])
  func likeTheCLibrary(_ text: String) throws {
    let number = try #require(read(text))
    #expect(number.value.bitPattern == strtod(text, nil).bitPattern)
    #expect(number.float.bitPattern == strtof(text, nil).bitPattern)
    #expect(number.end == text.utf8.count)
  }

  @Test("Random numbers of every length are read as the C library reads them")
  func randomNumbers() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200_000 {
      let digits = Int.random(in: 1...24, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      let point = Int.random(in: 0...digits, using: &random)
      for place in 0..<digits {
        if place == point { text += "." }
        text += String(Int.random(in: 0...9, using: &random))
      }
      if Int.random(in: 0...9, using: &random) == 0 { text += "e\(Int.random(in: -40...30, using: &random))" }
      let number = try #require(read(text))
      try #require(number.value.bitPattern == strtod(text, nil).bitPattern, "\(text)")
      try #require(number.float.bitPattern == strtof(text, nil).bitPattern, "\(text)")
    }
  }

  @Test("Every Float and Double is read back from its shortest text")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<100_000 {
      let float = Float(bitPattern: UInt32.random(in: 0..<0x7F80_0000, using: &random))
      try #require(read("\(float)")?.float == float, "\(float)")
      let double = Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random))
      try #require(read("\(double)")?.value == double, "\(double)")
    }
  }

  @Test("A Float is rounded once, where rounding to Double first would end midway")
  func roundedOnce() throws {
    // 1 + 2^-24 is midway between two Floats; a 10^-20th more belongs to the upper one, and is lost as a Double.
    let text = "1.00000005960464477540"
    #expect(Float(try #require(Double(text))) == 1)
    #expect(try #require(read(text)).float == Float(1).nextUp)
  }

  @Test("Nanoseconds become seconds with one rounding")
  func shift() throws {
    #expect(try #require(read("1778182892847325400", shift: -9)).value == 1778182892.8473254)
    #expect(try #require(read("1783160550798657024", shift: -9)).value == 1783160550.798657024)
    #expect(try #require(read("1.5e3", shift: -3)).value == 1.5)
    #expect(try #require(read("12345678901234567890123", shift: -9)).value == 12345678901234.567890123)
  }

  @Test("Decimal commas are read where they are asked for")
  func comma() throws {
    #expect(try #require(read("3,25", point: ",")).value == 3.25)
    #expect(try #require(read("3,25")).end == 1)
  }

  @Test("What is no number is none, and nothing is passed over", arguments: ["", "-", ".", "abc", "e5", "--1", "nan"])
  func noNumber(_ text: String) { #expect(read(text) == nil) }

  @Test("A number ends where it ends", arguments: [("1.5abc", 3), ("12e", 2), ("7 ", 1), ("1.2.3", 3)])
  func end(_ text: String, _ end: Int) throws { #expect(try #require(read(text)).end == end) }
}
