import SPHDF5
import SPPipelines
import SPRecordings
import SPSignals

/// Options of `readers.hdf5`.
package struct HDF5ReaderOptions: StageOptions {
  /// The layout of files, if no `streams` describe it.
  package enum Layout: String, CaseIterable, Sendable {
    /// Recognised from the file's content.
    case auto
    /// Layout version 1.
    case native
    /// APDM Opal, version 5.
    case opal
  }

  /// The treatment of links in a file.
  package enum Links: String, CaseIterable, Sendable {
    /// A link is an error.
    case refuse
    /// Links are followed.
    case follow

    /// The policy for opening a file.
    var policy: LinkPolicy { self == .follow ? .follow : .refuse }
  }

  /// The filters that chunks of datasets may need.
  package enum Filters: String, CaseIterable, Sendable {
    /// Only the filters of HDF5 itself.
    case builtIn = "built_in"
    /// Plugins are also loaded.
    case plugins

    /// The policy for opening a file.
    var policy: FilterPolicy { self == .plugins ? .plugins : .builtIn }
  }

  /// The treatment of a recording whose data contradict its description, so that its results would be meaningless.
  package enum Contradictions: String, CaseIterable, Sendable {
    /// The recording fails.
    case reject
    /// The recording runs, with a warning and a flag.
    case accept
  }

  /// The layout of files.
  package var layout = Layout.auto
  /// The sensor to read from an Opal file with several sensors.
  package var sensor: String?
  /// The treatment of soft and external links.
  package var links = Links.refuse
  /// The filters that chunks of datasets may need.
  package var filters = Filters.builtIn
  /// The delay of the timestamps of the device motion, in s. It is subtracted from the timestamps.
  package var motionOffsetS = 0.0
  /// Whether the offset that the reader estimates is subtracted from the timestamps of the device motion.
  package var correctMotionOffset = false
  /// The conventions in which the data differ from the statements of the files.
  package var corrections: [RecordingCorrections.Convention] = []
  /// The treatment of a recording whose data contradict its description.
  package var contradictions = Contradictions.reject
  /// The places of the streams in files of another layout.
  package var streams: [String: StreamOptions] = [:]
  /// The origin of the timestamps of these files.
  package var timeOrigin: HDF5MappingOptions.Origin?

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .choice(
        "layout", \.layout,
        help: "How files are laid out: auto tells native (layout version 1) and opal (APDM v5) apart by their content."),
      .optional(
        "sensor", \.sensor, .string(isEmptyAllowed: false),
        help: "The sensor of an Opal file, by the name of its group under /Sensors; null for the only one."),
      .choice(
        "links", \.links,
        help: """
          Whether soft and external links inside files, and datasets whose values lie in other files, are refused as \
          errors or followed.
          """),
      .choice(
        "filters", \.filters,
        help: """
          Whether chunks may need only the filters of HDF5 itself, or also plugins, which are programs that HDF5 loads \
          from the folders of HDF5_PLUGIN_PATH, of Debian's packages and of the Python package hdf5plugin.
          """),
      .number(
        "motion_offset_s", \.motionOffsetS, in: RecordingCorrections.motionOffsetRangeS, unit: "s",
        help: """
          How late the timestamps of the device motion are against the accelerometer's: it is subtracted from them; negative \
          where they are early.
          """),
      .boolean(
        "correct_motion_offset", \.correctMotionOffset,
        help: """
          Whether the offset that the reader measures itself is subtracted from the timestamps of the device motion, where \
          it is known well.
          """),
      .list(
        "corrections", \.corrections, of: .choice, count: 0...RecordingCorrections.Convention.allCases.count,
        help: """
          What is read in another way than files state. rotation_rate_deg_s, rotation_rate_rad_s: its unit; \
          rotation_rate_opposite, gravity_opposite, acceleration_opposite, user_acceleration_opposite: the opposite sign; \
          attitude_xyzw: the order x y z w; attitude_inverse: from the world to the device. swingpipe check names what a \
          recording needs.
          """),
      .choice(
        "contradictions", \.contradictions,
        help: """
          What becomes of a recording whose data contradict its description so that its results would mean nothing, such \
          as rotation rates in deg/s stated as rad/s: reject fails it, accept runs it and flags it in recording_flags.
          """),
      .dictionary(
        "streams", \.streams, of: .object, keys: StreamCatalog.streams.map(\.name.rawValue),
        help: """
          Where files of any other layout keep their streams, by stream: its timestamps, and its datasets by their names \
          in layout version 1. Empty for files of a known layout.
          """),
      .optional(
        "time_origin", \.timeOrigin, .choice,
        help: "What the timestamps of such files count from; null for what files state, else unknown."),
    ]
  }

  /// A mapping and a fixed layout exclude each other, as do a given offset and a measured offset. A sensor needs an
  /// Opal file, and datasets must exist in the layout.
  package func faults() -> [OptionFault] {
    var faults: [OptionFault] = []
    if correctMotionOffset, motionOffsetS != 0 {
      faults.append(OptionFault("correct_motion_offset", "expected false beside a motion_offset_s, found true"))
    }
    if !streams.isEmpty, layout != .auto {
      faults.append(OptionFault("layout", "expected \"auto\" beside \"streams\", found \"\(layout.rawValue)\""))
    }
    if sensor != nil, layout == .native || !streams.isEmpty {
      faults.append(OptionFault("sensor", "expected null: only Opal files have several sensors"))
    }
    if timeOrigin != nil, streams.isEmpty {
      faults.append(OptionFault("time_origin", "expected null without \"streams\""))
    }
    for (name, stream) in streams.sorted(by: { $0.key < $1.key }) {
      faults += stream.faults(in: StreamName(name)).map { OptionFault("streams.\(name).\($0.option)", $0.message) }
    }
    return faults
  }

  /// The correction of late timestamps of the device motion, in addition to `recordingCorrections`.
  var motionOffsetCorrection: MotionOffsetCorrection { correctMotionOffset ? .measured : .none }

  /// The corrections that are applied to a file when it is opened.
  var recordingCorrections: RecordingCorrections {
    RecordingCorrections(Set(corrections), motionOffsetS: motionOffsetS)
  }

  /// The layout that the options describe.
  var recordingLayout: RecordingLayout {
    guard streams.isEmpty else {
      return .mapped(RecordingMapping(streams, timeOrigin: timeOrigin?.rawValue))
    }
    switch layout {
    case .auto where sensor != nil: return .opal(sensor: sensor)
    case .auto: return .automatic
    case .native: return .native
    case .opal: return .opal(sensor: sensor)
    }
  }
}
