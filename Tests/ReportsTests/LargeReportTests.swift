import Foundation
import SPTables
import Testing

@testable import SPReporting

/// Reports of many recordings.
struct LargeReportTests {
  /// Of 5000 recordings the first failed, and every hundredth has a warning.
  private static let report: Report = {
    var report = Sample.report(hits: 3)
    report.recordings = (0..<5000).map { index in
      var recording = ReportRecording(
        recordingID: "r\(index)", path: "r\(index).h5", state: index == 0 ? .failed : .done)
      recording.warnings = index % 100 == 1 ? ["warning \(index)"] : []
      recording.figures[.warnings] = Double(recording.warnings.count)
      return recording
    }
    report.events?.recordings = [4990, 4990, 4995]
    return report
  }()

  @Test("The table lists some of them, with all that failed or have warnings, and says so")
  func recordings() {
    let page = String(decoding: Self.report.page(), as: UTF8.self)
    let listed = page.matches(of: /<tr data-state="[a-z]+"><th scope="row"><bdi>r(\d+)</).compactMap { Int($0.1) }
    #expect(listed.count == 2000 && listed == listed.sorted())
    #expect(listed.first == 0 && Set(listed).isSuperset(of: (0..<50).map { 100 * $0 + 1 }))
    #expect(listed.contains { $0 > 4900 && $0 % 100 != 1 })
    #expect(page.contains("The table has 2000 of the 5000 recordings: first those that are not done"))
    #expect(!String(decoding: Sample.report(hits: 3).page(), as: UTF8.self).contains("The table has"))
  }

  @Test("The data of pictures name the recordings that have some")
  func pictures() throws {
    let scripts = String(decoding: GalleryData(Self.report).scripts, as: UTF8.self)
    let json = try #require(scripts.firstMatch(of: /id="data">((?s).*?)<\/script>/)).1
    let data = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((data["recordings"] as? [[String: Any]])?.map { $0["id"] as? String } == ["r4990", "r4995"])
    #expect((data["events"] as? [[String: Any]])?.map { $0["recording"] as? Int } == [0, 0, 1])
  }

  @Test("Pictures that a page has no room for are left out evenly, and the page says how many")
  func size() {
    var report = Sample.report(hits: 3)
    let trace = Trace(times: [0, 0.01], values: [1, 2], from: 0, step: 0.01)
    report.pictures = (0..<100).map { row in
      var picture = EventPicture(row: row)
      picture.raw = trace
      return picture
    }
    report.limitPictures(toBytes: 400, optionName: nil)
    #expect(report.pictures.count == 100 && report.omissions.isEmpty)
    report.limitPictures(toBytes: 200, optionName: "--max-swings")
    #expect(report.pictures.map(\.row) == (0..<50).map { 2 * $0 })
    #expect(report.omissions.last?.hasPrefix("50 of 100 pictures are on this page, evenly spread") == true)
  }

  @Test("Of one kind of fault the first sentences are told, and the number of the others")
  func repeated() {
    var faults = LimitedSentences()
    for index in 0..<12 { faults.add("\(index)") }
    #expect(faults.sentences { "\($0) others" }.suffix(2) == ["9", "2 others"])
    var few = LimitedSentences()
    few.add("one")
    #expect(few.sentences { "\($0) others" } == ["one"])
  }
}

/// Tables of many recordings.
struct EventTableBuilderTests {
  private static let columns = [
    ColumnDescription(name: "recording_id", type: .string, unit: nil, description: ""),
    ColumnDescription(name: "depth_m", type: .float32, unit: "m", description: ""),
    ColumnDescription(name: "is_deep", type: .boolean, unit: nil, description: ""),
    ColumnDescription(name: "count", type: .int64, unit: nil, description: ""),
  ]

  private func part(_ id: String, depths: [Float?]) -> StoredTable {
    StoredTable(
      FeatureTable(columns: [
        .init(description: Self.columns[0], values: .string(depths.map { _ in id })),
        .init(description: Self.columns[1], values: .float32(depths)),
        .init(description: Self.columns[2], values: .boolean(depths.map { $0.map { $0 > 5 } })),
        .init(description: Self.columns[3], values: .int64(depths.indices.map { Int64($0) })),
      ]), path: id)
  }

  private var builder: EventTableBuilder {
    EventTableBuilder("dives", RowDescription(singular: "dive", plural: "dives"), describedBy: Self.columns)
  }

  @Test("Recordings one by one and their joined table give the same rows")
  func ways() {
    var single = builder
    single.append(part("a", depths: [1.5, nil]), of: 3)
    single.append(part("b", depths: []), of: 4)
    single.append(part("c", depths: [7.1]), of: 9)
    let whole = StoredTable(
      FeatureTable(columns: [
        .init(description: Self.columns[0], values: .string(["a", "a", "c"])),
        .init(description: Self.columns[1], values: .float32([1.5, nil, 7.1])),
        .init(description: Self.columns[2], values: .boolean([false, nil, true])),
        .init(description: Self.columns[3], values: .int64([0, 1, 0])),
      ]), path: "all")
    var joined = builder
    joined.add(whole.columnNames, of: [3, 3, 9]) { _ in whole }

    for table in [single.table, joined.table] {
      #expect(table.recordings == [3, 3, 9])
      #expect(table.columns.map(\.name) == Self.columns.map(\.name))
      #expect(table.numbers["depth_m"] == [1.5, nil, Double(Float(7.1))])
      #expect(table.numbers["is_deep"] == [0, nil, 1] && table.numbers["count"] == [0, 1, 0])
      #expect(table.texts["recording_id"].map(Array.init) == ["a", "a", "c"])
    }
  }

  @Test("A column that one of the recordings lacks, or whose values cannot be read, is left out")
  func columns() {
    var builder = builder
    builder.append(part("a", depths: [1.5]), of: 0)
    let texts = FeatureTable(columns: [
      .init(description: Self.columns[0], values: .string(["b"])),
      .init(
        description: ColumnDescription(name: "depth_m", type: .string, unit: nil, description: ""),
        values: .string(["deep"])),
    ])
    builder.append(StoredTable(texts, path: "b.csv"), of: 1)
    #expect(builder.table.columns.map(\.name) == ["recording_id"] && builder.table.count == 2)
    #expect(builder.omissions.count == 1)
    #expect(builder.omissions.first?.contains("The column depth_m of dives cannot be read: b.csv:1") == true)
  }

  @Test("Texts that look alike stay apart")
  func texts() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let column = TextColumn([composed, decomposed, nil, composed])
    #expect(
      column.map { $0.map { Array($0.utf8) } }
        == [composed, decomposed, nil, composed].map { $0.map { Array($0.utf8) } })
  }
}
