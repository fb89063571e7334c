import FolioImageCoding
import FolioRaster
import FolioSequence

/// What a film is made of: a picture for each frame of a timeline.
///
/// The methods are called from several threads, and may run at the same time as one another. What
/// they say of a frame must depend on its index alone.
public protocol FrameSource: Sendable {
  /// Everything that a frame's picture depends on.
  ///
  /// Equality must be exact: frames with equal states have equal pictures, byte for byte. Then the
  /// second of two neighbours is neither drawn nor encoded.
  associatedtype State: Equatable & Sendable

  /// The width of all pictures in pixels, at least 1.
  var width: Int { get }
  /// The height of all pictures in pixels, at least 1.
  var height: Int { get }

  /// The state of a frame. Called for one frame at a time, in ascending order.
  func state(of frame: Int) throws -> State

  /// Draws a state. Called from several threads at once.
  ///
  /// - Parameters:
  ///   - state: What to draw.
  ///   - bitmap: A bitmap of the film's size that holds some other picture; every pixel of it is to
  ///     be set.
  func draw(_ state: State, into bitmap: inout Bitmap) throws

  /// A way to draw a state some rows at a time, or `nil` where only whole pictures are drawn, which is
  /// what a source does that does not say otherwise. Called from several threads at once.
  ///
  /// Rows drawn so must have the bytes that ``draw(_:into:)`` gives them.
  func rows(of state: State) throws -> FrameRowDrawing?

  /// What is known of a frame beside its picture. Called for one frame at a time, in ascending
  /// order, once its picture is there.
  func record(of frame: Int) throws -> FrameRecord
}

extension FrameSource {
  /// Only whole pictures.
  public func rows(of state: State) -> FrameRowDrawing? { nil }
}

/// Draws some rows of a picture: which rows, on what, and which row of the picture the band's first is.
public typealias FrameRowDrawing = PNGEncoder.RowDrawing
