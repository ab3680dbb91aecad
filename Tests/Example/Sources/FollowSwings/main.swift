import Foundation

do {
  for path in CommandLine.arguments.dropFirst() {
    let url = URL(filePath: path)
    let decided = try await followSwings(in: url, sport: .tennis) { print(path, $0, separator: "\t") }
    let hits = decided.labelled.count { $0.label == .hit }
    print(path, "\(hits) hits and \(decided.labelled.count - hits) misses", separator: "\t")
  }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
