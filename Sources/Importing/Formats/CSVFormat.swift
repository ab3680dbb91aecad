import SPRecordings

/// CSV as `swingpipe export` writes it: a table for each stream, with fields named after the layout's datasets.
enum CSVFormat {
  static func table(_ head: TextHead) throws -> RecognisedTable? {
    guard let header = head.header, header.index(of: StreamCatalog.timeColumn) != nil else { return nil }
    guard let stream = try stream(head, header), let plan = try rules(stream).plan(head, header) else { return nil }
    return RecognisedTable(.csv, head, plan, below: header)
  }

  private static func rules(_ stream: StreamName) -> TableRules {
    let kinds = StreamCatalog.streams.first { $0.name == stream }?.datasets ?? []
    return TableRules(streams: [
      .init(
        name: stream, times: [StreamCatalog.timeColumn],
        datasets: kinds.map { .init(name: $0.name, stems: $0.columnNames, unit: $0.unit) })
    ])
  }

  /// The stream that has all the fields. If several streams have them, the stream that the file is named after.
  private static func stream(_ head: TextHead, _ header: TextHead.Header) throws -> StreamName? {
    let fields = Set(header.names).subtracting([StreamCatalog.timeColumn])
    let fitting = StreamCatalog.streams.filter { fields.isSubset(of: $0.datasets.flatMap(\.columnNames)) }.map(\.name)
    guard fitting.count > 1 else { return fitting.first }
    let file = head.file.name.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    if let named = fitting.first(where: { $0.rawValue == file }) { return named }
    throw head.error(
      header.line,
      "may be of \(fitting.map(\.rawValue).joined(separator: " or ")), which have the same fields; expected the file to "
        + "have that name, such as \(fitting[0]).csv")
  }
}
