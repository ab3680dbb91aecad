import Foundation
import Testing

@Suite("Libraries that know no domain")
struct NeutralLibraryTests {
  @Test(
    "Their code names no swing; comments may, for an example",
    arguments: ["Plots", "Reports", "Tables", "Pipelines", "Motion"])
  func swings(_ library: String) throws {
    let files = try Project.files(in: "Sources/\(library)").filter {
      $0.hasSuffix(".swift") || $0.hasSuffix(".js") || $0.hasSuffix(".css")
    }
    #expect(!files.isEmpty)
    for file in files { #expect(try SourceFile(file).lines(naming: "swing") == [], "\(file)") }
  }

  /// The files of recordings that know swings, since their labels do; their number is to shrink.
  private static let labels: Set<String> = [
    "Describing/LabelCounts.swift", "Exporting/LabelCSV.swift", "Labels/AnnotationReader.swift",
    "Labels/LabelKind.swift", "Labels/LabelTrack+Annotations.swift",
    "Labels/LabelWords.swift", "Labels/AnnotationWriter.swift",
  ]

  @Test("Of recordings only the labels name a swing")
  func recordings() throws {
    let naming = try SourceFile.all(in: "Recordings").filter { !$0.lines(naming: "swing").isEmpty }.map(\.path)
    #expect(Set(naming).subtracting(Self.labels.map { "Sources/Recordings/" + $0 }) == [])
  }
}
