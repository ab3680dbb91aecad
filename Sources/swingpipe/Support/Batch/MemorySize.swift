import ArgumentParser
import Pipelines

/// An amount of memory as it is said on the command line: `512M`, `1G`, `300MiB`, or bytes.
struct MemorySize {
  /// The least that is taken, in bytes: with less, samples would be decoded over and over.
  static let least = 64 << 20
  /// What the option for it is told to be.
  static let help = """
    Memory for what is held of all recordings under way, as in 512M or 1G; less is slower, never different (default: 96M \
    for each of them).
    """
  private static let expected = "a number with K, M or G, as in 512M, or bytes"

  /// The amount.
  let bytes: Int

  /// Reads an amount; K, M and G are powers of 1024, with or without B or iB behind them, in capitals or not.
  /// - Parameters:
  ///   - text: what was given.
  ///   - option: the option that it was given for.
  ///   - granted: what the process that is to take it may; nil where nothing is known of that.
  /// - Throws: `ValidationError`, which names the option, for anything else, and for less or more than can be used.
  init(parsing text: String, option: String, granted: GrantedMemory? = .current) throws {
    guard let match = text.wholeMatch(of: /([0-9]+)(?:([KMG])(?:I?B)?)?/.ignoresCase()) else {
      throw ValidationError("\(option) is \"\(text)\"; expected \(Self.expected)")
    }
    let number = Int(match.1) ?? .max
    let shift =
      switch match.2?.uppercased() {
      case "K": 10
      case "M": 20
      case "G": 30
      default: 0
      }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << shift)
    let most = granted?.bytes ?? .max
    if isTooLarge || bytes > most {
      throw ValidationError(
        "\(option) is \(text); expected at most \(most >> 20)M"
          + (granted.map { ", which \($0.limitFile.map { "\($0) allows" } ?? "this machine has")" } ?? ""))
    }
    guard bytes >= Self.least else {
      // Bytes are less than the least here, so that as many MiB can be counted.
      let isMeant = match.2 == nil && number << 20 >= Self.least && number << 20 <= most
      let hint = isMeant ? ": \(number)M, perhaps" : ""
      throw ValidationError("\(option) is \(text); expected at least \(Self.least >> 20)M\(hint)")
    }
    self.bytes = bytes
  }
}
