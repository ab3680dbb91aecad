import SPBasics
import SPTables
import Testing

@testable import SPReporting

/// Pages of workouts.
struct WorkoutPageTests {
  @Test("A title has sport, day and time of day at the place; without a start it is the recording's name")
  func titles() throws {
    var report = Rides.report([.ride])
    report.timeZone = try #require(NamedTimeZone(identifier: "Europe/Berlin"))
    #expect(report.title(of: report.recordings[0]) == "Cycling, 11 April 2013, 17:32")
    #expect(report.heading == "Cycling, 11 April 2013")
    // Half past midnight of the next day in summer time.
    report.recordings[0].recordedAt = "2013-04-11T22:30:00Z"
    #expect(report.title(of: report.recordings[0]) == "Cycling, 12 April 2013, 00:30")
    #expect(report.heading == "Cycling, 12 April 2013")
    report.recordings[0].utcOffsetS = -7 * 3600
    #expect(report.title(of: report.recordings[0]) == "Cycling, 11 April 2013, 15:30")
    report.recordings[0].recordedAt = nil
    #expect(report.title(of: report.recordings[0]) == "ride" && report.heading == "Cycling")
  }

  @Test("Speeds are in km/h, distances in km, paces as on a clock, heights in m, unless another unit is asked for")
  func units() throws {
    let page = Rides.page([.ride, .run])
    #expect(page.contains("Mean speed, km/h") && page.contains("data-title=\"Mean speed, km/h\">27.0<"))
    #expect(page.contains("data-title=\"Distance, km\">27.0<") && page.contains("data-title=\"Ascent, m\">310<"))
    #expect(page.contains("data-title=\"Pace, min/km\">5:33<"))
    #expect(!page.contains("m/s"))
    let mph = try DisplayUnit.list(parsing: "mph")
    let other = String(decoding: Rides.report([.ride]).shown(in: mph).page(), as: UTF8.self)
    #expect(
      other.contains("data-title=\"Mean speed, mph\">16.8<") && other.contains("data-title=\"Distance, km\">27.0<"))
  }

  @Test("The axes of drawings follow a unit that was asked for, with their levels and bands")
  func axes() throws {
    let figure = TimelineFigure(panels: [
      .init(
        "speed", unit: "km/h", lines: [.stream("cycling", "speed", factor: 3.6)], levels: [.init(36, "limit")],
        bands: [.init("target", table: "steps", from: "a", to: "b", low: "c", high: "d", factor: 3.6)]),
      .init("depth", unit: "m", lines: [.stream("depth", "depth")]),
      .init("warmth", unit: "degC", lines: [.stream("warmth", "warmth")]),
    ])
    let shown = figure.shown(in: try DisplayUnit.list(parsing: "mph,ft,degF"))
    #expect(shown.panels.map(\.unit) == ["mph", "ft", "degC"])
    // 10 m/s are 22.369 mph (NIST SP 811: a mile is 1609.344 m).
    #expect(abs(shown.panels[0].lines[0].factor * 10 - 22.3694) < 1e-4)
    #expect(abs(shown.panels[0].levels[0].value - 22.3694) < 1e-4)
    #expect(abs((shown.panels[0].bands?[0].factor ?? 0) * 10 - 22.3694) < 1e-4)
    #expect(abs(shown.panels[1].lines[0].factor - 3.28084) < 1e-5)
    #expect(shown.panels[2] == figure.panels[2])
    #expect(figure.shown(in: []) == figure)
  }

  @Test("Workouts of several sports have dashes where a sport lacks a column, and no words of another sport")
  func sports() {
    let both = Rides.page([.ride, .run])
    #expect(both.contains("Cycling and running, 11 April 2013"))
    #expect(both.contains("<bdi>Running, 11 April 2013, 17:10</bdi> <small><bdi>run</bdi></small>"))
    #expect(both.matches(of: /<td class="number"><span class="none">–<\/span><\/td>/).count == 4)
    // The commands name the pipeline and its stages.
    let run = Rides.page([.run]).replacing(/<code>.*?<\/code>/, with: "")
    for word in ["power", "FTP", "ride", "Ride", "ridden", "cycling", "Cycling", "There are none", "Ascent"] {
      #expect(!run.contains(word), "\(word)")
    }
    #expect(run.contains("Nothing was found of these: laps."))
  }

  @Test("Sums of times and distances, medians of the rest, and only words that the page uses are in the summary")
  func summary() {
    let page = Rides.page([.ride, .run])
    #expect(page.contains("<dt>Time on the timer, total</dt><dd>1:27:46<span></span></dd>"))
    #expect(page.contains("<dt>Distance, total</dt><dd>32.0<span> km</span></dd>"))
    #expect(page.contains("<dt>Mean power</dt>") && page.contains("<dt>Mean heart rate, median</dt>"))
    #expect(page.contains("<dt>Normalized power</dt>"))
    #expect(!Rides.page([.run]).contains("<dt>Normalized power</dt>"))
  }

  @Test("Zones say what they need, with a command that can be pasted")
  func missingSettings() {
    let page = Rides.page([.ride, .run])
    #expect(page.contains("Zones of power and heart rate need the threshold power (FTP) and maximum heart rate."))
    #expect(
      page.contains(
        "<pre tabindex=\"0\"><code>swingpipe run cycling --plan out/_meta/plan.jsonl --output out "
          + "--set ride.ftp_w=285 --set ride.max_heart_rate_bpm=190</code></pre>"))
    #expect(!page.contains("There are none"))
    let run = Rides.page([.run])
    #expect(run.contains("Zones of heart rate need the maximum heart rate."))
    #expect(run.contains("--set ride.max_heart_rate_bpm=190<") && !run.contains("ftp_w"))
    var plain = Rides.report([.run])
    plain.events?.numbers["mean_heart_rate_bpm"] = [nil]
    #expect(
      String(decoding: plain.page(), as: UTF8.self).contains("There are none: no recording has power or heart rate."))
  }

  @Test("Zones of an estimated threshold power name the method; those of a given one need nothing")
  func settings() {
    func page(_ method: String, zones: [String]) -> String {
      var report = Rides.report([.ride])
      report.events?.numbers["ftp_w"] = [231.4]
      report.events?.texts["ftp_method"] = [method]
      let zone = report.others.firstIndex { $0.name == "zones" }!
      report.others[zone].recordings = zones.map { _ in 0 }
      report.others[zone].texts["quantity"] = TextColumn(zones)
      report.others[zone].numbers = [
        "zone": NumberColumn(zones.map { _ in 1 }), "time_s": NumberColumn(zones.map { _ in 60 }),
      ]
      return String(decoding: report.shown(in: []).page(), as: UTF8.self)
    }
    let estimated = page("best_20", zones: ["power"])
    #expect(
      estimated.contains(
        "The threshold power (FTP) is 231 W, estimated from the workout: 95 % of the best 20 min. "
          + "Zones of heart rate need the maximum heart rate."))
    #expect(estimated.contains("--set ride.ftp_w=285 --set ride.max_heart_rate_bpm=190"))
    let given = page("given", zones: ["power", "heart_rate"])
    #expect(given.contains("The threshold power (FTP) is 231 W, as given.</p>") && !given.contains("--set"))
  }

  @Test("The command names a file if the pipeline is not built in, and its stage; several folders have options")
  func commands() {
    var report = Rides.report([.run])
    report.run.rerun?.isBuiltIn = false
    report.run.rerun?.pipeline = "my rides.json"
    report.run.effectivePipeline = #"{"stages":[{"id":"w","type":"detectors.workout"}]}"#
    let page = String(decoding: report.page(), as: UTF8.self)
    #expect(page.contains("after saving the pipeline <a href=\"#run\">below</a> as <code>my rides.json</code>"))
    #expect(
      page.contains("swingpipe run &#39;my rides.json&#39; --plan") && page.contains("--set w.max_heart_rate_bpm=190"))
    report.run.rerun = nil
    #expect(
      String(decoding: report.page(), as: UTF8.self).contains(
        "<p>Run the pipelines again with your own value: <code>--set w.max_heart_rate_bpm=190</code></p>"))
    report.run.effectivePipeline = nil
    #expect(!String(decoding: report.page(), as: UTF8.self).contains("--set"))
  }

  @Test("Columns that a screen has no room for are folded away, and recordings have titles above their rows")
  func layout() throws {
    let names = (0..<12).map { "c\($0)" }
    let row = RowDescription(
      singular: "lap", plural: "laps", indexColumn: "lap_index", columns: names.map { .init($0, "Column \($0)") })
    let columns = names.map { ColumnDescription(name: $0, type: .float64, unit: nil, description: "") }
    var numbers: [String: NumberColumn] = Dictionary(uniqueKeysWithValues: names.map { ($0, [1, 2, 3]) })
    numbers["lap_index"] = [0, 1, 0]
    let laps = EventTable(
      name: "laps", row: row, columns: columns, recordings: [0, 0, 1], numbers: numbers, texts: [:])
    var report = Rides.report([.ride, .run])
    report.others = [laps]
    let page = String(decoding: report.page(), as: UTF8.self)
    let tables = page.matches(of: /<table class="rows"><caption>Laps(.*?)<\/caption>(?s)(.*?)<\/table>/)
    #expect(tables.map { $0.1 } == ["", ", more columns"])
    #expect(tables.map { $0.2.matches(of: /<th scope="col" class="number">/).count } == [9, 3])
    #expect(page.contains("<summary>3 more columns</summary>"))
    let titles = tables[0].2.matches(of: /<th scope="rowgroup" colspan="10"><bdi>(.*?)<\/bdi>/)
    #expect(titles.map { String($0.1) } == ["Cycling, 11 April 2013, 15:32", "Running, 11 April 2013, 17:10"])
  }
}

