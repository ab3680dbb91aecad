import Foundation

do {
  for path in CommandLine.arguments.dropFirst() {
    for found in try findSwings(in: URL(filePath: path)) {
      let contact = found.swing.impact.map { "contact \($0.onsetTime) s" } ?? "no contact"
      print(path, found.label, "start \(found.swing.startTime) s", contact, separator: "\t")
    }
  }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
