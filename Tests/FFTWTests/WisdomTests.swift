import Foundation
import Synchronization
import Testing

@testable import FFTW

/// Wisdom is the whole process's: these take turns, with a length that no other test uses.
@Suite(.serialized) struct WisdomTests {
  private static let length = 330

  private static func spectrum(_ effort: PlanningEffort) throws -> [UInt32] {
    var samples = try AlignedBuffer(count: 2 * length)
    for index in 0..<2 * length { samples[index] = Float((index * index) % 97) / 97 - 0.5 }
    var spectrum = try AlignedBuffer(count: 2 * length)
    try PairTransform(length: length, effort: effort).forward(samples, into: &spectrum)
    return spectrum.withSpan { span in span.indices.map { span[$0].bitPattern } }
  }

  @Test func `measured plans are taken out of wisdom, in place of estimated ones`() throws {
    let tuner = try Tuner(lengths: [Self.length])
    #expect(try !Wisdom.holds(Self.length, .forward))
    for direction in TunedTransform.Direction.allCases {
      let tuned = try tuner.tune(Self.length, direction)
      #expect(tuned.length == Self.length && tuned.direction == direction)
      #expect(tuned.estimatedSeconds > 0 && tuned.measuredSeconds > 0)
      #expect(try Wisdom.holds(Self.length, direction))
    }
    let wisdom = try Wisdom.current()
    let expected = try Self.spectrum(.measure)

    removeCachedPlans()
    Wisdom.forget()
    #expect(try !Wisdom.holds(Self.length, .inverse))
    try wisdom.adopt()
    #expect(try Wisdom.holds(Self.length, .inverse))
    #expect(try Self.spectrum(.estimate) == expected)
    Wisdom.forget()
    removeCachedPlans()
  }

  @Test func `what is no wisdom of this library is refused, and nothing of it kept`() throws {
    _ = try Tuner(lengths: [Self.length]).tune(Self.length, .forward)
    let text = try Wisdom.current().text
    #expect(Wisdom.libraryVersion.hasPrefix("fftw-3."))
    #expect(text.hasPrefix("(fftw-3."))
    Wisdom.forget()
    for bad in ["", "nothing", String(text.dropLast(20)), text.replacing("(fftw-3.", with: "(fftw-2.")] {
      #expect(throws: FFTWError.unusableWisdom) { try Wisdom(bad).adopt() }
    }
    #expect(try !Wisdom.holds(Self.length, .forward))
  }

  @Test func `a tuner knows the lengths that it was made for`() throws {
    #expect(throws: FFTWError.invalidLength(64)) { try Tuner(lengths: [Self.length]).tune(64, .forward) }
  }

  @Test func `what is to be done before the first plan is done once`() throws {
    let count = Mutex(0)
    Wisdom.beforeFirstPlan { count.withLock { $0 += 1 } }
    for _ in 0..<2 { _ = try ForwardTransform(length: Self.length) }
    #expect(count.withLock(\.self) == 1)
  }

  @Test func `wisdom is kept in a file, which tells what wrote it; one that is not its own is told of`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "wisdom-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try #require(WisdomFile(environment: ["XDG_CACHE_HOME": folder.path]))
    #expect(file.path == folder.path + "/swingpipe/fftw-wisdom")
    #expect(try !file.remove())
    try file.prepare()
    try file.write(Wisdom("(fftw-3)"))
    #expect(try file.read().wisdom == Wisdom("(fftw-3)"))
    try Data((String(contentsOfFile: file.path, encoding: .utf8) + "x").utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(throws: WisdomFile.Unusable.self) { try file.read() }
    #expect(try file.remove())
    #expect(WisdomFile(environment: ["HOME": "relative"]) == nil)
  }
}
