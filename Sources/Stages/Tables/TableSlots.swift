import Pipelines
import Tables

extension Slot where Value == TableRows {
  /// A table of features, for a writer: a `FeatureTable`, or rows that are made while being written.
  public static let table = Slot("table", summary: "a table of features with names, units and descriptions")
}
