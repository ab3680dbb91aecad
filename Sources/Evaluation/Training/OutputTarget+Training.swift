import Files
import Swings

extension OutputTarget.Kind {
  /// A model that ``ModelTraining`` writes; models are small: what is longer than this is none.
  public static let model = Self(name: "model", maxBytes: 1_000_000) { HitMissModel.isModel(json: $0) }
  /// A reference that ``ReferenceTraining`` writes.
  public static let reference = Self(name: "reference", maxBytes: 10_000_000) { LearnedSwings.isReference(json: $0) }
}
