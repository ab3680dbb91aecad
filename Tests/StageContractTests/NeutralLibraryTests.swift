import Foundation
import SPStages
import Testing

/// Reports and plots draw tables by the descriptions of their rows. That the code of libraries names no swing,
/// `LayerTests` says.
/// Libraries that know no domain.
struct NeutralLibraryTests {
  /// The columns that any table may begin with: of which recording a row is, and when it was.
  private static let identifying: Set<String> = [
    "recording_id", "subject_id", "sport", "wrist", "recorded_at", "utc_offset_s", "time_from_start_s",
  ]
  /// Names of columns that are words of a page, too.
  private static let ofPages: Set<String> = ["kind", "label", "recordings", "share", "state"]

  private static func files(_ library: String, _ endings: [String]) throws -> [SourceFile] {
    try Project.files(in: "Sources/\(library)").filter { file in endings.contains { file.hasSuffix($0) } }
      .map { try SourceFile($0) }
  }

  @Test("Scripts and style sheets name no swing")
  func swings() throws {
    let files = try Self.files("Reporting/Pages", [".js", ".css"])
    #expect(files.count > 4)
    for file in files { #expect(file.lines(naming: "swing") == [], "\(file.path)") }
  }

  @Test("They name no column that only some tables have", arguments: ["Plots", "Reporting/Pages"])
  func columns(_ library: String) throws {
    let names = Set(StandardTables.all.flatMap { $0.columns.map(\.name) }).subtracting(Self.identifying)
    #expect(names.count > 200)
    for file in try Self.files(library, [".swift", ".js", ".css"]) {
      // A name of several words is no name of Swift or of a script; another one counts where it is a text.
      let words = Set(file.words.map(String.init)).filter { $0.contains("_") }
      #expect(names.intersection(words.union(file.texts.subtracting(Self.ofPages))) == [], "\(file.path)")
    }
  }
}
