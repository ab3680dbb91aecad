/// A line of the shell, and what it is for.
struct Example {
  let text: String
  let line: String

  /// Examples by command, without the tool's name, for its help.
  static let all = parse(PackageResources.examples_txt)

  /// The examples of a text: a command in brackets, then what a line is for and, indented, the line itself.
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
