import Signals

/// A stream of a recording as it passes, for a stage to read.
public struct PassingStream {
  /// The pass over the recording.
  package let pass: RecordingPass
  /// The stream.
  public let stream: RecordingStream

  /// The recording.
  public var recording: Recording { pass.recording }

  /// Makes a source of a stream.
  package init(_ stream: RecordingStream, in pass: RecordingPass) { (self.stream, self.pass) = (stream, pass) }

  /// Has every block handed to a reader, in the order of time; the components of each dataset are consecutive channels.
  ///
  /// - Parameters:
  ///   - datasets: the datasets, by their names in layout version 1.
  ///   - reader: takes the next block.
  ///   - ended: called after the last block.
  /// - Throws: ``RecordingError`` for datasets that are missing, or do not follow the layout.
  public func read(
    _ datasets: [String], _ reader: @escaping (SampleBlock) throws -> Void, ended: @escaping () throws -> Void = {}
  ) throws {
    try pass.add(BlockReader(StreamSelection(stream.name, datasets), reader, ended))
  }
}

/// Hands the blocks of a stream to a closure.
private final class BlockReader: StreamConsumer {
  let selections: [StreamSelection]
  private let reader: (SampleBlock) throws -> Void
  private let ended: () throws -> Void

  init(
    _ selection: StreamSelection, _ reader: @escaping (SampleBlock) throws -> Void, _ ended: @escaping () throws -> Void
  ) {
    (selections, self.reader, self.ended) = ([selection], reader, ended)
  }

  func consume(_ block: SampleBlock, of place: Int) throws { try reader(block) }
  func end(of place: Int) throws { try ended() }
}
