import Swingpipe

/// Explains how a pipeline judged a swing, and draws the whole recording with all swings.
public func inspect(_ path: String, swing: Int, pictureAt picturePath: String) throws -> String {
  let pipeline = try PipelineChoice.pipeline(for: path)
  let explanation = try RecordingExplanation(of: path, about: .swing(swing), by: pipeline)
  var picture = RecordingPicture(of: path)
  picture.isOverview = true
  picture.pipeline = pipeline
  try WholeFile.write(picture.figure().picture(as: .svg), to: picturePath)
  return explanation.lines.joined(separator: "\n")
}

/// Writes a page of what runs left in their output folders.
public func report(on outputs: [String], to path: String) async throws {
  try await WholeFile.write(ReportBuilder(outputs).report().page(), to: path)
}
