import ArgumentParser
import Files
import Pipelines
import Plots
import Recordings
import Stages

/// What `plot --overview` is to draw of a recording.
struct OverviewJob {
  var path: String
  /// The streams that are asked for; nil for those that show impacts and swings.
  var selection: StreamSelection?
  var stretch: PlotStretch
  /// What finds the swings that are marked; nil for none.
  var pipeline: Pipeline?
  /// How finely peaks are to be told apart.
  var columns: Int

  /// Reads all that is drawn, with all processors.
  /// - Throws: an `ExitCode`, after the reason was written to standard error.
  func figure() throws -> Figure {
    do {
      return try SpareProcessors.helping {
        let recording = try Recording(opening: path)
        let overview = try Overview(of: recording, selection)
        let span = try stretch.resolved(
          in: overview.span, start: overview.startTime,
          leastS: stretch.from != nil || stretch.to != nil ? 2 * overview.medianIntervalS : 0)
        let found = try pipeline.map { try PipelineFindings(of: path, foundBy: $0).findings }
        return try overview.figure(over: span, columns: columns, found: found)
      }
    } catch {
      error.lines(at: path).forEach(StandardStreams.error)
      if isWorthRetrying(error) { throw ExitCode.temporary }
      switch error {
      case is PlotStretch.Fault: throw ExitCode.usage
      case is NothingThere: throw ExitCode.someFailed
      default: throw ExitCode.unusableData
      }
    }
  }
}
