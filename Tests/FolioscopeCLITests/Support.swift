import Folioscope
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FolioscopeCLI

#if canImport(Glibc)
  import Glibc
#endif

/// What commands were asked to do.
final class Recorder: Sendable {
  private let record = Mutex<[String]>([])

  func note(_ text: String) { record.withLock { $0.append(text) } }

  var notes: [String] { record.withLock { $0 } }

  /// All commands, each of which only notes what it was asked for.
  var program: Program {
    Program(commands: [
      .check { options, _ in
        self.note("check \(options.scenes)")
        return .success
      },
      .info { options, _ in
        self.note("info \(options)")
        return .success
      },
      .render { options, _ in
        self.note("render \(options)")
        return .success
      },
      .encode { options, _ in
        self.note("encode \(options)")
        return .success
      },
      .still { options, _ in
        self.note("still \(options)")
        return .success
      },
      .trace { options, _ in
        self.note("trace \(options)")
        return .success
      },
      .doctor { options, _ in
        self.note("doctor \(options)")
        return .success
      },
      .compare { options, _ in
        self.note("compare \(options)")
        return .success
      },
      .golden { options, _ in
        self.note("golden \(options)")
        return .success
      },
      Command(definition: .schema) { _, _ in
        {
          self.note("schema")
          return .success
        }
      },
    ])
  }
}

/// A file that takes what is written to a stream.
@safe
final class Capture {
  let stream: ByteStream
  private let file: UnsafeMutablePointer<FILE>

  init() throws {
    unsafe file = try #require(unsafe tmpfile())
    stream = ByteStream(descriptor: unsafe fileno(file), name: "capture")
  }

  deinit { unsafe fclose(file) }

  var text: String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var offset: off_t = 0
    while unsafe pread(stream.descriptor, &byte, 1, offset) == 1 {
      bytes.append(byte)
      offset += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What a run of the program gave.
struct RunResult {
  var code: ExitCode
  var output: String
  var errors: String
}

/// Runs a command line with streams of its own.
func run(
  _ words: [String], program: Program = Recorder().program, environment: [String: String] = [:],
  processors: Int = 8
) throws -> RunResult {
  let output = try Capture()
  let errors = try Capture()
  let session = Session(
    standardOutput: output.stream, standardError: errors.stream, environment: environment,
    processors: processors, cancellation: Cancellation(), options: CommonOptions())
  let code = program.run(words.map { Array($0.utf8) }, in: session)
  return RunResult(code: code, output: output.text, errors: errors.text)
}

/// Splits a line at its blanks.
func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
