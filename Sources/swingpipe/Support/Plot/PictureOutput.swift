import ArgumentParser
import Files
import Foundation
import JSON
import Pipelines
import Plots

/// Where a picture goes, and of what kind it is.
struct PictureOutput {
  /// The file; nil for standard output.
  let path: String?
  /// Where it lies, which a link at ``path`` may lead to.
  private var target: String?
  let format: PictureFormat
  /// The option that said so.
  private let option: String
  /// Whether the name of the file was chosen by the command.
  private var isNamedByItself = false

  /// A picture beside no other: in the folder that the program runs in, by the recording's name.
  /// - Parameter part: what of the recording it shows, for its name; nothing where that needs no words.
  init(of recording: String, part: String?, format: PictureFormat?) {
    let name = recording.split(separator: "/").last.map(String.init) ?? recording
    let base = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    self.format = format ?? .svg
    path = (base.isEmpty ? name : base) + (part.map { "-\($0)" } ?? "") + "." + self.format.rawValue
    option = "--output"
    isNamedByItself = true
  }

  /// - Parameters:
  ///   - output: a path, or `-` for standard output.
  ///   - format: the kind; by default the one that the path's extension names, and SVG for standard output.
  ///   - option: the option that the path is of.
  /// - Throws: `ValidationError` where the kind is unknown or the two disagree.
  init(_ output: String, format: PictureFormat? = nil, option: String = "--output") throws {
    guard !output.isEmpty else {
      throw ValidationError("\(option) is empty; expected a file, or - for standard output")
    }
    self.option = option
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
          "\(option) is \(output) but --format \(format.rawValue); expected the same kind, or one of the two")
      }
      self.format = format
    } else {
      do {
        self.format = try named.get()
      } catch {
        let near = output.split(separator: ".").last.flatMap { word in
          output.contains(".") ? NearestName.find(String(word), in: PictureFormat.allCases.map(\.rawValue)) : nil
        }
        throw ValidationError("\(option): \(error)" + (near.map { "; did you mean .\($0)?" } ?? ""))
      }
    }
  }

  /// Looks, before any work, at what is there already.
  /// - Throws: `ExitCode.usage` where pixels would go to a terminal, or the picture in place of the recording or of
  ///   anything else than a picture, after that was said.
  mutating func check(against recording: String) throws {
    guard let path else {
      guard format == .png, isatty(STDOUT_FILENO) == 1 else { return }
      StandardStreams.error("error: \(option): a terminal shows no PNG; expected a file, or a pipe to another program")
      throw ExitCode.usage
    }
    do {
      if Folder.exists(path), Folder.realPath(path) == Folder.realPath(recording) {
        throw OutputTarget.Fault(description: "\(path) is the recording itself; expected another file")
      }
      target = try OutputTarget.resolved(path, for: .picture)
    } catch {
      StandardStreams.error("error: \(option): \(error)")
      throw ExitCode.usage
    }
  }

  /// Draws the figure and writes it.
  /// - Throws: as ``write(_:)``.
  func write(_ figure: Figure, scale: Double = 2) throws { try write { try figure.picture(as: format, scale: scale) } }

  /// Writes the bytes of a picture; a file appears whole or not at all.
  /// - Throws: `ExitCode.usage`, or `ExitCode.temporary` for a full disk and the like, after the reason was said.
  func write(_ draw: () throws -> [UInt8]) throws {
    do {
      let bytes = try draw()
      guard let path else { return StandardStreams.output(Data(bytes)) }
      try WholeFile.write(bytes, to: target ?? path)
      if isNamedByItself { StandardStreams.error("drawn: \(path)") }
    } catch let error as PlotError {
      StandardStreams.error("error: \(error)")
      throw ExitCode.usage
    } catch {
      StandardStreams.error("error: \(option): \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }
}
