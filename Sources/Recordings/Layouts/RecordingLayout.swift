import SPBasics
import SPHDF5
import SPSignals

/// The layout of a file.
public enum RecordingLayout: Hashable, Sendable {
  /// The native layout or Opal, recognised from the content.
  case automatic
  /// Any layout: the identifier and the labels have the same place in all layouts. Only files of layout version 1 and
  /// of Opal have streams.
  case anyLabelled
  /// Layout version 1 of swingpipe.
  case native
  /// APDM Opal, version 5; with nil, the file's only sensor.
  case opal(sensor: String?)
  /// Any other layout, described by a mapping.
  case mapped(RecordingMapping)

  /// Where the file holds its streams.
  ///
  /// - Parameter known: gives the mappings by which other layouts are recognised.
  /// - Returns: the mapping, and its name if it is one of the known mappings.
  /// - Throws: `RecordingError` if the file has another layout.
  func mapping(
    of file: File, known: () -> [NamedMapping] = { [] }
  ) throws -> (mapping: RecordingMapping, name: String?) {
    guard self == .automatic, try !file.group.attributes.contains("format"), try !file.exists("/Sensors") else {
      return (try mapping(of: file), nil)
    }
    let found = try NamedMapping.recognised(known(), in: file)
    guard let first = found.first else { return (try mapping(of: file), nil) }
    guard found.count == 1 else {
      throw RecordingError(
        path: file.path,
        "has the datasets of several layouts (\(found.map(\.name).joined(separator: ", "))); expected a mapping: swingpipe check --details "
          + "--mapping-out writes one")
    }
    return (try first.mapping.ofOnlyRecording(in: file), first.name)
  }

  private func mapping(of file: File) throws -> RecordingMapping {
    switch self {
    case .automatic, .anyLabelled:
      if try file.group.attributes.contains("format") { return try NativeLayout.mapping(of: file) }
      if try file.exists("/Sensors") { return try OpalLayout.mapping(of: file, sensor: nil) }
      if self == .anyLabelled { return RecordingMapping() }
      // No mapping helps with datasets that cannot be read.
      let unreadable = (try? FileListing(file))?.entries.first { $0.fault != nil }
      if let unreadable, let fault = unreadable.fault {
        throw RecordingError(
          path: file.path, object: unreadable.path,
          "belongs to a layout that is not known, and cannot be read: \(fault)")
      }
      throw RecordingError(
        path: file.path,
        """
        is HDF5 of a layout that is not known: neither a swingpipe recording (no root attribute "format") nor one of \
        another maker; expected a mapping: swingpipe check --details \(file.path.shellWord) --mapping-out FILE proposes one for --mapping of import and run
        """)
    case .native: return try NativeLayout.mapping(of: file)
    case .opal(let sensor): return try OpalLayout.mapping(of: file, sensor: sensor)
    case .mapped(let mapping): return try mapping.ofOnlyRecording(in: file)
    }
  }
}

extension NamedMapping {
  /// The known mappings for which a file has every table.
  package static func recognised(_ known: [Self], in file: File) throws -> [Self] {
    try known.filter { named in
      guard named.mapping.hasPatterns else { return named.mapping.isComplete(in: file) }
      // A pattern without a match is an error of a mapping that was given, here it only means another layout.
      do {
        return try named.mapping.matches(in: file).contains { $0.mapping.isComplete(in: file) }
      } catch is RecordingError { return false }
    }
  }
}

extension RecordingMapping {
  /// Whether a file has every table.
  fileprivate func isComplete(in file: File) -> Bool {
    streams.allSatisfy { name, stream in
      let isTimed =
        switch stream.time {
        case .timestamps(let timestamps):
          (try? StoredTable(timestamps.table, components: 1, in: file).columns.count) == 1
        case .regular(let start, let rate): (try? start.number(in: file)) != nil && (try? rate.number(in: file)) != nil
        }
      return isTimed
        && stream.datasets.allSatisfy { dataset, mapping in
          guard let kind = StreamCatalog.kind(of: dataset, in: name) else { return false }
          return (try? StoredTable(mapping.table, components: kind.components, in: file).columns.count)
            == kind.components
        }
    }
  }
}

