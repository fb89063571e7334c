/// The codes with which the program ends; those from 64 to 78 are the ones of `sysexits.h`.
///
/// A farm may try again after ``cannotFork``, ``inputOutput``, ``temporary`` and a signal; the
/// others stay the same however often a job runs.
public enum ExitCode: Int32, Sendable {
  /// Everything that was asked for is done.
  case success = 0
  /// A comparison found pictures that differ, or a pager that was examined breaks a law.
  case differs = 1
  /// The command line is wrong.
  case usage = 64
  /// A scene, an asset, a manifest or a frame has wrong content.
  case data = 65
  /// An input cannot be opened.
  case noInput = 66
  /// A program that is needed, such as ffmpeg, is absent.
  case unavailable = 69
  /// A fault of Folioscope's own.
  case software = 70
  /// No process or memory could be had.
  case cannotFork = 71
  /// An output cannot be created, or is there already.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Something is busy that will be free later.
  case temporary = 75
  /// An input or a configuration may not be read.
  case permission = 77
  /// A configuration is wrong.
  case configuration = 78
  /// SIGINT ended the run.
  case interrupted = 130
  /// The reader of standard output went away.
  case closedPipe = 141
  /// SIGTERM ended the run.
  case terminated = 143
}
