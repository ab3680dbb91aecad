import SPBasics
import SPPipelines
import SPPython
import SPRecordings
import SPSwings

/// Options of `detectors.python`.
package struct PythonDetectorOptions: PythonStageOptions {
  var code = PythonFunctionOptions()
  var blockS = 60.0

  package init() {}

  package static var fields: [OptionField<Self>] {
    functionFields(example: "Pipelines/Functions/footsteps.py") + [
      .number(
        "block_s", \.blockS, in: .above(0, through: 3600), unit: "s",
        help: "How much the function searches at a time, besides what it gets before and after it.")
    ]
  }
}

/// Finds events by a function in Python.
package struct PythonDetectorStage: PythonStage {
  package static let type: StageType = "detectors.python"
  package static let summary =
    "Finds events in the acceleration by a function in Python, which later stages take as impacts."
  package static let details = """
    The file declares the function with the decorator `@swingpipe.detector`. The function gets a block of the \
    acceleration as NumPy arrays, with `history_s` more before and after it, and returns the times of events in s, \
    and perhaps their strengths in g. Events outside of the block are dropped, since the function finds these events \
    in the next block again. Results do not depend on the blocks if an event depends only on the samples within \
    `history_s`.

    An event becomes an impact at the sample nearest to it. Without a strength, its height is the length of the \
    acceleration there. The threshold and the noise of such an impact are 0. `swingpipe help own_features` has an example.

    A pipeline with this stage executes code, so it runs only with `--allow-python`, or from the Python module.
    """

  package let function: PythonFunction
  private let blockS: Double

  package static func ports(_ options: PythonDetectorOptions) -> Ports {
    Ports(
      reads: [.required(.recording)] + options.code.streamPorts(.detector),
      writes: [.passing(.impacts), .passing(.weakImpacts), .required(.impactAxis)])
  }

  /// Reads the declaration of the function.
  /// - Throws: `OptionFault`.
  package init(_ options: PythonDetectorOptions) throws {
    function = try options.code.declared(.detector)
    blockS = options.blockS
  }

  /// Lets the function search blocks as they pass.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    try requirePermission()
    try PythonHosts.prepare(for: function)
    let isFiltered = function.streams == ["acceleration"]
    let stream = try workspace.source(of: isFiltered ? .acceleration : .accelerometer)
    let rateHz = stream.window.stream.ring.prologue.rateHz
    let (identity, environment) = (try workspace.get(.recording).identity, workspace.environment)
    let printed = Printed()
    let detection = BlockDetection(stream, blockS: blockS, historyS: function.beforeS) { times, values in
      let message = PythonMessage(
        "detect",
        [
          ("rate_hz", .number(rateHz)), ("channels", ["x", "y", "z"]), ("units", ["g", "g", "g"]),
          ("recording", identity.json),
        ],
        arrays: [
          .init("times", .float64, [times.count], times), .init("values", .float32, [times.count, 3], values),
        ])
      let reply = try call(message, environment)
      if !reply.printed.isEmpty { printed.texts.append(reply.printed) }
      let strengths = reply.array("strength", as: Double.self)
      return (reply.array("time", as: Double.self) ?? []).enumerated().map {
        FoundEvent(timeS: $1, strengthG: strengths?[$0])
      }
    }
    try workspace.provide(.impacts, detection.impacts)
    try workspace.provide(.weakImpacts, detection.weakImpacts)
    try workspace.set(.impactAxis, .any)
    return AtEnd { workspace in
      let found = detection.finish()
      workspace.note("impacts", found.count)
      report(printed.texts, &workspace)
      try workspace.set(.impacts, found)
      try workspace.set(.weakImpacts, [])
      try workspace.set(.impactAxis, .any)
    }
  }

  /// The text that the function prints while samples pass.
  private final class Printed {
    var texts: [String] = []
  }
}
