import SPHDF5
import SPRecordings
import SPSignals
import Testing

struct NativeLayoutTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Streams, datasets, samples and timestamps are found under their names")
  func streams() throws {
    let path = try folder.native { file in
      try file.putAccelerometer(count: 3)
      try file.put("/device_motion/time", [100, 100.005], units: "s")
      try file.put("/device_motion/rotation_rate", [1, 2, 3, 4, 5, 6] as [Float], columns: 3, units: "rad/s")
      try file.put("/device_motion/gravity", [0, 0, -1, 0, 0, -1] as [Float], columns: 3, units: "g")
      try file.put("/device_motion/not_of_the_layout", [0, 0] as [Float])
      try file.put("/heart_rate/time", [100.5], units: "s")
      try file.put("/heart_rate/heart_rate", [61.5] as [Float], units: "bpm")
      try file.createGroup("/not_of_the_layout")
    }
    let recording = try Recording(opening: path)
    #expect(recording.path == path)
    #expect(recording.streams.keys.sorted() == [.accelerometer, .deviceMotion, "heart_rate"])
    #expect(try recording.stream(.deviceMotion).datasetNames == ["gravity", "rotation_rate"])
    #expect(try recording.stream(.accelerometer).count == 3)
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    #expect(acceleration.unit == .g)
    #expect(try acceleration.y.samples(0..<3) == [0.25, 1.25, 2.25])
    #expect(try acceleration.timeBase.times(0..<3) == [100, 100.00125, 100.0025])
    #expect(try recording.all("rotation_rate", of: .deviceMotion) == [[1, 4], [2, 5], [3, 6]])
    #expect(try recording.all("heart_rate", of: "heart_rate") == [[61.5]])
  }

  @Test("Every dataset that the layout has is read with its components and unit")
  func catalog() throws {
    let path = try folder.native { file in
      for (stream, datasets) in StreamCatalog.streams {
        try file.put("/\(stream)/time", [1.0, 2.0], units: "s")
        for kind in datasets {
          let values = (0..<2 * kind.components).map(Float.init)
          try file.put(
            "/\(stream)/\(kind.name)", values, columns: kind.components > 1 ? kind.components : nil,
            units: kind.unit.symbol)
        }
      }
    }
    let recording = try Recording(opening: path)
    for (stream, datasets) in StreamCatalog.streams {
      for kind in datasets {
        let signals = try recording.stream(stream).signals(kind.name)
        #expect(signals.map(\.unit) == Array(repeating: kind.unit, count: kind.components), "\(stream)/\(kind.name)")
        #expect(try signals.map { try $0.samples(1..<2)[0] } == (kind.components..<2 * kind.components).map(Float.init))
      }
    }
  }

  @Test("The facts about the recording and the hints of a stream are read")
  func attributes() throws {
    let texts = [
      "recording_id": "walk-7", "subject_id": "s1", "sport": "tennis", "device_model": "watch", "software": "app 1",
      "wrist": "left", "crown": "right", "dominant_hand": "left", "start_time": "2024-05-01T10:00:00Z",
      "time_origin": "unix",
    ]
    let path = try folder.native { file in
      for (name, text) in texts { try file.attributes.set(name, to: text) }
      try file.putAccelerometer()
      let group = try file.openGroup("/accelerometer")
      try group.attributes.set("nominal_rate_hz", to: 800)
      try group.attributes.set("range_g", to: 32.5)
    }
    let recording = try Recording(opening: path)
    let found = recording.attributes
    #expect(found.recordingID == "walk-7")
    #expect(found.subjectID == "s1")
    #expect(found.sport == "tennis")
    #expect(found.deviceModel == "watch")
    #expect(found.software == "app 1")
    #expect(found.wrist == "left")
    #expect(found.crown == "right")
    #expect(found.dominantHand == "left")
    #expect(found.startTime == "2024-05-01T10:00:00Z")
    #expect(found.timeOrigin == "unix")
    let stream = try recording.stream(.accelerometer)
    #expect(stream.nominalRateHz == 800)
    #expect(stream.rangeG == 32.5)
  }

  @Test("Without attributes the identifier is the file's name, and nothing else is known", arguments: [nil, ""])
  func defaults(recordingID: String?) throws {
    let path = try folder.native("2024.05 walk.h5") { file in
      if let recordingID { try file.attributes.set("recording_id", to: recordingID) }
      try file.putAccelerometer()
    }
    let recording = try Recording(opening: path)
    #expect(recording.attributes == RecordingAttributes(recordingID: "2024.05 walk"))
    #expect(try recording.stream(.accelerometer).nominalRateHz == nil)
    #expect(try recording.stream(.accelerometer).rangeG == nil)
  }

  @Test("Fixed strings of other makers count as text")
  func fixedStrings() throws {
    let path = try folder.file { file in
      let format = StringFormat.fixed(byteCount: 32, padding: .spacePadded, characterSet: .ascii)
      try file.attributes.set("format", to: "swingpipe-recording", as: format)
      try file.attributes.set("format_version", to: 1 as UInt8)
      try file.putAccelerometer(units: nil)
      try file.openDataset("/accelerometer/acceleration").attributes.set("units", to: "m/s^2", as: format)
    }
    #expect(try Recording(opening: path).acceleration()[0][1] == Float(1 / 9.80665))
  }

  @Test("Another format or version is refused with what was found and what is read")
  func versions() throws {
    let other = try folder.file("other.h5") { try $0.attributes.set("format", to: "biometrics") }
    #expect(
      message { _ = try Recording(opening: other) }
        == "\(other): has the format \"biometrics\"; expected \"swingpipe-recording\"")
    let unversioned = try folder.file("bare.h5") { try $0.attributes.set("format", to: "swingpipe-recording") }
    #expect(
      message { _ = try Recording(opening: unversioned) }
        == "\(unversioned): has no root attribute \"format_version\"; expected 1")
    let newer = try folder.file("newer.h5") { file in
      try file.attributes.set("format", to: "swingpipe-recording")
      try file.attributes.set("format_version", to: 2)
    }
    #expect(
      message { _ = try Recording(opening: newer) }
        == "\(newer): has layout version 2; this program reads version 1")
    let plain = try folder.file("plain.h5") { try $0.putAccelerometer() }
    #expect(
      message { _ = try Recording(opening: plain, layout: .native) }
        == "\(plain): has no root attribute \"format\"; expected \"swingpipe-recording\"")
  }

  @Test("A file of no known layout is refused with the ways out")
  func unknownLayout() throws {
    let path = try folder.file { try $0.put("/data", [1.0]) }
    let text = message { _ = try Recording(opening: path) }
    #expect(text.hasPrefix(path + ": is HDF5 of a layout that is not known: neither a swingpipe recording"))
    for expected in ["attribute \"format\"", "--mapping-out", "--mapping"] { #expect(text.contains(expected)) }
  }

  @Test("A stream without timestamps, and one that is no group, are refused")
  func noStamps() throws {
    let bare = try folder.native("bare.h5") { try $0.put("/accelerometer/acceleration", ramp(1), columns: 3) }
    let flat = try folder.native("flat.h5") { try $0.put("/accelerometer", ramp(1), columns: 3) }
    for path in [bare, flat] {
      #expect(
        message { _ = try Recording(opening: path) }
          == "\(path): /accelerometer: has no dataset \"time\"; expected the timestamps there")
    }
  }

  @Test("A missing stream or dataset is told with what there is")
  func missing() throws {
    let path = try folder.native { file in
      try file.putAccelerometer()
      try file.put("/heart_rate/time", [1.0])
    }
    let recording = try Recording(opening: path)
    #expect(
      message { _ = try recording.stream(.deviceMotion) }
        == "\(path): has no stream device_motion; it has accelerometer, heart_rate")
    let stream = try recording.stream(.accelerometer)
    let expected = "\(path): accelerometer: has no gravity; it has acceleration"
    #expect(message { _ = try stream.signals("gravity") } == expected)
    #expect(message { try stream.check("gravity") } == expected)
    #expect(
      message { _ = try recording.stream("heart_rate").signals("heart_rate") }
        == "\(path): heart_rate: has no heart_rate; it has no data")
    let none = try folder.native("none.h5") { _ in }
    #expect(message { _ = try Recording(opening: none).stream(.accelerometer) }.hasSuffix("it has none"))
  }

  @Test("Three axes are not made of another number of components")
  func triaxial() throws {
    let path = try folder.native { file in
      try file.put("/heart_rate/time", [1.0])
      try file.put("/heart_rate/heart_rate", [60] as [Float])
    }
    let recording = try Recording(opening: path)
    #expect(
      message { _ = try recording.triaxial("heart_rate", of: "heart_rate") }
        == "\(path): heart_rate/heart_rate: has 1 components; expected 3")
  }
}
