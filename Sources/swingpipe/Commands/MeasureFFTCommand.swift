import ArgumentParser
import FFTW
import Files
import Pipelines
import Supervision
import Texts

struct MeasureFFTCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-fft",
    abstract: "Measure which FFTW plans are the fastest on this machine.",
    discussion: """
      Plans the transforms that filters use by measurement, which takes some 5 to 30 s, prints how long each takes by \
      the estimated and by the measured plan, and writes FFTW's wisdom to swingpipe/fftw-wisdom in $XDG_CACHE_HOME or \
      ~/.cache. Every command that filters takes it from there; none measures by itself. Run it again after an update \
      of FFTW or on another machine, while the machine is otherwise idle: it starts from scratch.

      Measured plans add in another order: filtered samples of tuned and untuned machines differ by up to 8e-6 g in \
      simulated sessions of 8 h, and figures of tables with them (noise by up to 3e-4 of its value); a peak right at \
      a threshold could go either way. Those of runs on one machine with the same wisdom never differ, whatever \
      --jobs or blocks. Each recording's record in OUTPUT/_meta/status says with which wisdom it was filtered.

      Its former name, tune, still works.

      \(ExitCode.explanation(.success, .usage, .temporary, .interrupted))
      """, aliases: ["tune"])

  @Flag(help: "Remove the wisdom, and measure nothing.")
  var clear = false

  func run() async throws {
    guard let file = WisdomFile() else {
      StandardStreams.error("error: there is no cache folder: expected an absolute path in XDG_CACHE_HOME or HOME")
      throw ExitCode.usage
    }
    do {
      if clear {
        return StandardStreams.error("\(file.path): \(try file.remove() ? "removed" : "there is none")")
      }
      // If the file cannot be written, fail now rather than after all the measuring.
      try file.prepare()
      let wisdom = try await Interruption.endingAtOnce(beforeExit: {
        Console.shared.tell("interrupted: nothing was written")
      }) {
        Self.print("length  direction  estimated us  measured us   gain")
        return try Tuner.measure { Self.print(Self.line(of: $0)) }
      }
      try file.write(wisdom)
    } catch let error as FileError {
      StandardStreams.error("error: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
    StandardStreams.error("\(file.path): used from now on")
  }

  private static func line(of tuned: TunedTransform) -> String {
    String(printf: "%6ld  ", tuned.length)
      + tuned.direction.rawValue.padded(to: 9)
      + String(
        printf: "  %12.2f  %11.2f  %4.2fx", 1e6 * tuned.estimatedSeconds, 1e6 * tuned.measuredSeconds, tuned.gain)
  }

  private static func print(_ line: String) { StandardStreams.output(line + "\n") }
}
