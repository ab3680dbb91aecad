import SPBasics
import SPPipelines
import SPRecordings
import SPStages
import SPSwings

extension PipelineTest {
  /// Runs a pipeline on the test's recording, without writing files, and compares the results with the expectations.
  ///
  /// The method does not throw: a recording that is missing or damaged fails the test, and cancelling the task
  /// interrupts it.
  public func run(with pipeline: Pipeline) -> PipelineTestReport {
    let clock = ContinuousClock()
    let start = clock.now
    var report = PipelineTestReport(of: self)
    do {
      try run(with: pipeline, &report)
    } catch {
      // Work that was in progress at the cancellation may report other errors, for example a fault of the recording.
      // The test still counts as interrupted.
      if !Task.isCancelled { fail(&report, error.lines(placed: diagnosis)) }
    }
    report.seconds = (clock.now - start) / .seconds(1)
    return report
  }

  private func run(with pipeline: Pipeline, _ report: inout PipelineTestReport) throws {
    try Task.checkCancellation()
    if let reason = Self.reason(against: recordingPath) {
      return fail(&report, [diagnosis(reason)])
    }
    let pipeline = try pipeline.concerning(recordingAt: recordingPath)
    let slots = FoundResults.Slots(of: pipeline)
    let counted = SlotCountFigure.all.compactMap { pipeline.lastWriter(of: $0.figure.source.name) }
    let plan = try pipeline.plan(around: recordingPath)
    let result = try pipeline.run(plan, keeping: slots.all.union(counted))
    report.warnings = result.diagnostics.map(\.description) + result.warnings.map(\.description)
    var found = FoundResults(in: result, at: slots)
    if let labelled = found.labelled {
      found.scores = Result { try scores(of: labelled, foundBy: pipeline) }
    }
    // If cancellation cut the labels short, that is not a fault of the test.
    try Task.checkCancellation()
    compare(found, SlotCountFigure.counts(in: result, of: pipeline), &report)
  }

  /// The fault of the recording, at its place in the pipeline's file.
  private func diagnosis(_ message: String) -> String {
    Diagnostic(.error, at: recordingLocation, recording: recording, message: message).description
  }

  /// The reason why a pipeline cannot run on a path; nil if it can.
  private static func reason(against path: String) -> String? {
    if Folder.isFolder(path) { return "\(path) is a folder; expected a file" }
    return Folder.exists(path) ? nil : "there is no file \(path)"
  }

  /// The scores against the labels of the recording. The recording is opened as the pipeline's reader opens it.
  private func scores(of swings: [LabelledSwing], foundBy pipeline: Pipeline) throws -> [String: Double] {
    let recording = try pipeline.open(recordingPath)
    let score = RecordingScore(
      recordingID: recording.attributes.recordingID, truth: try SwingTruth(of: recording),
      detections: swings.map(SwingDetection.init))
    let scores = SessionScore([score]).figures
    let values = SwingScores.metrics.compactMap { metric in metric.value(scores).map { (metric.name, $0) } }
    return Dictionary(uniqueKeysWithValues: values)
  }

  private func compare(_ found: FoundResults, _ counts: [String: Double], _ report: inout PipelineTestReport) {
    var values = counts.mapValues { Result<Double, any Error>.success($0) }
    report.figures = counts
    for figure in ResultFigure.all {
      let value = Result { try figure.value(found) }
      values[figure.figure.name] = value
      report.figures[figure.figure.name] = try? value.get()
    }
    report.expectations = expectations.map { expectation in
      var outcome = PipelineTestReport.Outcome(expectation)
      let complaint: String?
      switch values[expectation.figure.name] {
      case .success(let value):
        outcome.found = value
        outcome.isMet = expectation.isMet(by: value)
        complaint = outcome.isMet ? nil : expectation.message(found: value)
      case .failure(let error): complaint = "\(expectation.text), but it cannot be measured: \(error)"
      case nil: complaint = "\(expectation.text), but no stage wrote what it is measured from"
      }
      outcome.message = complaint.map { Diagnostic(.error, at: expectation.location, message: $0).description }
      return outcome
    }
    report.status = report.expectations.allSatisfy(\.isMet) ? .passed : .failed
  }

  private func fail(_ report: inout PipelineTestReport, _ errors: [String]) {
    report.status = .failed
    report.errors = errors
    report.expectations = expectations.map { PipelineTestReport.Outcome($0) }
  }
}

extension PipelineTestReport.Outcome {
  /// An expectation without a result yet.
  fileprivate init(_ expectation: PipelineTest.Expectation) {
    self.init(name: expectation.name, expected: expectation.value, isMet: false)
  }
}
