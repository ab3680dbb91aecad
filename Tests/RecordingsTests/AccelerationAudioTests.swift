import Foundation
import HDF5
import Recordings
import Signals
import Swings
import Testing

@Suite("Acceleration as sound")
struct AccelerationAudioTests {
  /// Of a WAV file what its bytes say, read by the format's own words.
  private struct Sound {
    var chunks: [String: [UInt8]] = [:]
    var facts: [String: String] = [:]
    var channels: Int { number(2, 2) }
    var rate: Int { number(4, 4) }
    /// Samples of a channel.
    func samples(_ channel: Int) -> [Int16] {
      let bytes = chunks["data"] ?? []
      return stride(from: 2 * channel, to: bytes.count, by: 2 * channels).map {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
      }
    }
    func number(_ place: Int, _ count: Int) -> Int { Self.number((chunks["fmt "] ?? [])[place..<place + count]) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }

    init(_ bytes: [UInt8]) throws {
      try #require(bytes.starts(with: "RIFF".utf8) && bytes[8..<12].elementsEqual("WAVE".utf8))
      #expect(Self.number(bytes[4..<8]) == bytes.count - 8)
      chunks = Self.chunks(bytes[12...])
      let list = try #require(chunks["LIST"])
      #expect(list.starts(with: "INFO".utf8))
      facts = Self.chunks(list[4...]).mapValues { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func chunks(_ bytes: ArraySlice<UInt8>) -> [String: [UInt8]] {
      var chunks: [String: [UInt8]] = [:]
      var place = bytes.startIndex
      while place + 8 <= bytes.endIndex {
        let count = number(bytes[place + 4..<place + 8])
        chunks[String(decoding: bytes[place..<place + 4], as: UTF8.self)] = Array(bytes[place + 8..<place + 8 + count])
        place += 8 + count + count % 2
      }
      #expect(place == bytes.endIndex)
      return chunks
    }
  }

  private func triaxial(_ times: [Double], _ rows: [[Float]]) throws -> Triaxial {
    let timeBase = try TimeBase(scanning: MemoryTimestamps(times))
    let axes = (0..<3).map { axis in MemorySignal(rows.map { $0[axis] }, timeBase: timeBase, unit: .g) }
    return Triaxial(x: axes[0], y: axes[1], z: axes[2])
  }

  private func sound(_ audio: AccelerationAudio, fullScaleG: Double) throws -> (sound: Sound, clipped: Int) {
    var attributes = RecordingAttributes(recordingID: "walk-7")
    attributes.startTime = "2026-11-21T09:30:00.250Z"
    var bytes = audio.format(fullScaleG: fullScaleG, of: attributes, software: "test 1").header
    let clipped = try audio.forEachBlock(fullScaleG: fullScaleG) { bytes += $0 }
    #expect(bytes.count == audio.format(fullScaleG: fullScaleG, of: attributes, software: "test 1").byteCount)
    return (try Sound(bytes), clipped)
  }

  @Test("A shock sounds at its own time on an uneven clock, a gap is silent, and the file says what it is of")
  func shock() throws {
    // 801.92 Hz from an odd moment on, with 2 s missing, and a shock of one sample 17.9 s after the start.
    var times = (0..<16_000).map { 68_585.248218 + Double($0) / 801.92 }
    for index in 8000..<16_000 { times[index] += 2 }
    let place = 12_750
    let rows: [[Float]] = times.indices.map { $0 == place ? [-6, 3, 12] : [0, 0, -1] }
    let audio = try AccelerationAudio(triaxial(times, rows), channels: .xyz, rateHz: 8000)
    let (sound, clipped) = try sound(audio, fullScaleG: 16)
    #expect(sound.number(0, 2) == 1 && sound.channels == 3 && sound.rate == 8000)
    #expect(sound.number(8, 4) == 48_000 && sound.number(12, 2) == 6 && sound.number(14, 2) == 16)
    #expect(clipped == 0)
    let at = (times[place] - times[0]) * 8000
    for (channel, peak) in [(0, -6.0), (1, 3), (2, 12)] {
      let samples = sound.samples(channel)
      #expect(samples.count == audio.frameCount)
      let largest = samples.indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) } ?? 0
      #expect(abs(Double(largest) - at) <= 1, "\(channel)")
      // Half a step of the sound from the timestamp the pulse has lost 2 % at most.
      #expect(abs(Double(samples[largest]) - 2048 * peak) < 0.03 * 2048 * abs(peak))
    }
    let last = (times[7999] - times[0]) * 8000
    let z = sound.samples(2)
    #expect(z[Int(last) + 1..<Int(last) + 16_000].allSatisfy { $0 == 0 })
    #expect(z[1000] == -2048)
    #expect(sound.facts["INAM"] == "walk-7" && sound.facts["ISFT"] == "test 1" && sound.facts["ICRD"] == "2026-11-21")
    #expect(
      sound.facts["ICMT"] == "acceleration (x, y, z) in g: full scale is 16 g, a step 0.00048828125 g; "
        + "time 0 is 68585.248218 s on the recording's clock, 2026-11-21T09:30:00.250Z")
  }

  @Test("One channel: an axis, or the magnitude; a high-pass takes gravity away")
  func channels() throws {
    let times = (0..<4000).map { Double($0) / 800 }
    let still = try triaxial(times, times.map { _ in [2, -3, 6] })
    for (channels, g) in [(.x, 2), (.y, -3), (.z, 6), (.magnitude, 7)] as [(AccelerationAudio.Channels, Int16)] {
      let audio = try AccelerationAudio(still, channels: channels, rateHz: 8000)
      let sound = try sound(audio, fullScaleG: 8).sound
      #expect(sound.channels == 1 && sound.samples(0).allSatisfy { $0 == 4096 * g })
      #expect(try audio.largest() == Float(abs(g)))
      let passed = try AccelerationAudio(still, channels: channels, rateHz: 8000, highPassHz: 20)
      // 60 dB down: of 7 g no more than 7 mg, 29 steps, stay.
      let quiet = try self.sound(passed, fullScaleG: 8).sound
      #expect(quiet.samples(0).allSatisfy { abs($0) < 29 })
      #expect(quiet.facts["ICMT"]?.hasSuffix("; high-passed from 20 Hz") == true)
    }
  }

  @Test("What lies beyond full scale is clipped and counted")
  func clipped() {
    let (bytes, frames) = WaveFormat.samples([[0, 1, -1, 5, .nan], [0, 0.5, 0, -5, 0]], fullScale: 1)
    #expect(bytes == [0, 0, 0, 0, 0xFF, 0x7F, 0, 0x40, 0, 0x80, 0, 0, 0xFF, 0x7F, 0, 0x80, 0, 0, 0, 0])
    // A value of full scale itself is half a step beyond the largest sample.
    #expect(frames == 2)
  }

  @Test("Lengths that a WAV file cannot say are known before anything is written")
  func length() {
    let day = WaveFormat(channelCount: 3, rateHz: 8000, frameCount: 24 * 3600 * 8000)
    #expect(day.byteCount == 24 * 3600 * 8000 * 6 + 44 && day.byteCount < WaveFormat.largestByteCount)
    #expect(WaveFormat(channelCount: 3, rateHz: 8000, frameCount: 715_827_876).byteCount > WaveFormat.largestByteCount)
    #expect(WaveFormat(channelCount: 3, rateHz: 8000, frameCount: .max).byteCount == .max)
  }

  @Test("A label track has all labels by time, counted from the start of the sound; what is no swing is a point")
  func labels() {
    let labels = Annotations(
      swings: [
        .init(startTime: 103.5, contactTime: 103.75, isHit: false),
        .init(startTime: 99.9, contactTime: 100.1, isHit: true),
        .init(startTime: 90, contactTime: 90.2, isHit: true),
      ], ignored: [101])
    let expected =
      "0.000000\t0.100000\thit\n1.000000\t1.000000\tignore\n3.500000\t3.750000\tmiss\n"
    #expect(AudacityTrack.text(labels, from: 100) == expected)
  }
}
