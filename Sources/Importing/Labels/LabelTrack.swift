import FoundationEssentials
import SPBasics
import SPRecordings

/// The labels of a file as written: their times are not yet on a recording's clock, and their texts not yet
/// interpreted.
///
/// - `csv`: A table with a header. The column of contacts or ends is `contact_time_s`, `contact_time`, `onset_time_s`,
///   `onset_s`, `end_time_s`, `end_s`, `time_s` or `time` (the first in this order). The header may also have
///   `start_time_s` (`start_time`, `start_s`) and `label` (`is_hit`).
///   Columns are separated by tabs, semicolons or commas: the first of these that the header has. Numbers may have a
///   decimal comma unless commas separate the columns. An empty start or `nan` is not known. Lines that begin with `#`
///   are comments. A table without rows states that the recording has no hits and misses, or no labels of the kind that
///   `LabelWords` gives to labels without a text.
/// - `audacity`: Start, end and text, separated by tabs. A second line of frequencies, which begins with `\`, is
///   skipped.
/// - `elan`: Tier, participant, begin, end, duration and annotation, separated by tabs, in the subsets that ELAN
///   offers. Times may have any of ELAN's forms except frames. A header is optional, and tiers may be rows or columns.
///
/// In the last two formats a point is a contact, and a region reaches from the start of a motion to its contact.
public struct LabelTrack: Hashable, Sendable {
  /// A label. Times are in s.
  public struct Label: Hashable, Sendable {
    /// The line of the label in the file, from 1.
    public var line: Int
    /// The start; nil for a moment.
    public var startS: Double?
    /// The contact, or the end of a region.
    public var contactS: Double
    /// Its text; nil without a text.
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
  /// Whether labels are intervals. A point is then an interval of length 0.
  let hasRegions: Bool

  /// Reads a file of labels.
  /// - Parameters:
  ///   - url: The file.
  ///   - format: Its format; nil to recognise it from the content.
  ///   - tier: The tier to read, for an ELAN file that has several tiers.
  /// - Throws: `FileError`, or `LabelFileError` with the line.
  public init(contentsOf url: URL, format: LabelFormat? = nil, tier: String? = nil) throws {
    try self.init(contentsOf: url.filePath, format: format, tier: tier)
  }

  /// Reads the file of labels at a path, as the public initializer does.
  package init(contentsOf path: String, format: LabelFormat? = nil, tier: String? = nil) throws {
    try self.init(LabelText(contentsOf: path), format: format, tier: tier)
  }

  /// Reads labels from the bytes of a file.
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - path: The name for errors.
  ///   - format: Its format; nil to recognise it from the content.
  ///   - tier: The tier to read, for an ELAN file that has several tiers.
  /// - Throws: `LabelFileError` with the line.
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

extension LabelTrack {
  /// The longest region of a moment to ignore, or of a distractor, in s: scoring ignores 0.2 s on either side of its
  /// middle.
  private static let longestMomentS = 0.4

  /// The least average interval between more than a few human actions, in s.
  private static let closestEventsS = 0.1
  private static let fewestSamples = 20

  /// The labels as stored in a recording, in the order of time.
  ///
  /// A region to be ignored, or a distractor, is reduced to its middle.
  /// - Parameters:
  ///   - words: The meaning of the texts.
  ///   - clock: The origin of the times; nil for the format's default.
  ///   - offsetS: The time added to all times, in s.
  ///   - timeline: The recording's position on its clock.
  ///   - isTrusted: Whether the labels come from a recording and are not checked again.
  /// - Returns: the labels. A file without labels states that the recording has no labels of one kind. This kind is
  ///   `words.unnamed` or, if that is nil, the kind that `LabelCSV.exportedKind(at:)` gives. If both are nil, the
  ///   recording has no hits and misses.
  /// - Throws: `LabelFileError` for texts without a meaning, labels outside the recording, two labels at one moment,
  ///   and sensor samples instead of labels. Also for times since 1970, if the recording does not say when it started.
  public func annotations(
    words: LabelWords = LabelWords(), clock: LabelClock? = nil, offsetS: Double = 0, on timeline: LabelTimeline,
    isTrusted: Bool = false
  ) throws(LabelFileError) -> Annotations {
    let clock = clock ?? format.clock
    let kinds = try kinds(words)
    var placed: [(label: Annotations.Label, line: Int)] = []
    for (label, kind) in zip(labels, kinds) {
      guard let contact = timeline.moment(label.contactS, on: clock, offsetS: offsetS) else {
        throw error(
          at: label.line, remedy: .clock,
          "the times count from 1970, and the recording does not say when it started; expected its attributes start_time "
            + "and time_origin, or times on another clock")
      }
      var start = label.startS.flatMap { timeline.moment($0, on: clock, offsetS: offsetS) }
      var moment = contact
      if !kind.mayHaveStart {
        if hasRegions, let begin = start { moment = try middle(of: begin...contact, kind, label.line) }
        start = nil
      }
      placed.append((Annotations.Label(kind: kind, startTime: start, time: moment), label.line))
    }
    if !isTrusted { try checkSpan(placed, clock, timeline) }
    placed.sort { ($0.label.time, $0.line) < ($1.label.time, $1.line) }
    if !isTrusted {
      try checkDuplicates(placed)
      try checkSpacing(placed)
    }
    // A file without labels states that the recording has no labels of this kind.
    let sets: Set<LabelSet> = kinds.isEmpty ? [(words.unnamed ?? unnamed).set] : []
    return Annotations(labels: placed.map(\.label), labelledSets: sets)
  }

  // MARK: Meaning

