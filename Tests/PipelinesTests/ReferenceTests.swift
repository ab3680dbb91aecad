import SPBasics
import Testing

@testable import SPPipelines

/// Help, reference and schema.
struct ReferenceTests {
  @Test("The list has a line for each stage, families apart")
  func list() throws {
    #expect(
      try Toy.registry().listText == """
        readers.toy        Makes up a recording.

        filters.high_pass  Removes slow movement.

        detectors.impact   Finds impacts.

        features.swing     Lists impacts.

        writers.table      Writes a table.
        """)
  }

  @Test("Help shows slots, options with defaults and ranges, and an example")
  func help() throws {
    #expect(
      StageDescription(of: Impact.self).helpText == """
        detectors.impact: Finds impacts.

        Reads
          acceleration  [Double], g      required  One axis of an accelerometer.
          rotation      [Double], rad/s  optional  One axis of a gyroscope.

        Writes
          impacts  [Int]  always  Sample indices of impacts.

        Options
          axis          "z"    choice, "x", "y", "z". The axis.
          threshold_g   1.5    number in g, >= 0. The least height.
          refractory_s  null   number or null in s, 0...10. The least distance.
          max_count     3      integer, 1...100. The most impacts.
          is_loud       false  boolean. Whether to say how many.

        Example
          { "type": "detectors.impact", "axis": "z", "threshold_g": 1.5, "max_count": 3, "is_loud": false }
        """)
  }

  @Test("The reference has a section for each stage")
  func page() throws {
    let page = try StageRegistry(stages: [HighPass.self]).reference()
    #expect(
      page == """
        # Stages

        | stage | what it does |
        | --- | --- |
        | [`filters.high_pass`](#filtershigh_pass) | Removes slow movement. |

        ## filters.high_pass

        Removes slow movement.

        A filter that is none: it keeps | all.

        ### Reads

        | slot | type | unit |  | what it is |
        | --- | --- | --- | --- | --- |
        | `acceleration` | `[Double]` | g | required | One axis of an accelerometer. |

        ### Writes

        | slot | type | unit |  | what it is |
        | --- | --- | --- | --- | --- |
        | `acceleration` | `[Double]` | g | always | One axis of an accelerometer. |

        ### Options

        | option | type | unit | default | range | what it does |
        | --- | --- | --- | --- | --- | --- |
        | `stop_hz` | number | Hz | `20` | 0.1...10000 | Lower edge, where the stop band ends. |
        | `pass_hz` | number | Hz | `40` | 0.1...10000 | Upper edge, where the pass band begins. |

        ### Example

        ```json
        {
          "type": "filters.high_pass",
          "stop_hz": 20,
          "pass_hz": 40
        }
        ```

        """)
  }

  @Test("Defaults that another option sets are shown by its values, in help, reference and catalog")
  func presets() throws {
    let description = StageDescription(of: Box.self)
    #expect(
      description.helpText.contains(
        """

        Defaults by size
                      small  large
          width_m  m  1      9
          depth_m  m  0.5    8


        """))
    #expect(
      description.reference.contains(
        """

        ### Defaults by size

        | option | unit | small | large |
        | --- | --- | --- | --- |
        | `width_m` | m | 1 | 9 |
        | `depth_m` | m | 0.5 | 8 |

        """))
    #expect(
      description.json["presets"]?.inline == """
        [{ "option": "size", "value": "small", "defaults": { "width_m": 1, "depth_m": 0.5 } }, \
        { "option": "size", "value": "large", "defaults": { "width_m": 9, "depth_m": 8 } }]
        """)
    #expect(StageDescription(of: Impact.self).json["presets"] == [])
  }

  @Test("Nested options are listed under their dotted names")
  func nested() throws {
    let paths = try #require(ToyReader.Options.descriptions.last).flattened().map(\.path)
    #expect(
      paths == [
        "streams", "streams.<name>.time", "streams.<name>.time.path", "streams.<name>.time.unit",
        "streams.<name>.time.columns", "streams.<name>.values", "streams.<name>.values.path",
        "streams.<name>.values.unit", "streams.<name>.values.columns",
      ])
  }

  @Test("The example of every stage is sound")
  func examples() throws {
    for description in try Toy.registry().descriptions {
      let node = try #require(JSONDocument.parse(description.example.pretty, file: "e").root)
      let stage = try #require(try Toy.registry()[description.type.rawValue])
      func check<S: Stage>(_ stage: S.Type) {
        #expect(S.Options.decoded(from: node, ignoring: ["type"]).issues == [])
      }
      check(stage)
    }
  }

  @Test("The catalog holds every option with type, unit, range and default")
  func catalog() throws {
    guard case .array(let stages) = try Toy.registry().catalog else { throw PipelineError([]) }
    #expect(
      stages.map { $0["type"] } == [
        "readers.toy", "filters.high_pass", "detectors.impact", "features.swing", "writers.table",
      ])
    guard case .array(let options)? = stages[1]["options"] else { throw PipelineError([]) }
    #expect(
      options[0].inline == """
        { "name": "stop_hz", "type": "number", "unit": "Hz", "required": false, "default": 20, \
        "range": "0.1...10000", "help": "Lower edge, where the stop band ends." }
        """)
  }

  @Test("The schema of the file leads every type to its definition")
  func fileSchema() throws {
    let registry = try Toy.registry()
    let schema = registry.pipelineSchema
    let definitions = try #require(schema["$defs"])
    guard case .array(let conditions)? = definitions["stage"]?["allOf"] else { throw PipelineError([]) }
    #expect(conditions.count == registry.stages.count)
    for (condition, description) in zip(conditions, registry.descriptions) {
      let type = JSONValue.string(description.type.rawValue)
      #expect(condition["if"]?["properties"]?["type"]?["const"] == type)
      #expect(condition["then"]?["$ref"] == .string("#/$defs/\(description.type)"))
      #expect(definitions[description.type.rawValue] == description.schema)
    }
    #expect(schema["properties"]?["version"]?["const"] == 1)
    #expect(schema["additionalProperties"] == false)
  }

  @Test("The schema of a stage says what its option table says")
  func schema() throws {
    let definition = StageDescription(of: Impact.self).schema
    #expect(definition["additionalProperties"] == false)
    let properties = try #require(definition["properties"])
    #expect(properties["type"] == ["const": "detectors.impact"])
    #expect(properties["axis"] == ["enum": ["x", "y", "z"], "description": "The axis.", "default": "z"])
    #expect(
      properties["refractory_s"]?.inline == """
        { "anyOf": [{ "type": "number", "minimum": 0, "maximum": 10 }, { "type": "null" }], \
        "description": "The least distance. Unit: s.", "default": null }
        """)
    let path = StageDescription(of: ToyReader.self).schema["properties"]?["streams"]?["additionalProperties"]?[
      "properties"]?["time"]
    #expect(path?["required"] == ["path"])
    #expect(path?["properties"]?["columns"]?["maxItems"] == 3)
  }
}
