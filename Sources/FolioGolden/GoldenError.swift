import FolioImageCoding

/// Why a golden could not be compared, read or written. Never a difference: that is a result.
public enum GoldenError: Error, Sendable, CustomStringConvertible {
  /// A file or folder is not there.
  case notFound(path: String, expected: String)
  /// What was named holds nothing that could be used.
  case nothing(path: String, reason: String)
  /// A file cannot be read as a picture.
  case picture(ImageFileError)
  /// The bytes of a file are no picture that is read.
  case image(path: String, ImageError)
  /// A picture is of a kind that is not compared: another colour profile, 16 bits.
  case unsupportedPicture(path: String, reason: String)
  /// A golden's own file is damaged or disagrees with another of its files.
  case damaged(path: String, line: Int?, reason: String)
  /// The request makes no sense.
  case usage(String)
  /// A file or folder could not be written.
  case cannotWrite(path: String, reason: String)
  /// Something may not be read.
  case permission(path: String)
  /// Another process holds the golden.
  case busy(path: String)
  /// A frame's picture was not kept.
  case noPicture(index: Int)
  /// A frame could not be drawn.
  case rendering(index: Int, reason: String)

  /// The code with which a program ends: 64 for a wrong request, 65 for wrong content, 66 for an
  /// input that is not there, 70 for a frame that cannot be drawn, 73 for an output, 75 for a lock,
  /// 77 for a missing permission.
  public var exitCode: Int32 {
    switch self {
    case .notFound, .nothing: 66
    case .picture(let error):
      switch error.cause {
      case .notFound, .notARegularFile: 66
      case .permissionDenied: 77
      case .changedWhileReading, .system: 74
      case .image: 65
      }
    case .image, .unsupportedPicture, .damaged, .noPicture: 65
    case .usage: 64
    case .cannotWrite: 73
    case .permission: 77
    case .busy: 75
    case .rendering: 70
    }
  }

  /// One line that says where, what was found, and what would do.
  public var description: String {
    switch self {
    case .notFound(let path, let expected): "\(path): there is no such \(expected)"
    case .nothing(let path, let reason): "\(path): \(reason)"
    case .picture(let error): "\(error)"
    case .image(let path, let error): "\(path): \(error)"
    case .unsupportedPicture(let path, let reason): "\(path): \(reason)"
    case .damaged(let path, let line, let reason):
      "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
    case .usage(let reason): reason
    case .cannotWrite(let path, let reason): "\(path): cannot be written: \(reason)"
    case .permission(let path): "\(path): may not be read (permission denied)"
    case .busy(let path):
      "\(path): another process has held this golden for a minute; end it or try again"
    case .noPicture(let index): "the picture of frame \(index) is not kept"
    case .rendering(let index, let reason): "frame \(index) cannot be drawn: \(reason)"
    }
  }
}
