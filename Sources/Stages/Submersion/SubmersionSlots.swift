import Pipelines
import Submersion

extension Slot where Value == SubmersionFindings {
  /// Dives, states by depth and the times between the dives.
  public static let submersion = Slot(
    "submersion", summary: "dives, states by depth, and the times at the surface between the dives, by time")
}
