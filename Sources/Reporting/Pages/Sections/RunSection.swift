import SPBasics

/// The facts of the run, and the command to run it again.
struct RunSection {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var html: HTML {
    let facts = facts.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd></div>\n" as HTML }
    return """
      <section aria-labelledby="run-title" id="run">
      <h2 id="run-title">About this run</h2>
      <dl class="facts">
      \(facts)\(folders)</dl>
      \(command)\(pipeline)\(notes)</section>

      """
  }

  private var facts: [(name: String, value: String)] {
    let run = report.run
    let counts = ReportRecording.State.allCases.compactMap { state -> String? in
      let count = report.recordings.count { $0.state == state }
      return count > 0 ? "\(Wording.count(count)) \(state.rawValue)" : nil
    }
    var facts: [(String, String)] = []
    if let pipeline = run.pipeline { facts.append(("Pipeline", pipeline)) }
    if let version = run.toolVersion { facts.append(("Made by", "swingpipe \(version)")) }
    if let started = run.started { facts.append(("First recording begun", Wording.moment(started))) }
    if let last = run.lastStarted, last != run.started {
      facts.append(("Last recording begun", Wording.moment(last)))
    }
    if let seconds = run.workS { facts.append(("Time of work", Wording.duration(seconds))) }
    if !run.hosts.isEmpty {
      facts.append((inflected("Computer", for: Double(run.hosts.count)), Wording.list(run.hosts)))
    }
    facts.append(("Recordings", counts.isEmpty ? "none" : counts.joined(separator: ", ")))
    return facts
  }

  private var folders: HTML {
    let folders = report.run.folders
    guard !folders.isEmpty else { return .empty }
    let items = folders.prefix(20).map { folder -> HTML in
      "<li><code>\(folder.path)</code> (\(Wording.counted(folder.count, "recording")))</li>"
    }
    let more: HTML = folders.count > 20 ? "<li>and \(folders.count - 20) other folders</li>" : .empty
    return "<div><dt>Inputs</dt><dd><ul>\(items)\(more)</ul></dd></div>\n"
  }

  private var command: HTML {
    guard let command = report.run.command else { return .empty }
    return """
      <div class="again"><h3>To run it again</h3>
      <p>Save the pipeline below under the name in the command, and run it where the output folder is:</p>
      <pre tabindex="0"><code>\(command)</code></pre></div>

      """
  }

  private var pipeline: HTML {
    guard let pipeline = report.run.effectivePipeline else { return .empty }
    return """
      <details><summary>The pipeline with all of its options</summary>
      <pre tabindex="0"><code>\(pipeline)</code></pre></details>

      """
  }

  private var notes: HTML {
    guard !report.run.notes.isEmpty else { return .empty }
    return "<ul class=\"note\">\n\(report.run.notes.map { "<li>\($0)</li>\n" as HTML })</ul>\n"
  }
}
