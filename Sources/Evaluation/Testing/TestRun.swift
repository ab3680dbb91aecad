import SPBasics
import SPBatches
import SPPipelines
import SPTables

/// The tests of pipelines, run several at a time.
package struct TestRun: Sendable {
  /// The result of one test.
  package struct Outcome: Sendable {
    /// The pipeline that the test belongs to.
    package var pipeline: Pipeline
    /// The report of the test.
    package var report: PipelineTestReport

    /// Whether the test passed, its pipeline, name and duration, followed by a line for each error and each unmet
    /// expectation.
    package var lines: [String] {
      let name = [report.name, report.recording].compactMap(\.self).joined(separator: ", ")
      let seconds = String(printf: "%.2f s", report.seconds)
      let head = "\(report.status == .failed ? "FAILED" : "ok    ")  \(pipeline.name): \(name) (\(seconds))"
      return ([head] + report.complaints.map { "  " + $0 }).map(\.withoutControls)
    }
  }

  private let items: [(pipeline: Pipeline, test: PipelineTest)]
  private let jobs: Int

  /// Prepares the tests of pipelines; several tests run at a time.
  package init(_ pipelines: [Pipeline], jobs: Int) {
    items = pipelines.flatMap { pipeline in pipeline.tests.map { (pipeline, $0) } }
    self.jobs = jobs
  }

  /// Runs all tests. If the task is cancelled, the remaining tests are interrupted.
  ///
  /// - Parameter finished: called for each test in the order of the files, as soon as the test and all earlier tests
  ///   are done.
  /// - Returns: the outcomes in the same order.
  package func outcomes(_ finished: @escaping @Sendable (Outcome) -> Void) async -> [Outcome] {
    var done: [Int: Outcome] = [:]
    var outcomes: [Outcome] = []
    await Concurrently.forEach(items, jobs: jobs) { item, _ in
      Outcome(pipeline: item.pipeline, report: item.test.run(with: item.pipeline))
    } finished: { index, outcome in
      done[index] = outcome
      while let next = done.removeValue(forKey: outcomes.count) {
        finished(next)
        outcomes.append(next)
      }
    }
    return outcomes
  }
}

/// The results of all tests, for people and for programs.
package struct TestSummary: Sendable, Encodable {
  private struct Group: Sendable, Encodable {
    var file: String
    var name: String
    var tests: [PipelineTestReport]
  }

  /// The number of tests that passed.
  package let passed: Int
  /// The number of tests that failed.
  package let failed: Int
  private let interrupted: Int
  private let seconds: Double
  private let toolVersion: String
  private let pipelines: [Group]

  private enum CodingKeys: String, CodingKey {
    case passed, failed, interrupted, seconds
    case toolVersion = "tool_version"
    case pipelines
  }

  /// Counts outcomes.
  ///
  /// - Parameters:
  ///   - pipelines: The pipelines with the tests.
  ///   - outcomes: The outcomes of the pipelines' tests, in order.
  ///   - seconds: The total duration, in s.
  ///   - toolVersion: The version of the program that ran the tests.
  package init(pipelines: [Pipeline], outcomes: [TestRun.Outcome], seconds: Double, toolVersion: String) {
    self.toolVersion = toolVersion
    var reports = outcomes.map(\.report)[...]
    passed = reports.count { $0.status == .passed }
    failed = reports.count { $0.status == .failed }
    interrupted = reports.count { $0.status == .interrupted }
    self.seconds = seconds
    self.pipelines = pipelines.map { pipeline in
      defer { reports = reports.dropFirst(pipeline.tests.count) }
      return Group(
        file: pipeline.file, name: pipeline.name, tests: Array(reports.prefix(pipeline.tests.count)))
    }
  }

  /// `12 tests: 2 failed, 10 passed (1.50 s)`.
  package var text: String {
    let counts = failed == 0 ? "\(passed) passed" : "\(failed) failed, \(passed) passed"
    return "\(counted(passed + failed + interrupted, "test")): \(counts) (\(String(printf: "%.2f s", seconds)))"
  }
}
