import Foundation

/// The recordings that lie beside the sources.
enum Bundled {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let baseball = root.appending(path: "Data/baseball-000001.h5").path
  static let watch = root.appending(path: "Pipelines/Recordings/workout-000001-watch.h5").path
  static let dive = root.appending(path: "Pipelines/Recordings/dive_breath_hold-000001.h5").path
}
