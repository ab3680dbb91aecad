import FoundationEssentials
import SPBasics
import SPPipelines
import SPRecordings
import SPSignals
import SPSwings
import SPTables

/// Options of `writers.windows`.
package struct SwingWindowOptions: StageOptions {
  /// A stream whose samples can be written.
  package enum Stream: String, CaseIterable, Sendable {
    case accelerometer
    case deviceMotion = "device_motion"
    /// The acceleration after a filter.
    case acceleration
  }

  /// How far before and after the anchor of a swing its window reaches.
  package var beforeS = 0.5
  package var afterS = 0.3
  /// The streams.
  package var streams: [Stream] = [.accelerometer, .deviceMotion]
  /// Folder below the output folder.
  package var folder = "windows"

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .number(
        "before_s", \.beforeS, in: .above(0, through: 60), unit: "s",
        help: "Time from the first sample of a window to the anchor of its swing."),
      .number(
        "after_s", \.afterS, in: 0...60, unit: "s",
        help: "Time from the anchor of a swing to the last sample of its window."),
      .list(
        "streams", \.streams, of: .choice, count: 1...Stream.allCases.count,
        help: "Streams to write: accelerometer and device_motion as recorded, acceleration after a filter."),
      .string(
        "folder", \.folder, isEmptyAllowed: false,
        help: "Folder of the files below the output folder, and name of the joined one: small letters, digits and _."),
    ]
  }

  /// Each stream is given once, and the folder's name is a plain name.
  package func faults() -> [OptionFault] {
    let twice = streams.indices.first { streams[..<$0].contains(streams[$0]) }.map { place in
      OptionFault("streams", "expected each stream once, found \"\(streams[place].rawValue)\" twice")
    }
    return [twice, OptionFault.folder(folder)].compactMap(\.self)
  }
}

