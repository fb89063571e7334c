/// A place that bytes are written to one after the other: standard output, or a pipe.
///
/// Writing with SIGPIPE ignored, as every program that uses it must, gives an error of the kind
/// `closedPipe` once the reader has gone.
public final class ByteStream: Sendable {
  /// The file descriptor; whoever opened it closes it.
  public let descriptor: Int32
  /// What to call it in a message: `standard output`.
  public let name: String

  /// Standard output.
  public static let standardOutput = ByteStream(descriptor: 1, name: "standard output")
  /// Standard error.
  public static let standardError = ByteStream(descriptor: 2, name: "standard error")

  /// A stream over an open descriptor.
  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes all bytes, however many calls that takes.
  ///
  /// - Throws: ``FilmError`` of the kind `closedPipe` or `cannotWrite`.
  public func write(_ bytes: [UInt8]) throws(FilmError) {
    do {
      try FileDescriptor.write(bytes, to: descriptor)
    } catch {
      throw failure(error)
    }
  }

  /// Writes the bytes of pixels as they lie in memory: R, G, B, A.
  func write(pixels: [UInt32]) throws(FilmError) {
    do {
      try FileDescriptor.write(pixels, to: descriptor)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: SystemError) -> FilmError {
    FilmError(
      error.isClosedPipe ? .closedPipe : .cannotWrite,
      "\(name) cannot be written to: \(error.reason)")
  }

  /// Whether a person may be looking at it.
  public var isTerminal: Bool { FileDescriptor.isTerminal(descriptor) }

  /// How many characters fit into a line of the terminal, or `nil` if it is none or does not say.
  public var columns: Int? { FileDescriptor.columns(of: descriptor) }

  /// Makes a pipe hold as much as the system lets it, up to a megabyte; anything else stays as it
  /// is. Fewer, longer writes cost less.
  public func enlargePipe() { FileDescriptor.enlargePipe(descriptor) }
}
