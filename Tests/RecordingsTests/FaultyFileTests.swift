import CHDF5
import Foundation
import SPRecordings
import SPSignals
import Testing

@testable import SPHDF5

/// Links and faulty files.
struct FaultyFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectError(_ kind: HDF5Error.Kind, opening path: String) {
    let error = #expect(throws: HDF5Error.self) { try Recording(opening: path) }
    #expect(error?.kind == kind)
    #expect(error?.description.hasPrefix(path + ": ") == true)
  }

  @Test("A file that is missing, empty, no HDF5 or cut short is told by its path")
  func opening() throws {
    let missing = folder.path + "/missing.h5"
    expectError(.noSuchFile, opening: missing)
    expectError(.notAFile, opening: folder.path)
    let empty = folder.path + "/empty.h5"
    try Data().write(to: URL(fileURLWithPath: empty))
    expectError(.notHDF5, opening: empty)
    let text = folder.path + "/text.h5"
    try Data("time,x,y,z\n1,0,0,-1\n".utf8).write(to: URL(fileURLWithPath: text))
    expectError(.notHDF5, opening: text)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.native { try $0.putAccelerometer(count: 2000) }))
    let cut = folder.path + "/cut.h5"
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: cut))
    expectError(.truncated, opening: cut)
  }

  @Test("A damaged chunk is told when it is read, with file and dataset; the other samples are sound")
  func damaged() throws {
    let layout = DatasetLayout(chunkShape: [8192, 3], fletcher32: true)
    let path = try folder.native { file in
      try file.put("/accelerometer/time", steady(16_384))
      try file.put("/accelerometer/acceleration", ramp(16_384), columns: 3, units: "g", layout: layout)
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The row of the second chunk that starts with 10,000, 10,000.25.
    let row = [Float(10_000), 10_000.25].flatMap { value in
      withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
    }
    let place = try #require(bytes.range(of: Data(row)))
    bytes[place.lowerBound] ^= 0xFF
    try bytes.write(to: URL(fileURLWithPath: path))
    let signal = try Recording(opening: path).triaxial("acceleration", of: .accelerometer).x
    #expect(try signal.samples(0..<8192) == (0..<8192).map(Float.init))
    let error = #expect(throws: HDF5Error.self) { try signal.samples(10_100..<10_101) }
    #expect(error?.kind == .damaged)
    #expect(error?.description.hasPrefix("\(path): /accelerometer/acceleration: ") == true)
  }

  @Test("After a recording is closed its signals say so")
  func closed() throws {
    let recording = try Recording(opening: try folder.native { try $0.putAccelerometer() })
    let signal = try recording.triaxial("acceleration", of: .accelerometer).x
    try recording.close()
    let error = #expect(throws: HDF5Error.self) { try signal.samples(0..<1) }
    #expect(error?.kind == .closed)
  }

  @Test("A soft link is refused with its target, and followed where that is asked for")
  func softLink() throws {
    let path = try folder.native { file in
      try file.put("/accelerometer/time", steady(2), units: "s")
      try file.put("/raw", ramp(2), columns: 3, units: "g")
      try file.putSoftLink("/accelerometer/acceleration", to: "/raw")
    }
    let error = #expect(throws: HDF5Error.self) { try Recording(opening: path) }
    #expect(error?.kind == .linkRefused)
    #expect(error?.description.contains("/accelerometer/acceleration is a soft link to /raw") == true)
    let recording = try Recording(opening: path, links: .follow)
    #expect(try recording.acceleration() == [[0, 1], [0.25, 1.25], [0, -1]])
  }

  @Test("So is an external link, and so are links of mapped files")
  func externalLink() throws {
    let data = try folder.file("data.h5") { try $0.put("/xyz", ramp(2), columns: 3) }
    let path = try folder.file { try $0.putExternalLink("/xyz", to: "/xyz", of: data) }
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .regular(startS: 0, rateHz: 800), datasets: ["acceleration": DatasetMapping(path: "/xyz")])
    ])
    let error = #expect(throws: HDF5Error.self) { try Recording(opening: path, layout: .mapped(mapping)) }
    #expect(error?.kind == .linkRefused)
    #expect(error?.description.contains(data) == true)
    let recording = try Recording(opening: path, layout: .mapped(mapping), links: .follow)
    #expect(try recording.acceleration() == [[0, 1], [0.25, 1.25], [0, -1]])
  }
}

// Links are only ever read by the library, so the C library has to make them.
extension File {
  fileprivate func putSoftLink(_ path: String, to target: String) throws {
    try Library.locked { () throws(HDF5Error) in
      let attempt = Attempt(file: self.path, object: path, operation: "link")
      let links = try PropertyList.linkCreation(for: path, attempt)
      try attempt.check(H5Pset_create_intermediate_group(links.id, 1))
      try attempt.check(H5Lcreate_soft(target, context.handle.id, path, links.id, chdf5_default()))
    }
  }

  fileprivate func putExternalLink(_ path: String, to target: String, of file: String) throws {
    try Library.locked { () throws(HDF5Error) in
      let attempt = Attempt(file: self.path, object: path, operation: "link")
      let links = try PropertyList.linkCreation(for: path, attempt)
      try attempt.check(H5Pset_create_intermediate_group(links.id, 1))
      try attempt.check(
        H5Lcreate_external(file, target, context.handle.id, path, links.id, chdf5_default()))
    }
  }
}
