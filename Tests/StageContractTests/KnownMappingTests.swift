import ImportBatches
import MappingTexts
import Stages
import Testing

@Suite("Built-in mappings")
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
}
