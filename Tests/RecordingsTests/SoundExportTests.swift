import Foundation
import Testing

@testable import Recordings

@Suite("A recording as sound")
struct SoundExportTests {
  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Data/baseball-000001.h5").path

  @Test("The bytes are those of the file; full scale is the power of two from the largest value on")
  func bytes() throws {
    let folder = try TemporaryFolder()
    let sound = try SoundExport(Recording(opening: Self.path))
    var bytes: [UInt8] = []
    let outcome = try sound.forEachBlock(software: "test") { bytes += $0 }
    #expect(outcome.fullScaleG == 64 && outcome.clippedFrames == 0 && outcome.format.channelCount == 3)
    let (wav, track) = (folder.path + "/a.wav", folder.path + "/a.txt")
    #expect(try sound.write(to: wav, labelsTo: track, software: "test") == outcome)
    #expect(FileManager.default.contents(atPath: wav) == Data(bytes))
    #expect(FileManager.default.contents(atPath: track) == (try sound.labelTrack()).map { Data($0.utf8) })
    try Data("mine\n".utf8).write(to: URL(fileURLWithPath: track))
    #expect(throws: SoundExport.Fault.self) { try sound.write(to: wav, labelsTo: track, software: "test") }
  }

  @Test("A rate below the recorded one and a high-pass beyond it are faults that say the recorded rate")
  func faults() throws {
    let recording = try Recording(opening: Self.path)
    var options = SoundOptions()
    options.rateHz = 400
    #expect(throws: SoundExport.Fault.self) { try SoundExport(recording, options) }
    options.rateHz = SoundOptions.usualRateHz
    options.highPassHz = 500
    #expect(throws: SoundExport.Fault.self) { try SoundExport(recording, options) }
    #expect(throws: NotRecorded.self) { try recording.streams(named: ["cycling"]) }
  }

  @Test("A damaged timestamp does not make hours of silence: the error says how much was recorded")
  func nearlySilent() throws {
    let folder = try TemporaryFolder()
    func sound(lastTimeS: Double) throws -> SoundExport {
      let path = try folder.native("until-\(lastTimeS).h5") { file in
        try file.put("/accelerometer/time", steady(800).dropLast() + [lastTimeS], units: "s")
        try file.put("/accelerometer/acceleration", ramp(800), columns: 3, units: "g")
      }
      return try SoundExport(Recording(opening: path))
    }
    #expect(
      message { _ = try sound(lastTimeS: 84_100) }.contains("the timestamps span 84000 s, with samples for 1 s of it"))
    #expect(try sound(lastTimeS: 1900).audio.durationS == 1800 + 1.0 / 8000, "a pause of half an hour is no damage")
  }
}
