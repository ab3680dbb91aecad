import SPImportBatches
import SPPipelines
import SPStages
import Testing

/// Generated files beside the pipelines.
struct ReferenceFileTests {
  @Test("The reference of the stages is that of this version")
  func reference() throws {
    let isCurrent = try Project.text("Pipelines/Stages.md") == StandardStages.registry().reference()
    #expect(isCurrent, "regenerate it: swingpipe describe stages --markdown > Pipelines/Stages.md")
  }

  @Test("The page of the columns is that of this version")
  func columns() throws {
    let isCurrent =
      try Project.text("Sources/Stages/SPStages.docc/DataDictionary.md") == StandardTables.all.columnReference()
    #expect(
      isCurrent, "regenerate it: swingpipe describe columns --markdown > Sources/Stages/SPStages.docc/DataDictionary.md"
    )
  }

  @Test("The schema of pipeline files is that of this version")
  func schema() throws {
    let isCurrent =
      try Project.text("Pipelines/pipeline.schema.json") == StandardStages.registry().pipelineSchema.pretty + "\n"
    #expect(isCurrent, "regenerate it: swingpipe describe schema > Pipelines/pipeline.schema.json")
  }

  @Test("The schema of mapping files is that of this version")
  func mappingSchema() throws {
    let isCurrent = try Project.text("Pipelines/Mappings/mapping.schema.json") == MappingFile.schema.pretty + "\n"
    #expect(isCurrent, "regenerate it: swingpipe describe schema mapping > Pipelines/Mappings/mapping.schema.json")
  }
}
