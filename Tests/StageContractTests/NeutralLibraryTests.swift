import Foundation
import Testing

@Suite("Libraries that know no domain")
struct NeutralLibraryTests {
  @Test(
    "Their code names no swing; comments may, for an example",
    arguments: ["Plots", "Reports", "Tables", "Pipelines", "Motion"])
  func swings(_ library: String) throws {
    let folder = "Sources/\(library)"
    let files = try FileManager.default.subpathsOfDirectory(atPath: Project.root + "/" + folder).filter {
      $0.hasSuffix(".swift") || $0.hasSuffix(".js") || $0.hasSuffix(".css")
    }
    #expect(!files.isEmpty)
    for file in files {
      let text = try Project.text("\(folder)/\(file)")
      for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces).lowercased() }) {
        let isComment = line.hasPrefix("//") || line.hasPrefix("/*")
        #expect(isComment || !line.replacing("swingpipe", with: "").contains("swing"), "\(folder)/\(file): \(line)")
      }
    }
  }
}
