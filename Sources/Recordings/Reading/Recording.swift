import FoundationEssentials
import SPBasics
import SPHDF5
import SPSignals

/// A callback for each block that is read from a recording.
///
/// The rows of one pass add up to the rows of the dataset; several passes add up to more rows. The callback may be
/// called from many tasks at once, and should return quickly.
public typealias ReadingObserver = @Sendable (ReadingStep) -> Void

/// A recording: one subject, one session, any number of streams that share one clock.
///
/// Opening a recording reads its structure and attributes; samples are read through its signals, when needed.
public final class Recording: Sendable {
  /// The file.
  public let path: String
  /// The attributes of the whole recording.
  public let attributes: RecordingAttributes
  /// The streams that the file has, by name.
  public let streams: [StreamName: RecordingStream]

  /// The steps that made the recording, one line each, oldest first, from its attribute `history`; empty without the
  /// attribute.
  public let history: [String]
  /// Whether the file is of layout version 1, rather than mapped to it.
  public let isNative: Bool
  /// The name of the known mapping that was recognised; nil for layout version 1, Opal files and mappings that are
  /// given.
  public let mappingName: String?
  /// Warnings about attributes that were ignored because they are faulty, one sentence each.
  public let warnings: [String]

  private let file: File

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - layout: The layout of the file.
  ///   - links: Whether soft and external links are followed or rejected.
  ///   - filters: Whether filters that are plugins are loaded or rejected.
  ///   - corrections: The conventions and the clock that are read in another way than the file states.
  ///   - observer: Called for each block of samples and timestamps read, for as long as the recording's signals are
  ///     read.
  ///   - known: Gives the mappings by which `.automatic` recognises other layouts.
  /// - Throws: `HDF5Error` for a file that cannot be read, `RecordingError` for a file with another layout.
  public convenience init(
    contentsOf url: URL, layout: RecordingLayout = .automatic, links: LinkPolicy = .refuse,
    filters: FilterPolicy = .builtIn, corrections: RecordingCorrections = RecordingCorrections(),
    observer: ReadingObserver? = nil, known: () -> [NamedMapping] = { [] }
  ) throws {
    try self.init(
      opening: url.filePath, layout: layout, links: links, filters: filters, corrections: corrections,
      observer: observer, known: known)
  }

  /// Opens the recording at a path, as the public initializer does.
  package init(
    opening path: String, layout: RecordingLayout = .automatic, links: LinkPolicy = .refuse,
    filters: FilterPolicy = .builtIn, corrections: RecordingCorrections = RecordingCorrections(),
    observer: ReadingObserver? = nil, known: () -> [NamedMapping] = { [] }
  ) throws {
    let file = try File(opening: path, links: links, filters: filters)
    let found = try layout.mapping(of: file, known: known)
    let mapping = found.mapping.corrected(by: corrections)
    mappingName = found.name
    self.path = path
    self.file = file
    var warnings: [String] = []
    var attributes = try Self.attributes(of: file, warnings: &warnings)
    attributes.timeOrigin = attributes.timeOrigin ?? mapping.timeOrigin
    history = try Self.history(of: file, warnings: &warnings)
    self.warnings = warnings
    isNative = try Self.text("format", of: file) == NativeLayout.format
    streams = try Dictionary(
      uniqueKeysWithValues: mapping.streams.sorted { "\($0.key)" < "\($1.key)" }.map {
        ($0.key, try RecordingStream($0.key, $0.value, in: file, observer: observer))
      })
    if streams.values.contains(where: { $0.epochS != nil }) { attributes.timeOrigin = "unix" }
    self.attributes = attributes
  }

  /// The identifier of a recording, which is at the same place in all layouts; the rest of the file is not
  /// read.
  /// - Throws: `HDF5Error` for a file that cannot be read.
  package static func identifier(of path: String, links: LinkPolicy = .refuse) throws -> String {
    let file = try File(opening: path, links: links)
    let identifier = try identifier(of: file)
    try file.close()
    return identifier
  }

  /// The identifier of a recording and its attributes `session_id` and `sport`; the rest of the file is not read.
  ///
  /// A `sport` that is not a text counts as missing.
  /// - Throws: `HDF5Error` for a file that cannot be read.
  package static func identifiers(
    of path: String, links: LinkPolicy = .refuse
  ) throws -> (recordingID: String, sessionID: String?, sport: String?) {
    let file = try File(opening: path, links: links)
    let names = (
      recordingID: try identifier(of: file), sessionID: try text("session_id", of: file),
      sport: try? text("sport", of: file)
    )
    try file.close()
    return names
  }

  /// A stream that must exist.
  /// - Throws: `RecordingError` that lists the existing streams.
  public func stream(_ name: StreamName) throws -> RecordingStream {
    guard let stream = streams[name] else {
      let present = streams.keys.sorted().map(\.rawValue).joined(separator: ", ")
      throw RecordingError(path: path, "has no stream \(name); it has \(present.isEmpty ? "none" : present)")
    }
    return stream
  }

