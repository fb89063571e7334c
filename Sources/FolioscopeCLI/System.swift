// The one file of the program that calls the system directly: the words of the command line as
// bytes, the standard descriptors, signals and the clock of the progress line.

import Dispatch
import Folioscope
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the program asks of the system before and beside its work.
enum System {
  /// The words after the program's name as the system has them: paths need not be UTF-8, and
  /// `CommandLine.arguments` would replace what is not.
  static func words() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { i in
      guard let word = unsafe CommandLine.unsafeArgv[i] else { return nil }
      return unsafe [UInt8](UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  /// Opens the null device for each of the descriptors 0 to 2 that is closed. Otherwise the next
  /// file that is opened, such as a frame, would be standard output.
  ///
  /// - Returns: The descriptors that were closed.
  static func openStandardDescriptors() -> Set<Int32> {
    var closed: Set<Int32> = []
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free descriptor is taken, which is this one.
      let opened = unsafe open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
      if opened == descriptor { closed.insert(descriptor) }
    }
    return closed
  }

  /// Makes a broken pipe and a file that is too large an error of the write, not a death.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Lets all threads take memory from one heap, and has bitmaps given back to the system at once.
  ///
  /// glibc gives each thread a heap of its own. A picture is drawn on one thread and let go on
  /// another, so every heap keeps room for pictures that another one holds: 2 to 5 frame buffers more,
  /// which come as the film goes on. One heap is no slower, since the work takes few and large
  /// pieces.
  ///
  /// Nor do bitmaps belong in a heap. glibc takes large pieces from the system one by one, but only
  /// until the first is given back: then it counts that size as one for the heap, where a picture
  /// leaves a hole that the next, a little larger, does not fit. A fixed limit costs two frame
  /// buffers less in a film of photographs of many sizes. Frames' files and small bitmaps, which come
  /// and go with each frame, stay below it.
  ///
  /// (`M_ARENA_MAX`, `M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD` of <malloc.h>, which the module of the
  /// C library leaves out.)
  static func tuneHeap() {
    #if canImport(Glibc)
      typealias MallocOption = @convention(c) (Int32, Int32) -> Int32
      guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
      let set = unsafe unsafeBitCast(symbol, to: MallocOption.self)
      for (option, value) in [(-8, 1), (-3, 4 << 20), (-1, 4 << 20)] as [(Int32, Int32)] {
        _ = set(option, value)
      }
    #endif
  }

  /// Seconds on a clock that never goes back; only differences mean something.
  static func seconds() -> Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }
}

/// What a signal's handler may touch: it can run between any two instructions of any thread.
private enum Received {
  /// The first signal that asked for the end, or 0.
  static let first = Atomic<Int32>(0)
  /// The writing end of the pipe that wakes the listener.
  static let pipe = Atomic<Int32>(-1)
  /// How many microseconds the program has to end after the first signal, or 0 for any time.
  static let grace = Atomic<UInt32>(0)
}

/// The signals that ask the program to stop, and the one that asks how far it is.
///
/// The handler writes the signal's number into a pipe and returns; a thread of its own reads the
/// pipe and does the rest.
struct Signals: Sendable {
  /// Listens to SIGINT and SIGTERM, which cancel, and to SIGUSR1, which reports.
  ///
  /// The work goes on to the end of the frame that is being written. A second signal ends the
  /// program at once. A signal that was ignored when the program began, as in the background of a
  /// shell without job control, stays so. Once a process.
  func listen(cancel: Cancellation, report: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    Received.pipe.store(ends[1], ordering: .releasing)
    let reading = ends[0]
    let thread = Thread {
      var number: UInt8 = 0
      while true {
        let count = unsafe read(reading, &number, 1)
        if count == 1 {
          if Int32(number) == SIGUSR1 {
            report()
          } else {
            cancel.cancel()
            let grace = Received.grace.load(ordering: .relaxed)
            if grace > 0 {
              usleep(grace)
              _exit(128 + Int32(number))
            }
          }
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
    thread.name = "signals"
    thread.start()
    for number in [SIGINT, SIGTERM, SIGUSR1] where !Signals.isIgnored(number) {
      Signals.handle(number)
    }
  }

  /// Ends the program two seconds after the first signal, whatever it is doing. For work that may
  /// wait for ever, such as writing to a reader that does not read, and has nothing to clean up.
  static func limitGrace() { Received.grace.store(2_000_000, ordering: .relaxed) }

  /// The exit code of the signal that has asked for the end, if one has.
  var exitCode: ExitCode? {
    switch Received.first.load(ordering: .relaxed) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    default: nil
    }
  }

  private static func handle(_ number: Int32) {
    let handler: @convention(c) (Int32) -> Void = { number in
      if number != SIGUSR1 {
        let isFirst = Received.first.compareExchange(
          expected: 0, desired: number, ordering: .relaxed
        ).exchanged
        if !isFirst { _exit(128 + number) }
      }
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(Received.pipe.load(ordering: .acquiring), &byte, 1)
      errno = saved
    }
    var action = sigaction()
    #if canImport(Glibc) || canImport(Musl)
      unsafe action.__sigaction_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_RESTART)
    unsafe sigaction(number, &action, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc) || canImport(Musl)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_u.__sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == 1
  }
}
