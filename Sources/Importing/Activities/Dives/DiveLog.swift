import SPBasics

/// Reads the logs of divers: UDDF and Subsurface's own XML.
enum DiveLog {
  /// The most dives of a log.
  static let mostDives = 10_000
  /// Why reading stops at a log with more dives.
  static let tooMany = "has more than \(mostDives) dives; expected fewer: export a part of the log"
  /// The most samples of a dive: five days at one sample per second have some 430,000.
  static let mostSamples = 500_000
  /// Why reading stops at a dive with more samples.
  static let tooManySamples = "has a dive of more than \(mostSamples) samples; expected fewer"
  /// The most gases of a log, and tanks of a dive.
  static let mostGases = 1000

  /// Reads a file; nil if it is not a log of dives.
  /// - Parameter advanced: called with the fraction of the bytes read.
  /// - Throws: `ImportError` if it is not well-formed XML or has too many dives; `FileError`.
  static func read(_ path: String, advanced: (Double) -> Void) throws -> ([Activity], ImportFormat)? {
    let head = try XMLFile.head(of: path)
    let repairs: XMLFile.Repairs
    var (activities, format): ([Activity], ImportFormat)
    if head.contains("<\(UDDFLog.root)") {
      let log = UDDFLog()
      repairs = try XMLFile.read(path, log, advanced: advanced)
      (activities, format) = (log.activities, .uddf)
    } else if head.contains("<\(SubsurfaceLog.root)") {
      let log = SubsurfaceLog()
      repairs = try XMLFile.read(path, log, advanced: advanced)
      (activities, format) = (log.activities, .subsurface)
    } else {
      return nil
    }
    guard !activities.isEmpty else { throw ImportError(path: path, "holds no dive; expected at least one") }
    activities[0].repairs += repairs.replaced + repairs.emptied
    return (activities, format)
  }
}
