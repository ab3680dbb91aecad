import Synchronization

/// Unused workspaces, as many as there were concurrent calls, up to a limit.
final class WorkspacePool: Sendable {
  private static let limit = 4

  private let length: Int
  private let free = Mutex<[FilterWorkspace]>([])

  init(_ overlapSave: OverlapSave) { length = overlapSave.length }

  func borrow() throws(FFTWError) -> FilterWorkspace {
    if let workspace = free.withLock({ $0.popLast() }) { return workspace }
    return try FilterWorkspace(length: length)
  }

  func giveBack(_ workspace: FilterWorkspace) {
    free.withLock { free in
      guard free.count < Self.limit else { return }
      free.append(workspace)
    }
  }
}
