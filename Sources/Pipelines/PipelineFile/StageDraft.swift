import SPBasics

/// A stage while it is being loaded from the file.
struct StageDraft {
  var node: JSONNode
  let id: String
  let type: String
  /// The slots of the type. An unknown type has the slots of the type with the nearest name, if any, so that wiring can
  /// be checked despite other faults.
  var ports: Ports?
  var loaded: PipelineStage?
  /// The device of a session whose streams the stage takes; nil for none.
  var device: String?

  /// The place of a member's value, or else the place of the stage.
  func location(of key: String) -> SourcePlace {
    node.member(key)?.node.location ?? node.location
  }

  func diagnostic(
    _ message: String, severity: Diagnostic.Severity = .error, at location: SourcePlace? = nil,
    option: String? = nil, suggestion: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity, at: location ?? node.location, stageID: id, stageType: type, option: option, message: message,
      suggestion: suggestion)
  }
}

extension StageDraft {
  /// Reads the options and makes the stage; returns the faults.
  mutating func makeStage(in registry: StageRegistry) -> [Diagnostic] {
    if let stage = registry[type] {
      let outcome = outcome(of: stage)
      ports = outcome.ports
      loaded = outcome.stage
      return outcome.faults
    }
    let nearest = registry.nearestType(to: type)
    ports = nearest.flatMap { registry.description(of: $0) }?.ports
    var message = "unknown stage type"
    if nearest == nil {
      let types = registry.stages.map { $0.type }
      let family = type.prefix { $0 != "." }
      let relatives = types.filter { $0.family == family }
      let names = relatives.isEmpty ? Set(types.map { "\($0.family).*" }).sorted() : relatives.map(\.rawValue)
      message += "; expected one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    return [diagnostic(message, at: location(of: "type"), suggestion: nearest)]
  }

  /// The result of making a stage: always its ports, and either the stage or the faults.
  private struct Outcome {
    let ports: Ports
    var stage: PipelineStage?
    var faults: [Diagnostic] = []
  }

  private func outcome<S: Stage>(of stage: S.Type) -> Outcome {
    let (options, issues) = S.Options.decoded(from: node, ignoring: PipelineFile.reservedKeys, of: id)
    var outcome = Outcome(ports: S.ports(options))
    guard issues.isEmpty else {
      outcome.faults = issues.map {
        diagnostic($0.message, at: $0.location, option: $0.path, suggestion: $0.suggestion)
      }
      return outcome
    }
    do {
      outcome.stage = PipelineStage(
        id: id, type: S.type, stage: try S(options), options: options.encoded(), ports: outcome.ports, reads: [:],
        location: node.location, node: node)
    } catch let fault as OptionFault {
      let location = node.deepest(fault.option)?.location
      outcome.faults = [
        diagnostic(fault.description, at: location, option: fault.option, suggestion: fault.suggestion)
      ]
    } catch {
      outcome.faults = [diagnostic(error.message)]
    }
    return outcome
  }
}