/// Writes the samples around swings.
package struct SwingWindowWriter: Stage {
  package static let type: StageType = "writers.windows"
  package static let summary =
    "Writes the samples around each swing as HDF5 for machine learning, one file per recording."
  package static let details = """
    Each recording has its own file, `OUTPUT/<folder>/<recording_id>.h5`. A run joins these files, sorted by recording, \
    into `OUTPUT/merged/<folder>.h5`. They are replaced and kept up to date as tables are. A recording without swings \
    gives a file without windows.

    The file has the layout of `swingpipe export --around`: a group for each stream, with `values` (swing, sample, \
    channel) and `time` (swing, sample). Times count from the swing's anchor, in s. The attributes of a group are \
    `rate_hz`, `anchor_sample` and `channels`, the names of the channels with units. `recording_id` and `event_time` \
    are in the order of the rows of the table of swings. A stream has the same channels in each recording.

    `anchor_sample` is the position of the sample nearest to the anchor. It is the same in each window, except next to \
    a gap. Beyond a gap, outside of the recording, and in channels that were not recorded, numbers are NaN. If the reader corrects `motion_offset_s`, \
    the times of `device_motion` are corrected. `export` reads the timestamps of the file.

    The number of samples follows from the rate that a recording states, or else from the measured rate. If rates \
    differ by at most 5 %, the windows of the joined file are as long as the windows of the first recording. All \
    other windows are cut or filled with NaN at both ends. If rates differ by more, each recording keeps its file, \
    but they are not joined, and the run reports the reason.

    Samples are stored as they pass, in a temporary file of 4 bytes a number. A window of the default length takes \
    19 kB at 800 and 200 Hz. Memory does not grow with the number of swings.
    """

  private let options: SwingWindowOptions

  package static func ports(_ options: SwingWindowOptions) -> Ports {
    // A fault of the options may be a stream that is given twice.
    let streams = SwingWindowOptions.Stream.allCases.filter(options.streams.contains)
    return Ports(reads: [.required(.recording), .passing(.labelledSwings)] + streams.map(\.port))
  }

  /// The folder's name: for a run, the files are tables.
  package var tableNames: [String] { [options.folder] }

  package init(_ options: SwingWindowOptions) { self.options = options }

  /// Keeps the samples around swings as they pass, and writes them at the end, if the run has an output folder.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    guard let output = workspace.environment.outputFolder else { return AtEnd { _ in } }
    let ratesHz = try workspace.get(.recording).statedRatesHz
    let streams = options.streams
    let windows = try SwingWindows(
      workspace.source(of: .labelledSwings), streams.map { try $0.source(in: &workspace) }, beforeS: options.beforeS,
      afterS: options.afterS, statedRatesHz: streams.map { ratesHz[$0.recorded] },
      waitingFolder: FileManager.default.temporaryDirectory.path)
    let layouts = zip(streams, windows.layouts).map { stream, window in
      WindowFile.Stream(
        name: stream.rawValue, rateHz: window.rateHz, sampleCount: window.sampleCount,
        anchorSample: window.anchorSample, channels: stream.channels)
    }
    return AtEnd { [options] workspace in
      let recordingID = try workspace.get(.recording).identity.recordingID
      let labelled = try workspace.get(.labelledSwings)
      let anchors = labelled.map(\.swing.anchorTime)
      // The order of the table's rows.
      let swings = labelled.indices.sorted { anchors[$0] < anchors[$1] }.map { labelled[$0] }
      let events = swings.map { WindowFile.Event(recordingID: recordingID, time: $0.swing.anchorTime) }
      var emptyCount = 0
      let path = "\(output)/\(options.folder)/\(RecordingFileName(recordingID).text).\(HDF5Table.fileExtension)"
      let file = try NewFile(at: path) { file in
        try WindowFile.write(events, layouts, to: file) { append in
          for swing in swings {
            let found = try windows.windows(around: swing)
            if found.allSatisfy({ $0.times.allSatisfy(\.isNaN) }) { emptyCount += 1 }
            try append(zip(streams, found).map { $0.written($1) })
          }
        }
      }
      if emptyCount > 0 { workspace.warn("\(counted(emptyCount, "window")) of \(swings.count) without samples") }
      workspace.note("windows", swings.count)
      workspace.write(file, table: options.folder)
    }
  }
}

extension SwingWindowOptions.Stream {
  fileprivate var port: Port {
    switch self {
    case .accelerometer: .passing(.accelerometer)
    case .deviceMotion: .passing(.deviceMotion)
    case .acceleration: .passing(.acceleration)
    }
  }

  fileprivate func source(in workspace: inout Workspace) throws -> SwingWindows.Source {
    switch self {
    case .accelerometer: .vectors(try workspace.source(of: .accelerometer))
    case .deviceMotion: .motion(try workspace.source(of: .deviceMotion))
    case .acceleration: .vectors(try workspace.source(of: .acceleration))
    }
  }

  /// The stream of the recording.
  fileprivate var recorded: StreamName { self == .deviceMotion ? .deviceMotion : .accelerometer }

  /// The names of the channels, as in an exported stream.
  fileprivate var channels: [String] {
    StreamCatalog.streams.first { $0.name == recorded }?.datasets.flatMap(\.columnNames) ?? []
  }

  /// A window with its channels in the order of `channels`. An exported stream begins with the attitude.
  fileprivate func written(_ window: SwingWindows.Window) -> WindowFile.Windows {
    var windows = WindowFile.Windows()
    guard self == .deviceMotion else {
      windows.append(times: window.times, values: window.values)
      return windows
    }
    let count = MotionLayout.allChannelNames.count
    var values: [Float] = []
    values.reserveCapacity(window.values.count)
    for sample in stride(from: window.values.startIndex, to: window.values.endIndex, by: count) {
      let attitude = sample + count - 4
      values += window.values[attitude..<sample + count]
      values += window.values[sample..<attitude]
    }
    windows.append(times: window.times, values: values)
    return windows
  }
}
