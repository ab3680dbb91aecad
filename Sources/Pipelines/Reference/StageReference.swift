extension StageRegistry {
  /// A Markdown page about all stages, in the order of the registry, and about the tests of pipelines. It depends only
  /// on the registry.
  ///
  /// - Parameter title: The heading of the page.
  package func reference(title: String = "Stages") -> String {
    let rows = descriptions.map { description in
      // The anchor has GitHub's form, without the dot.
      let anchor = description.type.rawValue.filter { $0 != "." }
      return ["[`\(description.type)`](#\(anchor))", description.summary]
    }
    let overview = Markdown.table(["stage", "what it does"], rows)
    let sections = descriptions.map(\.reference) + (testFigures.isEmpty ? [] : [testReference])
    return (["# \(title)", overview] + sections).joined(separator: "\n\n") + "\n"
  }

  /// A Markdown section about the tests that a pipeline may carry.
  private var testReference: String {
    let rows = testFigures.map { figure in
      [
        figure.expectationNames.map { "`\($0)`" }.joined(separator: ", "), figure.shape.typeName,
        figure.shape.rangeText, figure.help,
      ]
    }
    return """
      ## Tests

      A pipeline file may say what the pipeline is to find in certain recordings. `tests` is a list of objects: \
      `recording` is the path of a recording, from the folder of the pipeline file; `expect` holds one number or more; \
      a `name` may be given. Tests change no result.

      \(Markdown.table(["expectation", "type", "range", "what it is"], rows))
      """
  }
}

extension StageDescription {
  /// A Markdown section: summary, details, tables of slots, options and presets, and an example.
  public var reference: String {
    var parts = ["## \(type)", summary]
    if !details.isEmpty { parts.append(details) }
    if !ports.reads.isEmpty {
      parts.append("### Reads")
      parts.append(Self.table(of: ports.reads, always: "required"))
    }
    if !ports.writes.isEmpty {
      parts.append("### Writes")
      parts.append(Self.table(of: ports.writes, always: "always"))
    }
    if !options.isEmpty {
      parts.append("### Options")
      parts.append(optionTable)
    }
    for table in presetTables {
      parts.append("### Defaults by \(table.option)")
      parts.append(
        Markdown.table(["option", "unit"] + table.values, table.rows.map { ["`\($0[0])`"] + $0.dropFirst() }))
    }
    parts.append("### Example")
    parts.append("```json\n\(example.pretty)\n```")
    return parts.joined(separator: "\n\n")
  }

  private static func table(of ports: [Port], always: String) -> String {
    let rows = ports.map { port in
      ["`\(port.name)`", "`\(port.typeName)`", port.unit ?? "", port.isOptional ? "optional" : always, port.summary]
    }
    return Markdown.table(["slot", "type", "unit", "", "what it is"], rows)
  }

  private var optionTable: String {
    let rows = options.flatMap { $0.flattened() }.map { path, option in
      [
        "`\(path)`", option.shape.typeName, option.unit ?? "",
        option.defaultValue.map { "`\($0.inline)`" } ?? "required", option.shape.rangeText, option.help,
      ]
    }
    return Markdown.table(["option", "type", "unit", "default", "range", "what it does"], rows)
  }
}

/// The few parts of Markdown that the generated pages need.
enum Markdown {
  /// A table; cells are escaped.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header, header.map { _ in "---" }] + rows.map { $0.map(escape) }
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  /// Text as code, in which only a backtick is markup.
  static func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text.replacing("`", with: "'"))`" }

  /// A bar would end the cell, and an angle bracket could begin a tag, except inside code.
  private static func escape(_ text: String) -> String {
    let barred = text.replacing("|", with: "\\|").replacing("\n", with: " ")
    return barred.hasPrefix("`") ? barred : barred.replacing("<", with: "&lt;")
  }
}

extension String {
  /// The text in lines of at most `width` characters. The first line begins with `first`, every further line with
  /// `rest`.
  ///
  /// Lines break at spaces, and several spaces count as one. A word longer than a line gets a separate line.
  package func wrapped(width: Int, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + (isEmpty ? [] : [line])
  }
}
