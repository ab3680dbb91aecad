/// The few figures to take away, the typical swing, and what the words mean.
struct SummarySection {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var html: HTML {
    let tiles = tiles.map { tile -> HTML in
      "<div><dt>\(tile.name)</dt><dd>\(tile.value)<span>\(tile.unit)</span></dd></div>\n"
    }
    return """
      <section aria-labelledby="summary-title" id="summary">
      <h2 id="summary-title">Summary</h2>
      <dl class="tiles">
      \(tiles)</dl>
      \(typical)\(omissions)\(glossary)</section>

      """
  }

  private typealias Tile = (name: String, value: String, unit: String)

  private var tiles: [Tile] {
    var tiles: [Tile] = []
    if let events = report.events {
      if events.kind == .swing, events.texts["label"] != nil {
        for group in events.groups {
          tiles.append((group.name, Wording.count(group.rows.count), Self.share(group.rows.count, of: events.count)))
        }
      } else {
        tiles.append((events.kind == .swing ? "Swings" : "Impacts", Wording.count(events.count), ""))
      }
      for (name, title) in [
        ("time_to_contact_s", "Time to contact, median"), ("peak_rotation_rate_rad_s", "Fastest turn, median"),
        ("high_passed_peak_g", "Shock, median"),
      ] {
        guard let spread = Spread((events.numbers[name] ?? []).compactMap { $0.map(abs) }) else { continue }
        let isTime = name == "time_to_contact_s"
        let value = isTime ? "\(Int((spread.median * 1000).rounded()))" : Wording.number(spread.median)
        let unit = isTime ? "ms" : Wording.unit(events.description(name)?.unit)
        tiles.append((title, value, " \(unit)"))
      }
    }
    let failed = report.recordings.count { $0.state != .done }
    tiles.append(
      (
        "Recordings", Wording.count(report.recordings.count),
        failed > 0 ? " \(Wording.count(failed)) not done" : report.recordings.isEmpty ? "" : " all done"
      ))
    return tiles
  }

  private static func share(_ count: Int, of all: Int) -> String {
    all == 0 ? "" : " \(Int((100 * Double(count) / Double(all)).rounded())) %"
  }

  private var typical: HTML {
    guard let events = report.events, events.kind == .swing,
      let typical = TypicalSwing(events, report.pictures, window: report.window)
    else { return .empty }
    let keys = typical.groups.map { group -> HTML in
      "<span class=\"key \(group.style)\">\(group.name)</span> "
    }
    return """
      <figure class="panel">
      <h3>How the wrist turns in a typical swing</h3>
      <p class="keys">\(keys)<span class="quiet">line: median; band: middle half</span></p>
      \(typical.svg(.wide))\(typical.svg(.narrow))
      <figcaption>\(typical.words)</figcaption>
      </figure>

      """
  }

  private var omissions: HTML {
    guard !report.omissions.isEmpty else { return .empty }
    return """
      <div class="note"><h3>What is left out</h3><ul>
      \(report.omissions.map { "<li>\($0)</li>\n" as HTML })</ul></div>

      """
  }

  private var glossary: HTML {
    """
    <details class="glossary"><summary>What the words mean</summary>
    <dl>
    <div><dt>Hit, miss</dt><dd>A swing that met the ball, and one that did not. A hit shakes the wrist: a short shock in the \
    acceleration out of the watch’s face. A miss has much the same motion without that shock.</dd></div>
    <div><dt>Start</dt><dd>The moment from which the wrist turns the swing’s way without a pause.</dd></div>
    <div><dt>Onset</dt><dd>The moment of contact: the last sample that the shock has not moved yet.</dd></div>
    <div><dt>Impact</dt><dd>The peak of the shock, some 9 ms after its onset. Times count from here; those of a miss from \
    its fastest turn.</dd></div>
    <div><dt>Time to contact</dt><dd>From start to impact. Misses have none.</dd></div>
    <div><dt>Probability of a contact</dt><dd>How sure a small model is that the swing met the ball, from 0 to 1.</dd></div>
    <div><dt>Flags</dt><dd>What limits trust in a swing. Saturated: the shock went beyond what the sensor can tell. No \
    reversal: the wrist did not turn back ahead of the swing, so that there is no backswing to time. Low motion rate: the \
    motion was recorded too slowly for the angular acceleration.</dd></div>
    <div><dt>g</dt><dd>Acceleration in units of gravity: 1 g is 9.8 m/s².</dd></div>
    <div><dt>rad/s</dt><dd>How fast something turns: 6.3 rad/s is one turn in a second.</dd></div>
    <div><dt>High-passed</dt><dd>With everything slow taken out, so that the shock stands alone.</dd></div>
    <div><dt>Rotation along gravity</dt><dd>How fast the wrist turns about the vertical: its sign says which way.</dd></div>
    </dl></details>

    """
  }
}
