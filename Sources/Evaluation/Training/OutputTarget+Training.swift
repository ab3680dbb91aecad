import SPBasics
import SPSwings

extension OutputTarget.Kind {
  /// A model written by ``ModelTraining``; models are small: a longer file is not one.
  public static let model = Self(name: "model", maxBytes: 1_000_000) { HitMissModel.isModel(json: $0) }
  /// A model that ``SwingModelTraining`` writes.
  public static let swingModel = Self(name: "swing model", maxBytes: 1_000_000) { SwingModel.isModel(json: $0) }
  /// A reference that ``ReferenceTraining`` writes.
  public static let reference = Self(name: "reference", maxBytes: 10_000_000) { LearnedSwings.isReference(json: $0) }
}
