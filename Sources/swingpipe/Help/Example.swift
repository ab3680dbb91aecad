/// A shell command line, and its purpose.
struct Example {
  let text: String
  let line: String

  /// The examples for the help of each command, by the command's name without the tool's name.
  static let all = parse(PackageResources.examples_txt)

  /// Parses a text of examples: a command in brackets, then the purpose of a line and, indented, the line itself.
  private static func parse(_ bytes: [UInt8]) -> [String: [Example]] {
    var examples: [String: [Example]] = [:]
    var command = ""
    var text = ""
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("[") {
        command = String(line.dropFirst().dropLast())
      } else if line.hasPrefix("  ") {
        examples[command, default: []].append(Example(text: text, line: String(line.dropFirst(2))))
      } else {
        text = String(line)
      }
    }
    return examples
  }
}
