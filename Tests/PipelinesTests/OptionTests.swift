import Testing

@testable import SPPipelines

/// Option tables.
struct OptionTests {
  private func faults<Options: StageOptions>(_ type: Options.Type, _ text: String) throws -> [String] {
    do {
      _ = try Options(json: text, file: "o")
      return []
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test("Options left out keep their defaults, the others are read")
  func decoding() throws {
    let options = try Impact.Options(
      json: #"{"axis": "x", "threshold_g": 2, "refractory_s": 0.5, "max_count": 1e1, "is_loud": true}"#)
    var expected = Impact.Options()
    expected.axis = .x
    expected.thresholdG = 2
    expected.refractoryS = 0.5
    expected.count = 10
    expected.isLoud = true
    #expect(options == expected)
    #expect(try Impact.Options(json: "{}") == Impact.Options())
    #expect(try Impact.Options(json: #"{"refractory_s": null}"#).refractoryS == nil)
  }

  @Test("All faults are found in one pass, each at its place, with what was expected")
  func allFaults() throws {
    let text = """
      { "axis": "w",
        "threshold_g": -1,
        "refractory_s": "long",
        "max_count": 2.5,
        "is_loud": 1,
        "treshold_g": 3, "colour": 1 }
      """
    #expect(
      try faults(Impact.Options.self, text) == [
        #"o:1:11: error: option "axis": expected one of "x", "y", "z", found "w""#,
        #"o:2:18: error: option "threshold_g": expected a number >= 0 g, found -1"#,
        #"o:3:19: error: option "refractory_s": expected a number in 0...10 s, found "long""#,
        #"o:4:16: error: option "max_count": expected an integer in 1...100, found 2.5"#,
        #"o:5:14: error: option "is_loud": expected true or false, found 1"#,
        #"o:6:3: error: unknown option "treshold_g"; did you mean "threshold_g"?"#,
        #"o:6:20: error: unknown option "colour"; expected one of "axis", "is_loud", "max_count", "refractory_s", "#
          + #""threshold_g""#,
      ])
  }

  @Test(
    "Single values outside what an option takes are refused",
    arguments: [
      (#"{"stop_hz": 1e999}"#, #"o:1:13: error: option "stop_hz": expected a number in 0.1...10000 Hz, found 1e999"#),
      (#"{"stop_hz": 0}"#, #"o:1:13: error: option "stop_hz": expected a number in 0.1...10000 Hz, found 0"#),
      (#"{"stop_hz": null}"#, #"o:1:13: error: option "stop_hz": expected a number in 0.1...10000 Hz, found null"#),
      (
        #"{"stop_hz": 50}"#,
        #"o:1:1: error: option "pass_hz": expected more than stop_hz (50.0 Hz), found 40.0 Hz"#
      ),
      (
        #"{"stop_hz": 50, "pass_hz": 30}"#,
        #"o:1:28: error: option "pass_hz": expected more than stop_hz (50.0 Hz), found 30.0 Hz"#
      ),
      ("[]", "o:1:1: error: expected an object of options, found a list"),
    ])
  func single(text: String, message: String) throws {
    #expect(try faults(HighPass.Options.self, text) == [message])
  }

  @Test("Nested options and keys that are data are read")
  func nested() throws {
    let text = """
      {"streams": {"accelerometer": {"time": {"path": "/a/t", "unit": "s"},
                                     "values": {"path": "/a/xyz", "columns": [0, 1, 2], "unit": "g"}}}}
      """
    let stream = try #require(try ToyReader.Options(json: text).streams["accelerometer"])
    #expect(stream.time.path == "/a/t")
    #expect(stream.time.columns == [0])
    #expect(stream.values?.columns == [0, 1, 2])
  }

  @Test("Faults in nested options are told with their whole path")
  func nestedFaults() throws {
    let text = """
      {"streams": {"accelerometr": {},
        "gyroscope": {"time": {"paht": "/t", "columns": []},
          "values": {"path": "", "columns": [0, 100, "x"]}},
        "accelerometer": 3}}
      """
    #expect(
      try faults(ToyReader.Options.self, text) == [
        #"o:1:14: error: unknown key "streams.accelerometr"; did you mean "streams.accelerometer"?"#,
        #"o:2:25: error: option "streams.gyroscope.time.path" is missing; expected a string that is not empty"#,
        #"o:2:26: error: unknown option "streams.gyroscope.time.paht"; did you mean "streams.gyroscope.time.path"?"#,
        #"o:2:51: error: option "streams.gyroscope.time.columns": expected a list of 1...3 elements, each an integer "#
          + #"in 0...99, found 0 elements"#,
        #"o:3:24: error: option "streams.gyroscope.values.path": expected a string that is not empty, found """#,
        #"o:3:43: error: option "streams.gyroscope.values.columns[1]": expected an integer in 0...99, found 100"#,
        #"o:3:48: error: option "streams.gyroscope.values.columns[2]": expected an integer in 0...99, found "x""#,
        #"o:4:20: error: option "streams.accelerometer": expected an object of options, found 3"#,
      ])
  }

  @Test("An object with a part that has to be given has to be given itself")
  func requiredPart() throws {
    #expect(
      try faults(ToyReader.Options.self, #"{"streams": {"gyroscope": {}}}"#) == [
        #"o:1:27: error: option "streams.gyroscope.time" is missing; expected an object of options"#
      ])
    let time = try #require(ToyStream.descriptions.first)
    #expect(time.isRequired)
    #expect(time.example.inline == #"{ "path": "/accelerometer/t", "unit": "", "columns": [0] }"#)
  }

  @Test("Encoding writes all options sorted, and reading it gives the same options")
  func roundTrip() throws {
    #expect(
      Impact.Options().encoded().canonical
        == #"{"axis":"z","is_loud":false,"max_count":3,"refractory_s":null,"threshold_g":1.5}"#)
    var options = ToyReader.Options()
    options.rateHz = 0.1 + 0.2
    options.streams = ["gyroscope": ToyStream(), "accelerometer": ToyStream()]
    options.streams["gyroscope"]?.time.path = "a\"b"
    options.streams["accelerometer"]?.time.path = "/a"
    options.streams["accelerometer"]?.values = ToyPath(path: "/v", unit: "g", columns: [1, 2])
    let text = options.encoded().canonical
    let read = try ToyReader.Options(json: text)
    #expect(read == options)
    #expect(read.encoded().canonical == text)
  }

  @Test("Nested options that are left out keep the default that the enclosing options hold")
  func nestedDefaults() throws {
    struct Outer: StageOptions {
      var inner = Edges(low: 5)
      static var fields: [OptionField<Outer>] { [.object("inner", \.inner, help: "")] }
    }
    struct Edges: StageOptions {
      var low = 1.0
      var high = 10.0
      init() {}
      init(low: Double) { self.low = low }
      static var fields: [OptionField<Edges>] {
        [.number("low", \.low, help: ""), .number("high", \.high, help: "")]
      }
      func faults() -> [OptionFault] { low < high ? [] : [OptionFault("low", "expected less than high")] }
    }
    #expect(try Outer(json: #"{"inner": {"high": 7}}"#).inner.low == 5)
    #expect(
      Outer.descriptions[0].flattened().map { $0.option.defaultText } == ["{ \"high\": 10, \"low\": 5 }", "5", "10"])
    #expect(
      try faults(Outer.self, #"{"inner": {"low": 12}}"#) == [
        #"o:1:19: error: option "inner.low": expected less than high"#
      ])
  }

  @Test("An option that sets defaults is read first, wherever it stands, and what is given wins")
  func settingDefaults() throws {
    #expect(try Box.Options(json: "{}") == Box.Options())
    let large = try Box.Options(json: #"{"size": "large"}"#)
    #expect(large.encoded().canonical == #"{"depth_m":8,"size":"large","width_m":9}"#)
    for text in [#"{"size": "large", "width_m": 8.5}"#, #"{"width_m": 8.5, "size": "large"}"#] {
      #expect(try Box.Options(json: text).encoded().canonical == #"{"depth_m":8,"size":"large","width_m":8.5}"#)
    }
    // Written out, nothing is left to the preset: values that are the general defaults stay what they are.
    for options in [large, try Box.Options(json: #"{"size": "large", "depth_m": 0.25}"#)] {
      #expect(try Box.Options(json: options.encoded().canonical) == options)
    }
    #expect(try Box.Options(json: #"{"size": null}"#) == Box.Options())
  }

  @Test("A fault in an option that sets defaults leaves them as they are, and faults across options see what was set")
  func faultsBesideDefaults() throws {
    #expect(
      try faults(Box.Options.self, #"{"width_m": "wide", "size": "larg"}"#) == [
        #"o:1:13: error: option "width_m": expected a number in m, found "wide""#,
        #"o:1:29: error: option "size": expected one of "small", "large", found "larg"; did you mean "large"?"#,
      ])
    #expect(
      try faults(Box.Options.self, #"{"size": "large", "depth_m": 10}"#) == [
        #"o:1:30: error: option "depth_m": expected up to width_m (9.0 m)"#
      ])
  }

  @Test(
    "Ranges say what they hold",
    arguments: [
      (NumberRange.above(0), "> 0", [1e-9], [0, -1, .infinity]), ((0..<1).numberRange, "0..<1", [0, 0.5], [1]),
      ((...2.5).numberRange, "<= 2.5", [2.5, -1e9], [2.6]), (.between(0, and: 1), "> 0, < 1", [0.5], [0, 1]),
      (.above(0, through: 1), "> 0, <= 1", [1], [0]), (.unlimited, "", [-1e300], [.nan, .infinity]),
    ])
  func ranges(range: NumberRange, text: String, inside: [Double], outside: [Double]) {
    #expect(range.description == text)
    #expect(inside.allSatisfy(range.contains))
    #expect(!outside.contains(where: range.contains))
  }
}
