import Foundation

/// The labels of a file, as they are written there: not yet on a recording's clock, and their texts without a meaning.
///
/// - `csv`: a header with one of the columns `contact_time_s`, `contact_time`, `onset_time_s`, `onset_s`, `time_s` or
///   `time`, of several the first in this order, and perhaps `start_time_s` (`start_time`, `start_s`) and `label` (`is_hit`).
///   Columns are parted by tabs, semicolons or commas, whichever of these, in this order, the header has; numbers may
///   have a decimal comma unless commas part the columns. A start that is empty or `nan` is not known. Lines that begin
///   with `#` are comments. A table without rows says that there are no swings.
/// - `audacity`: start, end and text between tabs; a second line of frequencies, which begins with `\`, is passed over.
/// - `elan`: tier, participant, begin, end, duration and annotation between tabs, in the subsets that ELAN offers, with
///   times in any of its forms but frames, with or without a header, and with tiers as rows or as columns.
///
/// Of the last two a point is a contact, and a region reaches from a swing's start to its contact.
public struct LabelTrack: Hashable, Sendable {
  /// A label. Times in s.
  public struct Label: Hashable, Sendable {
    /// The line that it is on, from 1.
    public var line: Int
    /// Where it starts; nil for a moment alone.
    public var startS: Double?
    /// The contact, or where a region ends.
    public var contactS: Double
    /// Its text; nil where there is none.
    public var text: String?

    /// Makes a label; a start that is the contact is none, and neither is an empty text.
    public init(line: Int, startS: Double?, contactS: Double, text: String?) {
      self.line = line
      self.startS = startS == contactS ? nil : startS
      self.contactS = contactS
      let text = text?.trimmingCharacters(in: .whitespaces) ?? ""
      self.text = text.isEmpty ? nil : text
    }
  }

  /// The file.
  public let path: String
  /// The form that it is written in.
  public let format: LabelFormat
  /// The labels, in the file's order.
  public let labels: [Label]
  /// Columns of a table that say nothing of labels and were passed over.
  public let unreadColumns: [String]

  /// Reads a file of labels.
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its form; with nil it is recognised by the content.
  ///   - tier: which tier is meant, for a file of ELAN that has several.
  /// - Throws: `FileError`, or ``LabelFileError`` with the line.
  public init(contentsOf path: String, format: LabelFormat? = nil, tier: String? = nil) throws {
    try self.init(LabelText(contentsOf: path), format: format, tier: tier)
  }

  /// Takes labels from the bytes of a file.
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - path: what errors call it.
  ///   - format: its form; with nil it is recognised by the content.
  ///   - tier: which tier is meant, for a file of ELAN that has several.
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
      (labels, unreadColumns) = (table.labels, table.unreadColumns)
    case .audacity: (labels, unreadColumns) = (try AudacityLabels.read(text), [])
    case .elan: (labels, unreadColumns) = (try ELANLabels.read(text, tier: tier), [])
    }
    for label in labels {
      guard let start = label.startS, start > label.contactS else { continue }
      throw LabelFileError(
        path: path, line: label.line,
        "starts at \(start) s and ends at \(label.contactS) s; expected the start before the end")
    }
  }
}
