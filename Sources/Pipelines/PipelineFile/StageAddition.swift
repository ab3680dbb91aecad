import SPBasics

/// A stage that a command adds to a pipeline.
public struct StageAddition: Hashable, Sendable {
  /// The stage as in a pipeline file, with an id.
  let stage: JSONValue
  /// The kind of the stage behind which it is inserted.
  let after: StageType
  /// The option that asks for it, for messages.
  let option: String

  /// Describes a stage and its place.
  package init(_ stage: JSONValue, after: StageType, option: String) {
    (self.stage, self.after, self.option) = (stage, after, option)
  }
}
