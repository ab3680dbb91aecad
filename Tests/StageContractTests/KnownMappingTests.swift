import Foundation
import SPBasics
import SPImportBatches
import SPMappingTexts
import SPStages
import Testing

/// Built-in mappings.
struct KnownMappingTests {
  @Test("Every file can be read, so none is left out", arguments: BuiltInMapping.all.map(\.name))
  func readable(name: String) throws {
    let file = try #require(BuiltInMapping.all.first { $0.name == name })
    #expect(try KnownMappings.mapping(file).streams.isEmpty == false)
    #expect(KnownMappings.all.contains { $0.name == name })
  }

  @Test("Every file of text tables can be read, so none is left out", arguments: BuiltInMapping.tables.map(\.name))
  func readableTable(name: String) throws {
    let file = try #require(BuiltInMapping.tables.first { $0.name == name })
    #expect(try KnownTextMappings.mapping(file).streams.isEmpty == false)
    #expect(KnownTextMappings.all.contains { $0.name == name })
  }

  @Test("The mappings beside the pipelines satisfy the schema of mapping files")
  func schema() throws {
    let schema = SchemaCheck(MappingFile.schema)
    let files = try FileManager.default.contentsOfDirectory(atPath: Project.root + "/Pipelines/Mappings")
      .filter { $0.hasSuffix(".json") && !$0.contains("schema") }
    #expect(files.count >= BuiltInMapping.all.count + BuiltInMapping.tables.count)
    for file in files {
      let root = try #require(JSONDocument.parse(try Project.text("Pipelines/Mappings/\(file)"), file: file).root)
      #expect(schema.faults(of: root) == [], "\(file)")
    }
  }

  @Test(
    "The schema finds names and values that a mapping cannot have",
    arguments: [
      (#"{"text": {"streams": {"acelerometer": {}}}}"#, "/text/streams: the name acelerometer is not allowed"),
      (#"{"text": {"header_lines": 9}}"#, "/text/header_lines: 9 is over 5"),
      (#"{"text": {"seperator": ";"}}"#, "/text: the member seperator is not allowed"),
      (#"{"hdf5": {"time_origin": "epoch"}}"#, "/hdf5/time_origin: \"epoch\" is not allowed"),
    ])
  func faults(text: String, fault: String) throws {
    let root = try #require(JSONDocument.parse(text, file: "a.json").root)
    #expect(SchemaCheck(MappingFile.schema).faults(of: root) == [fault])
  }
}
