import Synchronization

/// A request to stop that any thread, or the handler of a signal, may make.
///
/// A film that is being written finishes the frame that it is committing, removes its temporary
/// file and ends with ``FilmError/Kind/cancelled``.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// No request yet.
  public init() {}

  /// Asks for the end; asking again changes nothing.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether the end was asked for.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
