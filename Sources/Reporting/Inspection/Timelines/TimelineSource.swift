import SPPlots
import SPRecordings
import SPSignals
import SPStages
import SPTables
import SPWorkouts

/// The source of pictures over time: a recording's streams, and tables of findings in it.
struct TimelineSource {
  /// The recordings; a session has several. A stream is drawn from the first recording that has it.
  var recordings: [Recording]
  /// The conversion of each recording's clock to the common clock; empty if the clocks agree.
  var clocks: [LinearClock] = []
  /// A remark about the clocks.
  var clockWords: String?
  /// Returns a table by its name, on the common clock; nil without such a table.
  var table: (String) throws -> StoredTable?

  /// Takes recordings with their own clocks.
  init(recordings: [Recording], table: @escaping (String) throws -> StoredTable?) {
    self.recordings = recordings
    self.table = table
  }

  /// Takes the recordings of a session, on one clock if the lags between their clocks can be found.
  /// - Parameter open: opens a recording, for example as a pipeline's reader does.
  /// - Throws: the errors of opening a recording.
  init(
    session paths: [String], open: (String) throws -> Recording = { try Recording(opening: $0) },
    table: @escaping (String) throws -> StoredTable?
  ) throws {
    self.init(recordings: try paths.map(open), table: table)
    // If the lag is unknown, each device's own clock is used.
    guard let found = try? SessionClocks(of: paths) else { return }
    clocks = paths.map { found.lags[$0].map(LinearClock.init) ?? LinearClock() }
    clockWords = found.words
  }

  /// The clock of a recording.
  func clock(_ recording: Int) -> LinearClock { clocks.isEmpty ? LinearClock() : clocks[recording] }
}

/// Converts times of a recording's clock to the common clock.
struct LinearClock {
  /// The common clock's time, in s, when the recording's clock shows 0.
  var offsetS = 0.0
  /// Seconds on the common clock per second on the recording's clock.
  var rate = 1.0

  /// Converts a time to the common clock.
  func callAsFunction(_ time: Double) -> Double { rate * time + offsetS }

  /// Converts a time to the recording's clock.
  func inverse(_ time: Double) -> Double { (time - offsetS) / rate }

  /// Converts a span of time to the recording's clock.
  func inverse(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
    inverse(span.lowerBound)...inverse(span.upperBound)
  }

  /// Converts a series to the common clock.
  func callAsFunction(_ series: TimeSeries) -> TimeSeries {
    offsetS == 0 && rate == 1 ? series : series.relative(to: inverse(0), unitS: 1 / rate)
  }
}

extension LinearClock {
  /// The conversion from the clock of a session's device to the reference clock.
  init(_ lag: ClockLag) {
    offsetS = lag.referenceTime(0)
    rate = 1 - lag.drift
  }
}
