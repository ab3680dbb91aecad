import ArgumentParser
import SPPipelines
import SPPlots
import SPReporting
import SPStages

extension PlotCommand {
  /// Checks the options that do not go with --overview, and the one that goes only with it.
  /// - Throws: `ValidationError`.
  func checkOverview() throws {
    guard overview else {
      if streams != nil { throw ValidationError("--streams goes with --overview; expected both, or --panels") }
      return
    }
    let others: [(String, Bool)] = [
      ("--swing", swing != nil), ("--panels", panels != nil), ("--compare-rate-hz", compareRateHz != nil),
    ]
    if let (option, _) = others.first(where: \.1) {
      throw ValidationError(
        "\(option) does not go with --overview, which shows all of a recording; expected one of the two")
    }
    _ = try streams.map(StreamNames.parse)
  }

  func picture() throws -> PictureOutput {
    guard let output else {
      return PictureOutput(
        of: recording, part: overview ? "overview" : swing.map { "swing-\($0)" }, format: format)
    }
    return try PictureOutput(output, format: format)
  }

  /// The panels of --panels; nil without it.
  func panelKinds() throws -> [MotionFigure.PanelKind]? {
    let names = MotionFigure.PanelKind.allCases.map(\.rawValue)
    return try panels.map { panels in
      try NameList.parse(panels, of: "panel", among: names, option: "--panels")
        .compactMap(MotionFigure.PanelKind.init(rawValue:))
    }
  }

  /// The pipeline of --pipeline or --sport; nil without both.
  /// - Throws: `ExitCode`, after every fault was written to standard error.
  func chosenPipeline(for path: String) throws -> Pipeline? {
    if let pipeline {
      return try PipelineArguments(of: pipeline, overrides: overrides).load()
    }
    if let sport {
      return try InspectionError.reported { try SportPipeline.pipeline(for: sport, overrides: overrides) }
    }
    guard overrides.isEmpty || swing != nil || runFolder != nil || EarlierRun.isOutput(path) else {
      StandardStreams.error("error: \(path): --set sets options of a pipeline; give one with --pipeline or --sport")
      throw ExitCode.usage
    }
    return nil
  }
}
