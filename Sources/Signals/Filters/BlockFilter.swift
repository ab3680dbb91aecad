/// Filters blocks of a segment, by sums if the kernel is short, else by transforms. The positions of blocks depend only
/// on segment and kernel. Safe from many tasks at once.
struct BlockFilter: Sendable {
  let halfLength: Int
  /// The number of samples in a block.
  let blockLength: Int

  private let overlapSave: OverlapSave
  private let workspaces: WorkspacePool
  private let sums: DirectConvolution?

  init(kernel: FIRKernel) throws {
    halfLength = kernel.halfLength
    overlapSave = try OverlapSave(kernel: kernel)
    blockLength = overlapSave.blockLength
    workspaces = WorkspacePool(overlapSave)
    sums = kernel.taps.count <= DirectConvolution.longestKernel ? DirectConvolution(kernel: kernel) : nil
  }

  /// Filters a range of whole blocks, of which the last may end with the segment.
  ///
  /// - Parameters:
  ///   - range: The samples to filter.
  ///   - segment: The samples of the segment so far.
  ///   - input: The samples from `first` on, up to half a kernel beyond the range, within the segment.
  ///   - output: As long as the range.
  func filter(
    _ range: Range<Int>, of segment: Range<Int>, _ input: UnsafeBufferPointer<Float>, from first: Int,
    into output: UnsafeMutableBufferPointer<Float>
  ) throws {
    var output = output.mutableSpan
    if let sums {
      return sums.sum(range, of: segment, input.span, from: first, into: &output)
    }
    let workspace = try workspaces.borrow()
    defer { workspaces.giveBack(workspace) }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + blockLength, range.upperBound)
      try overlapSave.filter(
        input.span, offset: first - segment.lowerBound, segmentCount: segment.count,
        start: start - segment.lowerBound, workspace: workspace, output: &output,
        outputOffset: start - range.lowerBound, outputCount: end - start)
      start = end
    }
  }
}
