// Foundation's Process waits for the grandchildren of a program on Linux, wants a run loop, and hands
// ignored signals down. So a program is started here by hand: in a group of its own, so that Ctrl-C
// reaches this program alone and the encoder can still end its file; with all signals at their
// default; with standard output nowhere and standard error read all the time, since a pipe that
// nobody reads would stop the encoder, and with it this program, for ever.

import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that takes a film through its standard input, such as ffmpeg.
///
/// The process that starts one must ignore SIGPIPE, so that an encoder that dies is an error and not
/// a death.
public final class EncoderProcess {
  /// The encoder's standard input. Writing fails with the kind `closedPipe` once it has closed it,
  /// and with `cancelled` when a cancelled film waits for an encoder that does not read.
  public let input: ByteStream

  private let name: String
  private let process: pid_t
  private let errors: OutputTail
  private let output: OutputTail?
  private var isInputOpen = true
  private var status: Int32?

  /// How long a stopped encoder has to end by itself, in seconds.
  static let patience = 5.0

  // From a pipe's making until its ends are marked no other encoder may start, or it would inherit
  // them and keep them open.
  private static let starting = Mutex(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name without a slash, which is looked for in `PATH`.
  ///   - arguments: What follows the name.
  ///   - cancellation: Ends the waiting for an encoder that does not read or does not end.
  /// - Throws: ``FilmError`` of the kind `encoderMissing`, or `cannotStart` if the system has no
  ///   process or descriptor left.
  public static func start(
    _ program: String, arguments: [String], cancellation: Cancellation = Cancellation()
  ) throws(FilmError) -> EncoderProcess {
    try start(program, arguments: arguments, keepsOutput: false, cancellation: cancellation)
  }

  /// Runs a program that takes no input to its end.
  ///
  /// - Returns: What it wrote to standard output; the last 65,536 bytes, if that is more.
  /// - Throws: ``FilmError`` as ``start(_:arguments:cancellation:)`` and ``finish()`` do.
  static func output(
    of program: String, arguments: [String], cancellation: Cancellation
  ) throws(FilmError) -> String {
    let process = try start(
      program, arguments: arguments, keepsOutput: true, cancellation: cancellation)
    try process.finish()
    return process.output?.text ?? ""
  }

  private static func start(
    _ program: String, arguments: [String], keepsOutput: Bool, cancellation: Cancellation
  ) throws(FilmError) -> EncoderProcess {
    let result = starting.withLock { _ in
      Result { () throws(FilmError) in try spawn(program, arguments, keepsOutput: keepsOutput) }
    }
    return EncoderProcess(name: program, try result.get(), cancellation: cancellation)
  }

  /// A process and this program's ends of its pipes.
  private struct Spawned {
    var process: pid_t
    var input: Int32
    var errors: Int32
    var output: Int32?
  }

  private let cancellation: Cancellation

  private init(name: String, _ spawned: Spawned, cancellation: Cancellation) {
    self.name = name
    process = spawned.process
    errors = OutputTail(reading: spawned.errors)
    output = spawned.output.map { OutputTail(reading: $0) }
    self.cancellation = cancellation
    self.input = ByteStream(
      descriptor: spawned.input, name: "the input of \(name)", cancellation: cancellation)
  }

  deinit { stop() }

  private static func spawn(
    _ program: String, _ arguments: [String], keepsOutput: Bool
  ) throws(FilmError) -> Spawned {
    func failure(_ code: Int32) -> FilmError {
      switch code {
      case ENOENT:
        FilmError(
          .encoderMissing,
          "the program \(program) is not found"
            + (program.contains("/") ? "" : " in PATH") + "; install it, or name another one")
      case EACCES, ENOEXEC, EPERM:
        FilmError(
          .encoderMissing,
          "the program \(program) cannot be run: \(SystemError(call: "spawn", code: code).reason)")
      default:
        FilmError(
          .cannotStart,
          "the program \(program) cannot be started: "
            + SystemError(call: "spawn", code: code).reason)
      }
    }
    // Reading and writing ends of standard input, error and, if it is kept, output.
    var pipes: [[Int32]] = []
    for _ in 0..<(keepsOutput ? 3 : 2) {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else {
        let code = errno
        for end in pipes.joined() { close(end) }
        throw failure(code)
      }
      pipes.append(ends)
    }
    for end in pipes.joined() { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The ends that stay here belong to nobody else, so they may be told not to wait.
    let own = [pipes[0][1]] + pipes.dropFirst().map { $0[0] }
    let others = [pipes[0][0]] + pipes.dropFirst().map { $0[1] }
    for end in own { _ = fcntl(end, F_SETFL, O_NONBLOCK) }

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, others[0], 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, others[1], 2)
    if keepsOutput {
      unsafe posix_spawn_file_actions_adddup2(&actions, others[2], 1)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGUSR1] {
      unsafe sigaddset(&signals, signal)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    var code: Int32 = 0
    // A program that was written a moment ago is busy as long as a process that is just being started
    // holds a copy of the descriptor that it was written through.
    for _ in 0..<100 {
      code = unsafe posix_spawnp(&process, program, &actions, &attributes, words, environ)
      if code != ETXTBSY { break }
      usleep(10_000)
    }
    for end in others { close(end) }
    if code != 0 {
      for end in own { close(end) }
      throw failure(code)
    }
    return Spawned(
      process: process, input: own[0], errors: own[1], output: keepsOutput ? own[2] : nil)
  }

  // MARK: - The end

  /// Closes the input and waits until the encoder has ended.
  ///
  /// - Throws: ``FilmError`` of the kind `encoderFailed` if it ends with another status than 0 or by
  ///   a signal, or `cancelled`, after it was stopped.
  public func finish() throws(FilmError) {
    closeInput()
    while !reap() {
      if cancellation.isCancelled {
        stop()
        throw .cancelled()
      }
      usleep(2000)
    }
    if status != 0 { throw failure() }
  }

  /// Closes the input and ends the encoder: by the end of its input, after five seconds by SIGTERM,
  /// and then by SIGKILL. Does nothing where it has ended already.
  public func stop() {
    closeInput()
    for (seconds, signal) in [(EncoderProcess.patience, SIGTERM), (1.0, SIGKILL)] {
      let tries = Int(seconds / 0.005)
      for _ in 0..<tries {
        if reap() { return }
        usleep(5000)
      }
      kill(-process, signal)
    }
    while !reap() { usleep(5000) }
  }

  /// What became of the encoder, as an error with the last lines that it wrote.
  ///
  /// For a writer whose pipe was closed: that is never success, whatever the encoder's status.
  public func failure() -> FilmError {
    stop()
    let end: String =
      switch status {
      case .some(let status) where status & 0x7F != 0: "was ended by signal \(status & 0x7F)"
      case .some(let status) where status >> 8 & 0xFF != 0:
        "ended with status \(status >> 8 & 0xFF)"
      default: "ended before it had taken all frames"
      }
    let lines = errors.lastLines(20)
    return FilmError(
      .encoderFailed,
      "\(name) \(end)" + (lines.isEmpty ? "; it said nothing" : "; it said:\n" + lines))
  }

  private func closeInput() {
    if isInputOpen { close(input.descriptor) }
    isInputOpen = false
  }

  /// Whether the encoder has ended; its descendants do not count.
  private func reap() -> Bool {
    if status != nil { return true }
    var result: Int32 = 0
    switch unsafe waitpid(process, &result, WNOHANG) {
    case process: status = result
    // Somebody else has taken the status, so success is not known.
    case -1 where errno != EINTR: status = 255 << 8
    default: return false
    }
    errors.end()
    output?.end()
    return true
  }
}

/// Reads what a program writes to standard error or output, and keeps the end of it.
private final class OutputTail: Sendable {
  private let kept = Mutex<[UInt8]>([])
  private let isEnding = Atomic<Bool>(false)
  private let done = DispatchSemaphore(value: 0)

  /// How many bytes are kept.
  private static let limit = 1 << 16

  init(reading descriptor: Int32) {
    let thread = Thread { self.read(descriptor) }
    thread.name = "encoder-output"
    thread.start()
  }

  private func read(_ descriptor: Int32) {
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0)
      }
      if count > 0 {
        kept.withLock { kept in
          kept += piece[..<count]
          if kept.count > 2 * OutputTail.limit { kept.removeFirst(kept.count - OutputTail.limit) }
        }
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        break
      } else {
        // A descendant may hold the pipe open long after the program itself has ended.
        if isEnding.load(ordering: .acquiring) { break }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&request, 1, 20)
      }
    }
    close(descriptor)
    done.signal()
  }

  /// The program has ended: takes in what is left, and waits for no more.
  func end() {
    isEnding.store(true, ordering: .releasing)
    done.wait()
  }

  /// What is kept.
  var text: String {
    String(decoding: kept.withLock { $0.suffix(OutputTail.limit) }, as: UTF8.self)
  }

  func lastLines(_ count: Int) -> String {
    text.split(whereSeparator: \.isNewline).suffix(count).joined(separator: "\n")
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, bytes.baseAddress, bytes.count)
}
