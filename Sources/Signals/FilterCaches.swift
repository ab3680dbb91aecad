import FFTW
import Synchronization

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
