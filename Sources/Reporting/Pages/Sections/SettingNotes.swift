import SPBasics
import SPTables

/// The settings that the rows of a table depend on, such as the threshold power of zones: the value in use, and how to
/// set another value.
struct SettingNotes {
  private let report: Report
  private let table: EventTable
  private let settings: [RowSetting]

  init(_ report: Report, _ table: EventTable) {
    self.report = report
    self.table = table
    settings = table.row.settings ?? []
  }

  /// Empty for a table that depends on no setting.
  var html: HTML {
    guard !settings.isEmpty else { return .empty }
    let recorded = settings.filter(isRecorded)
    guard !recorded.isEmpty else {
      let quantities = settings.map(\.quantity).joined(separator: " or ")
      return "<p>There are none: no recording has \(quantities).</p>\n"
    }
    let missing = recorded.filter { !hasRows($0) }
    let estimated = recorded.filter { hasRows($0) && !methods($0).isEmpty }
    var sentences: [String] = []
    for setting in recorded where hasRows(setting) { if let text = basis(setting) { sentences.append(text) } }
    if !missing.isEmpty {
      sentences.append(
        "\(table.row.plural.capitalizedFirst) of \(Wording.list(missing.map(\.quantity))) need the "
          + "\(Wording.list(missing.map(\.title))).")
    }
    return
      "<p class=\"explain\">\(sentences.joined(separator: " "))</p>\n\(command(settings.filter { (missing + estimated).contains($0) }))"
  }

  // MARK: Known values

  private var tables: [EventTable] { [report.events].compactMap(\.self) + report.others }

  private func isRecorded(_ setting: RowSetting) -> Bool {
    tables.contains { $0.numbers[setting.neededColumn]?.contains { $0 != nil } ?? false }
  }

  private func hasRows(_ setting: RowSetting) -> Bool {
    guard let column = table.row.figure?.bars?.chartColumn else { return table.count > 0 }
    return (0..<table.count).contains { table.text(column, $0) == setting.chart }
  }

  /// The methods of the estimates in use, in words.
  private func methods(_ setting: RowSetting) -> [String] {
    guard let column = setting.methodColumn else { return [] }
    let used = Set(tables.flatMap { $0.texts[column] ?? [] }.compactMap(\.self))
    return used.compactMap { setting.methods?[$0] }.sorted()
  }

  /// The value in use, and its source.
  private func basis(_ setting: RowSetting) -> String? {
    guard let column = setting.valueColumn, let table = tables.first(where: { $0.numbers[column] != nil }) else {
      return nil
    }
    let values = (table.numbers[column] ?? []).compactMap(\.self)
    guard let low = values.min(), let high = values.max() else { return nil }
    let unit = Wording.unit(table.description(column)?.unit)
    let (first, last) = (Wording.number(low), Wording.number(high))
    let value = "The \(setting.title) is \(first == last ? first : "\(first) to \(last)") \(unit)"
    let methods = methods(setting)
    guard !methods.isEmpty else { return "\(value), as given." }
    return "\(value), estimated from \(values.count == 1 ? "the" : "each") \(table.row.singular): "
      + Wording.list(methods) + "."
  }

  // MARK: How to give a value

  private func command(_ settings: [RowSetting]) -> HTML {
    let overrides = settings.compactMap { setting in
      stageID(of: setting).map { "\($0).\(setting.option)=\(setting.example)" }
    }
    guard !overrides.isEmpty else { return .empty }
    guard let rerun = report.run.rerun else {
      let options = overrides.map { "<code>--set \($0)</code>" as HTML }
      let own = options.count == 1 ? "your own value" : "your own values"
      return "<p>Run the pipelines again with \(own): \(options)</p>\n"
    }
    let file: HTML =
      rerun.isBuiltIn
      ? .empty : ", after saving the pipeline <a href=\"#run\">below</a> as <code>\(rerun.pipeline)</code>"
    return """
      <p class="explain">To set \(settings.count == 1 ? "it" : "them") yourself\(file):</p>
      <pre tabindex="0"><code>\(rerun.command(settings: overrides))</code></pre>

      """
  }

  /// The id of the pipeline's stage with the option; nil if the pipeline is not known, or has no such stage.
  private func stageID(of setting: RowSetting) -> String? {
    guard let text = report.run.effectivePipeline else { return nil }
    let stages = JSONDocument.parse(text, file: "").root?.member("stages")?.node.elements ?? []
    return stages.first { $0.member("type")?.node.string == setting.stage }?.member("id")?.node.string
  }
}
