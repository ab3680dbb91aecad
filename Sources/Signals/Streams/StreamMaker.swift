/// Computes the samples of a stream from the samples of other streams of a `Dataflow` as they pass.
///
/// The made stream has the timestamps of one source, its leader. The samples that a maker returns must not depend on
/// how the samples are cut into blocks, or on which of two streams comes first.
package protocol StreamMaker: AnyObject {
  /// Takes the next samples of a source, whose timestamps include the shift of its stream.
  ///
  /// - Returns: the samples that are ready, with the same timestamps.
  func take(_ block: SampleBlock, of source: FlowStream) throws -> [SampleBlock]

  /// Completes a stretch: the clocks of some streams go back.
  ///
  /// - Parameter reachS: how far the remaining streams have come beyond the last samples of `streams`, in s.
  /// - Returns: the samples that are ready, of the earlier stretch.
  func beginStretches(of streams: [FlowStream], reachS: Double) throws -> [SampleBlock]

  /// Notes that a source has ended.
  ///
  /// - Returns: the samples that are ready.
  func end(of source: FlowStream) throws -> [SampleBlock]

  /// Whether samples of the leader wait for other sources.
  var isWaiting: Bool { get }
}

/// A made stream of a graph.
struct MadeStream {
  let maker: any StreamMaker
  let leader: FlowStream
  let sources: [FlowStream]
  let stream: FlowStream

  func reads(_ stream: FlowStream) -> Bool { sources.contains { $0 === stream } }
}