  /// The kind of labels without texts: hits, except in exported files of moments to ignore or distractors.
  private var unnamed: LabelKind { format == .csv ? LabelCSV.exportedKind(at: path) ?? .hit : .hit }

  private func kinds(_ words: LabelWords) throws(LabelFileError) -> [LabelKind] {
    var unknown: [(text: String, line: Int)] = []
    let unnamed = words.unnamed ?? (labels.allSatisfy { $0.text == nil } ? unnamed : nil)
    var kinds: [LabelKind] = []
    for label in labels {
      guard let text = label.text else {
        guard let unnamed else { throw error(at: label.line, "has no text; expected \(Self.expectedWords)") }
        kinds.append(unnamed)
        continue
      }
      if let kind = words.kind(of: text) {
        kinds.append(kind)
      } else if !unknown.contains(where: { $0.text == text }) {
        unknown.append((text, label.line))
      }
    }
    guard let first = unknown.first else { return kinds }
    let others = unknown.dropFirst().map { "\"\($0.text)\"" }.joined(separator: ", ")
    throw LabelFileError(
      path: path, line: first.line, remedy: .words(unknown.map(\.text)),
      "\"\(first.text)\" is not a label\(others.isEmpty ? "" : ", and neither is \(others)"); expected "
        + "\(Self.expectedWords), or a meaning for such words")
  }

  private static let expectedWords = LabelKind.known.map(\.rawValue).joined(separator: ", ") + ", 1 or 0"

  private func middle(of region: ClosedRange<Double>, _ kind: LabelKind, _ line: Int) throws(LabelFileError) -> Double {
    let length = region.upperBound - region.lowerBound
    // Times from ELAN are rounded.
    guard length <= Self.longestMomentS + ELANTime.roundingS else {
      throw error(
        at: line,
        "is a region of \(length) s labelled \(kind.rawValue), which labels moments; expected a point, or at most "
          + "\(Self.longestMomentS) s")
    }
    return region.lowerBound + length / 2
  }

  // MARK: Checks

  private func checkSpan(
    _ placed: [(label: Annotations.Label, line: Int)], _ clock: LabelClock, _ timeline: LabelTimeline
  ) throws(LabelFileError) {
    let outside = placed.filter { !$0.label.lies(in: timeline.span) }
    guard let first = outside.first else { return }
    let others = LabelClock.allCases.filter { $0 != clock }.map(\.origin).joined(separator: " or ")
    throw error(
      at: first.line, remedy: .clock,
      "lies at \(first.label.extent) s of the recording's clock, outside of the recording, which reaches from "
        + "\(timeline.span.lowerBound) to \(timeline.span.upperBound) s (so do \(outside.count) of \(placed.count) labels); "
        + "times were counted from \(clock.origin); choose another clock if they count from \(others)")
  }

  private func checkDuplicates(_ placed: [(label: Annotations.Label, line: Int)]) throws(LabelFileError) {
    for (index, item) in placed.enumerated() {
      let later = placed[(index + 1)...].prefix { $0.label.time - item.label.time <= Annotations.Label.sameMomentS }
      guard let twin = later.first(where: { $0.label.isTwin(of: item.label) }) else { continue }
      throw error(
        at: max(twin.line, item.line),
        "labels the moment of line \(min(twin.line, item.line)) again, within 1 ms; expected each moment once"
      )
    }
  }

  /// Rejects samples of a sensor: a table with `time_s` may be mistaken for labels.
  private func checkSpacing(_ placed: [(label: Annotations.Label, line: Int)]) throws(LabelFileError) {
    for (set, items) in Dictionary(grouping: placed, by: \.label.kind.set) where items.count > Self.fewestSamples {
      let spacing = (items[items.count - 1].label.time - items[0].label.time) / Double(items.count - 1)
      guard spacing < Self.closestEventsS else { continue }
      throw error(
        at: items[0].line,
        "begins \(items.count) \(set.plural) that are \((1000 * spacing * 100).rounded() / 100) ms apart on average, as samples "
          + "are; expected \(set == .hitsAndMisses ? "contacts" : "events")")
    }
  }

  private func error(at line: Int, remedy: LabelFileError.Remedy? = nil, _ message: String) -> LabelFileError {
    LabelFileError(path: path, line: line, remedy: remedy, message)
  }
}

/// A format of label files.
public enum LabelFormat: String, Hashable, Sendable, CaseIterable {
  /// A table with a header, separated by commas, semicolons or tabs.
  case csv
  /// A label track exported by Audacity: start, end and text, separated by tabs.
  case audacity
  /// Tab-delimited text exported by ELAN.
  case elan

  /// The default origin of the times.
  public var clock: LabelClock { self == .csv ? .recording : .start }

  /// The format recognised from the first line.
  static func recognised(in text: LabelText) -> LabelFormat {
    let cells = text.lines.first?.cells ?? []
    guard cells.count > 1 else { return .csv }
    let isTime = { (cell: String) in
      ELANTime.Form(heading: cell) != nil || ELANTime.Form(cell: cell)?.hasColons == true
    }
    if cells.contains(where: isTime) { return .elan }
    let numbers = cells.map { LabelNumber.value($0, decimalComma: true) }
    guard let first = numbers[0], let second = numbers[1] else {
      // The name of a tier may come before the times. A header has no numbers.
      return numbers.dropLast().contains { $0 != nil } ? .elan : .csv
    }
    // Begin, end and duration.
    if cells.count > 3, let third = numbers[2], abs(second - first - third) <= ELANTime.roundingS { return .elan }
    return .audacity
  }
}
