/// Why a film was not written.
public struct FilmError: Error, Sendable {
  /// What went wrong, for a program to decide upon.
  public var kind: Kind
  /// What went wrong, for a person: names the file, what was found and what to do.
  public var message: String
  /// The error that a frame source or an encoder threw.
  public var underlying: (any Error)?

  /// An error from its parts.
  public init(_ kind: Kind, _ message: String, underlying: (any Error)? = nil) {
    self.kind = kind
    self.message = message
    self.underlying = underlying
  }

  /// What can go wrong.
  public enum Kind: Hashable, Sendable {
    /// Another render is writing into the folder.
    case busy
    /// The folder is not empty, and no manifest says whose it is.
    case foreignFolder
    /// The folder belongs to another scene.
    case otherScene
    /// A manifest in the folder cannot be read.
    case damagedManifest
    /// Something that is not ours stands where a file is to be.
    case occupied
    /// A folder or file could not be created.
    case cannotCreate
    /// Writing, closing or renaming failed; so does a disk that is full.
    case cannotWrite
    /// The reader of the output went away.
    case closedPipe
    /// The format that was asked for would lose the alpha channel.
    case noAlpha
    /// Something was asked for that a kind of file or a sequence does not have.
    case unsupported
    /// A folder of frames or its manifest does not exist, or cannot be opened.
    case cannotOpen
    /// A folder of frames or a file in it may not be read.
    case notPermitted
    /// A folder does not hold what its manifest states: a frame is missing, was changed, or does not
    /// belong there.
    case damagedFrames
    /// The encoder's program does not exist or may not be run.
    case encoderMissing
    /// The system has no process or descriptor left for the encoder.
    case cannotStart
    /// The encoder's program ended before its work, or said that it failed.
    case encoderFailed
    /// The frame source failed at a frame.
    case source(frame: Int)
    /// The encoder failed at a frame.
    case encoder(frame: Int)
    /// The run was cancelled.
    case cancelled
  }

  /// The code with which the program ends.
  public var exitCode: ExitCode {
    switch kind {
    case .busy: .temporary
    case .foreignFolder, .otherScene, .damagedManifest, .occupied, .cannotCreate: .cannotCreate
    case .cannotWrite: .inputOutput
    case .closedPipe: .closedPipe
    case .noAlpha, .unsupported: .usage
    case .cannotOpen: .noInput
    case .notPermitted: .permission
    case .damagedFrames: .data
    case .encoderMissing: .unavailable
    case .cannotStart: .cannotFork
    case .encoderFailed: .inputOutput
    case .source, .encoder: (underlying as? any ExitCodeProviding)?.exitCode ?? .software
    case .cancelled: .interrupted
    }
  }
}

extension FilmError: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }
}

/// An error that knows with which code the program ends because of it.
public protocol ExitCodeProviding: Error {
  /// The code.
  var exitCode: ExitCode { get }
}

extension FilmError: ExitCodeProviding {}
