import JSON
import Pipelines
import Stages

extension FuzzTarget {
  /// Made once: it takes longer than most inputs.
  private static let registry = Result { try StandardStages.registry() }

  static let texts = [
    FuzzTarget("json", "the reader of JSON") { bytes in
      let document = JSONDocument.parse(String(decoding: bytes, as: UTF8.self), file: "fuzz.json")
      // A text that is whole has a value or a fault.
      precondition(document.root != nil || !document.faults.isEmpty, "neither a value nor a fault")
    },
    FuzzTarget("pipeline", "a pipeline file, up to its stages") { bytes in
      _ = try Pipeline.load(text: String(decoding: bytes, as: UTF8.self), file: "fuzz.json", registry: registry.get())
    },
  ]
}
