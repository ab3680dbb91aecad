import ArgumentParser
import Files
import Foundation
import Plots

/// Where a picture goes, and of what kind it is.
struct PictureOutput {
  /// The file; nil for standard output.
  let path: String?
  let format: PictureFormat

  /// - Parameters:
  ///   - output: a path, or `-` for standard output.
  ///   - format: the kind; by default the one that the path's extension names, and SVG for standard output.
  /// - Throws: `ValidationError` where the kind is unknown or the two disagree.
  init(_ output: String, format: PictureFormat?) throws {
    guard !output.isEmpty else { throw ValidationError("--output is empty; expected a file, or - for standard output") }
    if output == "-" {
      path = nil
      self.format = format ?? .svg
      return
    }
    path = output
    let named = Result { try PictureFormat(path: output) }
    if let format {
      if let named = try? named.get(), named != format {
        throw ValidationError(
          "--output is \(output) but --format \(format.rawValue); expected the same kind, or one of the two")
      }
      self.format = format
    } else {
      do {
        self.format = try named.get()
      } catch {
        throw ValidationError("--output: \(error), or --format with one of them")
      }
    }
  }

  /// - Throws: `ExitCode.usage` where pixels would go to a terminal, after that was said.
  func checkTerminal() throws {
    guard path == nil, format == .png, isatty(STDOUT_FILENO) == 1 else { return }
    StandardStreams.error("error: --output: a terminal shows no PNG; expected a file, or a pipe to another program")
    throw ExitCode.usage
  }

  /// Draws the figure and writes it; a file appears whole or not at all.
  /// - Throws: `ExitCode.usage`, or `ExitCode.temporary` for a full disk and the like, after the reason was said.
  func write(_ figure: Figure, scale: Double) throws {
    do {
      let bytes = try figure.picture(as: format, scale: scale)
      guard let path else { return StandardStreams.output(Data(bytes)) }
      try WholeFile.write(bytes, to: path)
    } catch let error as PlotError {
      StandardStreams.error("error: \(error)")
      throw ExitCode.usage
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }
}