/// Reports of workouts as the pipelines describe them.
private enum Rides {
  struct Workout {
    var id: String
    var sport: String
    var start: String
    var numbers: [String: Double]

    static let ride = Workout(
      id: "ride", sport: "cycling", start: "2013-04-11T15:32:50Z",
      numbers: [
        "timer_time_s": 3600, "distance_m": 27_000, "mean_speed_m_s": 7.5, "mean_power_w": 200,
        "normalized_power_w": 214, "mean_heart_rate_bpm": 140, "ascent_m": 310, "pace_s_per_km": 133.3,
      ])
    static let run = Workout(
      id: "run", sport: "running", start: "2013-04-11T17:10:00Z",
      numbers: [
        "timer_time_s": 1666, "distance_m": 5000, "mean_speed_m_s": 3, "mean_heart_rate_bpm": 150,
        "pace_s_per_km": 333.3,
      ])
  }

  private static let units = [
    "timer_time_s": "s", "distance_m": "m", "mean_speed_m_s": "m/s", "ascent_m": "m", "ftp_w": "W",
    "mean_power_w": "W", "normalized_power_w": "W", "mean_heart_rate_bpm": "bpm", "pace_s_per_km": "s/km",
  ]

  private static let row = RowDescription(
    singular: "workout", plural: "workouts", prominence: 2,
    columns: [
      .init("timer_time_s", "Time on the timer", summary: "Time on the timer", isSummed: true),
      .init("distance_m", "Distance", summary: "Distance", isSummed: true), .init("mean_speed_m_s", "Mean speed"),
      .init("mean_power_w", "Mean power", summary: "Mean power"), .init("normalized_power_w", "Normalized power"),
      .init("mean_heart_rate_bpm", "Mean heart rate", summary: "Mean heart rate"), .init("ascent_m", "Ascent"),
      .init("pace_s_per_km", "Pace", rows: .init("sport", ["running"])),
    ], contextColumns: ["sport", "recorded_at"], glossary: [.init("Normalized power", "An even power.")],
    units: ["m/s": "km/h", "distance_m": "km", "s/km": "min/km"])

