import FFTW
import Synchronization

/// The last filtered blocks of which only a part was read, so that small windows next to each other are cheap.
final class BlockCache: Sendable {
  private static let limit = 8
  /// The blocks by their first sample, the latest used at the end.
  private let blocks = Mutex<[(start: Int, values: [Float])]>([])

  func find(_ start: Int) -> [Float]? {
    blocks.withLock { blocks in
      guard let position = blocks.firstIndex(where: { $0.start == start }) else { return nil }
      let block = blocks.remove(at: position)
      blocks.append(block)
      return block.values
    }
  }

  func insert(_ values: [Float], at start: Int) {
    blocks.withLock { blocks in
      // Another task may have filtered the same block meanwhile, with the same result.
      guard !blocks.contains(where: { $0.start == start }) else { return }
      if blocks.count == Self.limit { blocks.removeFirst() }
      blocks.append((start, values))
    }
  }
}

/// Workspaces that wait for their next use, as many as calls were at work at once, up to a limit.
final class WorkspacePool: Sendable {
  private static let limit = 4
  /// About how many samples of the source are read at a time.
  private static let readLength = 32_768

  /// How many blocks one workspace has room for.
  let blocksAtOnce: Int
  private let length: Int
  private let sampleCount: Int
  private let free = Mutex<[FilterWorkspace]>([])

  init(_ overlapSave: OverlapSave) {
    length = overlapSave.length
    blocksAtOnce = max(1, Self.readLength / overlapSave.blockLength)
    sampleCount = blocksAtOnce * overlapSave.blockLength + 2 * overlapSave.halfLength
  }

  func borrow() throws(FFTWError) -> FilterWorkspace {
    if let workspace = free.withLock({ $0.popLast() }) { return workspace }
    return try FilterWorkspace(length: length, sampleCount: sampleCount)
  }

  func giveBack(_ workspace: FilterWorkspace) {
    free.withLock { free in
      guard free.count < Self.limit else { return }
      free.append(workspace)
    }
  }
}
