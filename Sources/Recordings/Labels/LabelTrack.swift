import Texts

/// The labels as written in a file: not yet on a recording's clock, and texts not yet interpreted.
///
/// - `csv`: a header with one of the columns `contact_time_s`, `contact_time`, `onset_time_s`, `onset_s`, `end_time_s`,
///   `end_s`, `time_s` or `time` (the first in this order), and perhaps `start_time_s` (`start_time`, `start_s`) and
///   `label` (`is_hit`).
///   Columns are separated by tabs, semicolons or commas: the first of these that the header has. Numbers may have a
///   decimal comma unless commas separate the columns. An empty start or `nan` is not known. Lines that begin with `#`
///   are comments. A table without rows states that there are no hits and misses, or no labels of the kind that
///   ``LabelWords`` gives to labels without a text.
/// - `audacity`: start, end and text, separated by tabs; a second line of frequencies, which begins with `\`, is
///   skipped.
/// - `elan`: tier, participant, begin, end, duration and annotation, separated by tabs, in the subsets that ELAN
///   offers, with times in any of its forms except frames, with or without a header, and with tiers as rows or as
///   columns.
///
/// In the last two formats a point is a contact, and a region reaches from the start of a motion to its contact.
public struct LabelTrack: Hashable, Sendable {
  /// A label. Times are in s.
  public struct Label: Hashable, Sendable {
    /// Its line in the file, from 1.
    public var line: Int
    /// The start; nil for a moment.
    public var startS: Double?
    /// The contact, or the end of a region.
    public var contactS: Double
    /// Its text; nil if there is none.
    public var text: String?

    /// Makes a label; a start equal to the contact and an empty text become nil.
    public init(line: Int, startS: Double?, contactS: Double, text: String?) {
      self.line = line
      self.startS = startS == contactS ? nil : startS
      self.contactS = contactS
      let text = text?.trimmed ?? ""
      self.text = text.isEmpty ? nil : text
    }
  }

  /// The file.
  public let path: String
  /// The format of the file.
  public let format: LabelFormat
  /// The labels, in the file's order.
  public let labels: [Label]
  /// Columns of a table that are not about labels and were skipped.
  public let unreadColumns: [String]
  /// Whether labels are intervals; a point is then an interval of length 0.
  let hasRegions: Bool

  /// Reads a file of labels.
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format; nil to recognise it from the content.
  ///   - tier: the tier to read, for an ELAN file that has several.
  /// - Throws: `FileError`, or ``LabelFileError`` with the line.
  public init(contentsOf path: String, format: LabelFormat? = nil, tier: String? = nil) throws {
    try self.init(LabelText(contentsOf: path), format: format, tier: tier)
  }

  /// Reads labels from the bytes of a file.
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - path: the name for errors.
  ///   - format: its format; nil to recognise it from the content.
  ///   - tier: the tier to read, for an ELAN file that has several.
  /// - Throws: ``LabelFileError`` with the line.
  public init(
    _ bytes: [UInt8], path: String, format: LabelFormat? = nil, tier: String? = nil
  ) throws(LabelFileError) {
    try self.init(LabelText(bytes, path: path), format: format, tier: tier)
  }

  private init(_ text: LabelText, format: LabelFormat?, tier: String?) throws(LabelFileError) {
    let format = format ?? .recognised(in: text)
    if let tier, format != .elan {
      throw LabelFileError(
        path: text.path, "is read as \(format.rawValue), which has no tiers; expected no tier, found \"\(tier)\"")
    }
    path = text.path
    self.format = format
    switch format {
    case .csv:
      let table = try CSVLabels(text)
      (labels, unreadColumns, hasRegions) = (table.labels, table.unreadColumns, table.hasEnds)
    case .audacity: (labels, unreadColumns, hasRegions) = (try AudacityLabels.read(text), [], true)
    case .elan: (labels, unreadColumns, hasRegions) = (try ELANLabels.read(text, tier: tier), [], true)
    }
    for label in labels {
      guard let start = label.startS, start > label.contactS else { continue }
      throw LabelFileError(
        path: path, line: label.line,
        "starts at \(start) s and ends at \(label.contactS) s; expected the start before the end")
    }
  }
}