  private static let zones = RowDescription(
    singular: "zone", plural: "zones",
    figure: .bars(
      BarFigure(chartColumn: "quantity", labelColumn: "zone", valueColumn: "time_s", title: "Time in zones")),
    settings: [
      RowSetting(
        "threshold power (FTP)", of: "power", chart: "power", stage: "detectors.workout", option: "ftp_w",
        example: "285", neededColumn: "mean_power_w", valueColumn: "ftp_w", methodColumn: "ftp_method",
        methods: ["best_20": "95 % of the best 20 min"]),
      RowSetting(
        "maximum heart rate", of: "heart rate", chart: "heart_rate", stage: "detectors.workout",
        option: "max_heart_rate_bpm", example: "190", neededColumn: "mean_heart_rate_bpm"),
    ])

  static func report(_ workouts: [Workout]) -> Report {
    var run = RunFacts(pipeline: "workout")
    run.effectivePipeline =
      #"{"stages":[{"id":"in","type":"readers.session"},{"id":"ride","type":"detectors.workout"}]}"#
    run.rerun = Rerun(pipeline: "cycling", folder: "out")
    run.rerun?.isBuiltIn = true
    let names = units.keys.sorted()
    let events = EventTable(
      name: "workouts", row: row,
      columns: names.map { ColumnDescription(name: $0, type: .float64, unit: units[$0], description: "") },
      recordings: Array(workouts.indices),
      numbers: Dictionary(
        uniqueKeysWithValues: names.map { name in (name, NumberColumn(workouts.map { $0.numbers[name] })) }),
      texts: ["sport": TextColumn(workouts.map(\.sport))])
    var report = Report(
      run: run,
      recordings: workouts.map { workout in
        var recording = ReportRecording(recordingID: workout.id, path: workout.id + ".h5", state: .done)
        (recording.sport, recording.recordedAt) = (workout.sport, workout.start)
        return recording
      }, events: events)
    report.timeZone = .gmt
    let empty = { (name: String, row: RowDescription) in
      EventTable(name: name, row: row, columns: [], recordings: [], numbers: [:], texts: [:])
    }
    report.others = [
      empty("laps", RowDescription(singular: "lap", plural: "laps", columns: [.init("timer_time_s", "Time")])),
      empty(
        "power_curve", RowDescription(singular: "duration", plural: "power curve", neededColumn: "mean_power_w")),
      empty("zones", zones),
    ]
    return report
  }

  static func page(_ workouts: [Workout]) -> String {
    // The pipeline's own words are not those of the page.
    String(decoding: report(workouts).shown(in: []).page(), as: UTF8.self)
      .replacing(/<details><summary>The pipeline(?s).*?<\/details>/, with: "")
      .replacing(/<style>(?s).*?<\/style>/, with: "").replacing(/<script>(?s).*?<\/script>/, with: "")
  }
}
