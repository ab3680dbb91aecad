import SPRecordings

/// The content of a file of a ride, run, swim or dive: streams, and the device's own results.
struct Activity {
  /// Facts about the recording as a whole.
  var attributes = RecordingAttributes(recordingID: "")
  /// Measurements, in the file's order.
  private(set) var streams: [ActivityStream] = []
  /// The device's own results.
  var summaries: [DeviceSummary] = []
  /// Faults in the file that the reader worked around, one sentence each.
  var repairs: [String] = []
  /// Findings, one sentence each.
  var notes: [String] = []
  /// Parts left out, one sentence each.
  var unused: [String] = []

  /// Adds a stream, unless it has no rows.
  mutating func add(_ stream: ActivityStream) {
    if let stream = stream.withoutEmptyDatasets { streams.append(stream) }
  }

  /// Adds the timer's streams of events and states, and a note on timestamps that were moved.
  mutating func add(_ timer: WorkoutTimer) {
    let (events, states) = (timer.events, timer.states)
    add(events.stream)
    add(states.stream)
    let moved = events.movedCount + states.movedCount
    if moved > 0 {
      notes.append(
        "\(moved) workout \(moved == 1 ? "event" : "events and states") at the same time as the one before moved to "
          + "1 ms after it")
    }
  }
}

/// The rows of one stream.
struct ActivityStream {
  let name: StreamName
  private(set) var datasets: [String]
  private(set) var rows: StreamRows

  init(_ name: StreamName, _ datasets: [String]) {
    self.name = name
    self.datasets = datasets
    rows = StreamRows(datasets: datasets.map { _ in [] })
  }

  /// Adds a row, unless it has no values.
  mutating func add(_ time: Double, _ values: [Double?]) {
    guard values.contains(where: { $0?.isFinite == true }) else { return }
    rows.times.append(time)
    for (index, value) in values.enumerated() { rows.datasets[index].append(value.map { Float($0) } ?? .nan) }
  }

  /// The last value of a dataset; nil if the dataset has no value.
  func last(of dataset: String) -> Double? {
    datasets.firstIndex(of: dataset).flatMap { rows.datasets[$0].last { !$0.isNaN }.map(Double.init) }
  }

  /// Shifts a total so that it begins at 0: subtracts the value that the total had before. A total that begins below
  /// that value is not changed.
  mutating func subtract(_ before: Double, from dataset: String) {
    guard let place = datasets.firstIndex(of: dataset),
      let first = rows.datasets[place].first(where: { !$0.isNaN }), Double(first) >= before
    else { return }
    for row in rows.datasets[place].indices { rows.datasets[place][row] -= Float(before) }
  }

  /// The stream without empty datasets; nil if the stream has no rows.
  var withoutEmptyDatasets: ActivityStream? {
    guard rows.count > 0 else { return nil }
    let kept = datasets.indices.filter { rows.datasets[$0].contains { !$0.isNaN } }
    var stream = ActivityStream(name, kept.map { datasets[$0] })
    stream.rows = StreamRows(times: rows.times, datasets: kept.map { rows.datasets[$0] })
    return stream
  }
}

/// Writes counts of left-out parts as text.
enum Listing {
  /// The most names that are listed. A file may contain any number of names.
  static let longest = 20

  /// Names with their counts, sorted by name. After `longest` names follows only the number of remaining names.
  static func text(_ counts: [String: Int]) -> String {
    let sorted = counts.sorted { $0.key < $1.key }
    let names = sorted.prefix(longest).map { "\($0.key) \($0.value)" }
    let rest = sorted.count > longest ? ["and \(sorted.count - longest) more names"] : []
    return (names + rest).joined(separator: ", ")
  }
}
