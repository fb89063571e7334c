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

  /// What is known of a frame beside its picture. Called for one frame at a time, in ascending
  /// order, once its picture is there.
  func record(of frame: Int) throws -> FrameRecord
}

/// Turns a picture, whose rows have been hashed, into the bytes of a file. Called from several threads
/// at once; equal pictures must give equal bytes.
public typealias FrameEncoder = @Sendable (Bitmap, RowHashes) throws -> [UInt8]
