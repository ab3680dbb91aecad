import Foundation
import Swingpipe

/// Explains how a pipeline judged a swing, and draws the whole recording with all swings.
public func inspect(_ url: URL, swing: Int, pictureAt picture: URL) throws -> String {
  let pipeline = try PipelineChoice.pipeline(for: url)
  let explanation = try RecordingExplanation(of: url, about: .swing(swing), by: pipeline)
  var drawing = RecordingPicture(of: url)
  drawing.isOverview = true
  drawing.pipeline = pipeline
  try drawing.figure().write(to: picture)
  return explanation.lines.joined(separator: "\n")
}

/// Writes a page of what runs left in their output folders.
public func report(on outputs: [URL], to page: URL) async throws {
  try await WholeFile.write(ReportBuilder(outputs).report().page(), to: page)
}
