import FolioImageCoding
import Synchronization

/// The memory of encoders, kept for whichever thread encodes next.
///
/// As many workspaces come to be as threads encode at the same time.
final class WorkspacePool: Sendable {
  private let free = Mutex<[PNGEncoder.Workspace]>([])

  /// Runs `body` with a workspace that nobody else uses meanwhile.
  func withWorkspace<R, E: Error>(
    _ body: (PNGEncoder.Workspace) throws(E) -> R
  ) throws(E) -> R {
    let workspace = free.withLock { $0.popLast() } ?? PNGEncoder.Workspace()
    defer { free.withLock { $0.append(workspace) } }
    return try body(workspace)
  }
}
