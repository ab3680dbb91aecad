import ArgumentParser
import FoundationEssentials
import Glibc
import SPBasics
import SPPipelines
import SPPlots

/// The place to write a picture to, and its format.
struct PictureOutput {
  /// The file; nil for standard output.
  let path: String?
  /// The file to write, with links at ``path`` resolved; nil before ``check(against:)``.
  private var target: String?
  let format: PictureFormat
  /// The option that gave the path, for messages.
  private let option: String
  /// Whether the command chose the name of the file.
  private var isNamedByItself = false

  /// A picture in the current folder, named after the recording.
  /// - Parameters:
  ///   - recording: the path of the recording.
  ///   - part: the part of the recording that is shown, for the name; nil for none.
  ///   - format: the format; nil for SVG.
  init(of recording: String, part: String?, format: PictureFormat?) {
    let name = recording.split(separator: "/").last.map(String.init) ?? recording
    let base = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    self.format = format ?? .svg
    path = (base.isEmpty ? name : base) + (part.map { "-\($0)" } ?? "") + "." + self.format.rawValue
    option = "--output"
    isNamedByItself = true
  }

  /// A picture at a path.
  /// - Parameters:
  ///   - output: A path, or `-` for standard output.
  ///   - format: The format. For nil, it is the format of the path's extension, or SVG on standard output.
  ///   - option: The option that contains the path, for messages.
  /// - Throws: `ValidationError` if the path is empty, the format is unknown, or extension and format disagree.
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

  /// Checks, before any work, that the picture can be written to its place.
  /// - Throws: `ExitCode.usage`, after the reason was written to standard error: a PNG would go to a terminal, or the
  ///   picture would replace the recording or anything other than a picture.
  mutating func check(against recording: String) throws {
    guard let path else {
      guard format == .png, isatty(STDOUT_FILENO) == 1 else { return }
      StandardStreams.error(
        "error: \(option): a terminal cannot show a PNG; expected a file, or a pipe to another program")
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

  /// Writes the bytes of a picture. The file appears as a whole or not at all.
  /// - Throws: `ExitCode.usage`, or `ExitCode.temporary` for a full disk and the like, after the reason was written to
  ///   standard error.
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