/// Layout version 1: one group per stream, with `time` and the stream's datasets.
package enum NativeLayout {
  package static let format = "swingpipe-recording"
  package static let version = 1

  static func mapping(of file: File) throws -> RecordingMapping {
    try checkVersion(of: file)
    var mapping = RecordingMapping()
    for (name, datasets) in StreamCatalog.streams where try file.exists("/\(name)") {
      guard try file.exists("/\(name)/time") else {
        throw RecordingError(
          path: file.path, object: "/\(name)", "has no dataset \"time\"; expected the timestamps there")
      }
      let present = try datasets.filter { try file.exists("/\(name)/\($0.name)") }
      mapping.streams[name] = StreamMapping(
        time: .timestamps(path: "/\(name)/time", unit: nil),
        datasets: Dictionary(
          uniqueKeysWithValues: present.map { ($0.name, DatasetMapping(path: "/\(name)/\($0.name)")) }))
    }
    return mapping
  }

  private static func checkVersion(of file: File) throws {
    let attributes = file.group.attributes
    guard try attributes.contains("format") else {
      throw RecordingError(path: file.path, "has no root attribute \"format\"; expected \"\(format)\"")
    }
    let foundFormat = try attributes.string("format")
    guard foundFormat == format else {
      throw RecordingError(path: file.path, "has the format \"\(foundFormat)\"; expected \"\(format)\"")
    }
    guard try attributes.contains("format_version") else {
      throw RecordingError(path: file.path, "has no root attribute \"format_version\"; expected \(version)")
    }
    let found = try attributes.number("format_version", as: Int.self)
    guard found == version else {
      throw RecordingError(path: file.path, "has layout version \(found); this program reads version \(version)")
    }
  }
}

/// APDM Opal, version 5: `/Sensors/<id>/{Accelerometer, Gyroscope, Time}`, `/Processed/<id>/Orientation`.
///
/// An Opal reads +1 g against gravity at rest, a watch reads gravity itself: the acceleration changes its sign. Gravity
/// is computed from the orientation, if the file has an orientation.
enum OpalLayout {
  static func mapping(of file: File, sensor: String?) throws -> RecordingMapping {
    let id = try sensor ?? onlySensor(of: file)
    let group = "/Sensors/\(id)"
    guard try file.exists(group) else {
      let known = try sensors(of: file).joined(separator: ", ")
      throw RecordingError(path: file.path, object: "/Sensors", "has no sensor \(id); it has \(known)")
    }
    // Microseconds since 1970.
    let time = TimeMapping.timestamps(path: "\(group)/Time", unit: .microseconds)
    var mapping = RecordingMapping(timeOrigin: "unix")
    if try file.exists("\(group)/Accelerometer") {
      mapping.streams[.accelerometer] = StreamMapping(
        time: time,
        datasets: [
          "acceleration": DatasetMapping(
            path: "\(group)/Accelerometer", unit: .metersPerSecondSquared, isInverted: true)
        ])
    }
    if try file.exists("\(group)/Gyroscope") {
      var motion = ["rotation_rate": try gyroscope("\(group)/Gyroscope", in: file)]
      let orientation = "/Processed/\(id)/Orientation"
      if try file.exists(orientation) { motion["attitude"] = DatasetMapping(path: orientation, unit: .dimensionless) }
      mapping.streams[.deviceMotion] = StreamMapping(time: time, datasets: motion)
    }
    return mapping
  }

  /// The gyroscope with the unit of its attribute `Units`, or rad/s without the attribute.
  private static func gyroscope(_ path: String, in file: File) throws -> DatasetMapping {
    let attributes = try file.openDataset(path).attributes
    for name in ["Units", "units"] where try attributes.contains(name) {
      let symbol = try attributes.string(name)
      guard let unit = Unit(symbol: symbol) else {
        throw RecordingError(
          path: file.path, object: path, "the unit \"\(symbol)\" is not known; expected rad/s or deg/s")
      }
      return DatasetMapping(path: path, unit: unit)
    }
    return DatasetMapping(path: path, unit: .radiansPerSecond)
  }

  private static func sensors(of file: File) throws -> [String] {
    try file.openGroup("/Sensors").children().map(\.name)
  }

  private static func onlySensor(of file: File) throws -> String {
    let sensors = try sensors(of: file)
    guard sensors.count == 1 else {
      throw RecordingError(
        path: file.path, object: "/Sensors",
        "has \(sensors.count) sensors (\(sensors.joined(separator: ", "))); name one in the reader's option \"sensor\"")
    }
    return sensors[0]
  }
}