  /// A dataset with three axes.
  ///
  /// - Parameters:
  ///   - dataset: the name of the dataset in the layout.
  ///   - stream: the stream that it belongs to.
  /// - Throws: `RecordingError` if it is missing or has another shape or unit, and the errors of scanning timestamps.
  public func triaxial(_ dataset: String, of stream: StreamName) throws -> Triaxial {
    let axes = try self.stream(stream).signals(dataset)
    guard axes.count == 3 else {
      throw RecordingError(path: path, object: "\(stream)/\(dataset)", "has \(axes.count) components; expected 3")
    }
    return Triaxial(x: axes[0], y: axes[1], z: axes[2])
  }

  /// The labels in the file; nil without labels.
  /// - Throws: `RecordingError` for labels of unequal lengths, `HDF5Error` for labels that cannot be read.
  public func annotations() throws -> Annotations? {
    try AnnotationReader(file: file).read()
  }

  /// Results that the device computed itself, such as laps, sorted by name; empty without such results.
  /// - Throws: `HDF5Error` for tables that cannot be read.
  package func deviceSummaries() throws -> [DeviceSummary] { try DeviceSummary.all(in: file) }

  /// Closes the file; its signals can no longer be read.
  /// - Throws: `HDF5Error` if the file cannot be closed.
  package func close() throws {
    try file.close()
  }

  private static func attributes(of file: File, warnings: inout [String]) throws -> RecordingAttributes {
    var attributes = RecordingAttributes(recordingID: try identifier(of: file))
    for (key, value) in RecordingAttributes.optional {
      do {
        attributes[keyPath: value] = try text(key, of: file)
      } catch let error where RecordingAttributes.ofClock.contains(key) && !isWorthRetrying(error) {
        // No sample depends on the time at which the clock was set.
        warnings.append("the attribute \(key) cannot be read and is left out: \(error)")
      }
    }
    return attributes
  }

  private static func history(of file: File, warnings: inout [String]) throws -> [String] {
    do {
      return try lines("history", of: file)
    } catch let error where !isWorthRetrying(error) {
      // The history is for people to read, and is not a reason to reject a recording.
      warnings.append("the attribute history cannot be read and is left out: \(error)")
      return []
    }
  }

  /// The attribute `recording_id`, or the file's name without its extension.
  private static func identifier(of file: File) throws -> String {
    try text("recording_id", of: file)
      ?? URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
  }

  /// The lines of an attribute; some programs write each line as a separate string.
  private static func lines(_ key: String, of file: File) throws -> [String] {
    let stored = file.group.attributes
    guard try stored.contains(key) else { return [] }
    let texts = try stored.strings(key)
    return texts.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
  }

  private static func text(_ key: String, of file: File) throws -> String? {
    let stored = file.group.attributes
    guard try stored.contains(key) else { return nil }
    // Some programs write identifiers as numbers.
    let isNumber = try stored.elementType(of: key).isNumber
    let text = isNumber ? "\(try stored.number(key, as: Int.self))" : try stored.string(key)
    return text.isEmpty ? nil : text
  }
}

/// An error for requested data that a recording does not have.
public struct NotRecorded: Error, Hashable, Sendable, CustomStringConvertible {
  /// The missing data, and the data that the recording has instead.
  public let description: String

  /// Makes an error with a description.
  public init(_ description: String) { self.description = description }
}

extension Recording {
  /// Streams by their names, in the order given.
  /// - Throws: ``NotRecorded`` for a stream that the recording does not have.
  public func streams(named names: [StreamName]) throws(NotRecorded) -> [RecordingStream] {
    try names.map { name throws(NotRecorded) in
      do {
        return try stream(name)
      } catch {
        throw NotRecorded("\(error)")
      }
    }
  }

  /// The streams of the recording that the layout knows, in the layout's order.
  public var knownStreams: [RecordingStream] { StreamCatalog.streams.compactMap { streams[$0.name] } }
}

extension Recording {
  /// The start of the recording on its clock, in s: the earliest first timestamp of acceleration and device motion.
  /// Without these streams, all streams count; nil without timestamps.
  ///
  /// Streams such as heart rate or location do not count, as their first value may have been measured long before. A
  /// stream whose timestamps are damaged is ignored, as it may not be needed.
  /// - Parameter known: first timestamps that are known and need not be read.
  /// - Throws: only errors that may not occur another time, such as a fault of the disk.
  public func startTime(knowing known: [StreamName: Double] = [:]) throws -> Double? {
    let times = try streams.filter { $0.value.count > 0 }.ofMotionOrAll.compactMap { name, stream -> Double? in
      if let time = known[name] { return time }
      do {
        return try stream.firstTime()
      } catch  where !isWorthRetrying(error) {
        return nil
      }
    }
    return times.filter { $0.isFinite }.min()
  }
}

extension Dictionary where Key == StreamName {
  /// The entries of acceleration and device motion, which define where a recording begins and ends; all entries if
  /// there are neither.
  var ofMotionOrAll: Self {
    let ofMotion = filter { [.accelerometer, .deviceMotion].contains($0.key) }
    return ofMotion.isEmpty ? self : ofMotion
  }
}
