import SPPlots
import SPRecordings
import SPSignals
import SPStages
import SPTables
import SPWorkouts

/// The source of pictures over time: a recording's streams, and tables of findings in it.
struct TimelineSource {
  /// The recordings, of which a session has several: a stream is drawn from the first that has it.
  var recordings: [Recording]
  /// How the clock of each recording is read on the common one; empty for clocks that agree.
  var clocks: [LinearClock] = []
  /// A remark about the clocks.
  var clockWords: String?
  /// Returns a table by its name, on the common clock; nil if there is none.
  var table: (String) throws -> StoredTable?

  /// Takes recordings with their own clocks.
  init(recordings: [Recording], table: @escaping (String) throws -> StoredTable?) {
    self.recordings = recordings
    self.table = table
  }

  /// Takes the recordings of a session, on one clock if the lags between their clocks can be found.
  /// - Parameter open: opens a recording, such as in the way of a pipeline's reader.
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

/// A clock that is read on another one.
struct LinearClock {
  /// The other clock's time when this one shows 0, in s.
  var offsetS = 0.0
  /// The number of seconds on the other clock per second on this one.
  var rate = 1.0

  /// The moment on the other clock.
  func callAsFunction(_ time: Double) -> Double { rate * time + offsetS }

  /// The moment on this clock.
  func inverse(_ time: Double) -> Double { (time - offsetS) / rate }

  /// A stretch of the other clock, on this one.
  func inverse(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
    inverse(span.lowerBound)...inverse(span.upperBound)
  }

  /// A series on the other clock.
  func callAsFunction(_ series: TimeSeries) -> TimeSeries {
    offsetS == 0 && rate == 1 ? series : series.relative(to: inverse(0), unitS: 1 / rate)
  }
}

extension LinearClock {
  /// The clock of a device of a session.
  init(_ lag: ClockLag) {
    offsetS = lag.referenceTime(0)
    rate = 1 - lag.drift
  }
}
