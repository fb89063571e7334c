import Folioscope
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FolioscopeCLI

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Help says what there is, in at most 80 columns")
struct HelpTests {
  @Test(
    "each page is the one on file",
    arguments: [
      ("introduction", ""), ("overview", "--help"), ("check", "check --help"),
      ("info", "help info"), ("render", "render a.yaml --frames 3 -h"), ("still", "-h still"),
      ("encode", "help encode"), ("video", "help video"),
      ("trace", "trace -h"),
      ("doctor", "doctor -h"), ("compare", "compare -h"), ("golden", "golden -h"),
      ("schema", "schema -h"),
      ("frames", "help frames"), ("exit", "help exit"),
    ])
  func pages(name: String, line: String) throws {
    let result = try run(words(line))
    #expect(result.code == .success)
    #expect(result.errors.isEmpty)
    let expected = try String(decoding: ReferenceData.data("help/\(name).txt"), as: UTF8.self)
    #expect(
      result.output == expected,
      "after a change that is wanted: folioscope \(line) > Tests/Reference/help/\(name).txt")
    for line in result.output.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test("every option of a command is in its help, and every exit code in its page")
  func complete() throws {
    for command in Recorder().program.commands.map(\.definition) {
      let text = HelpText.command(command)
      for option in command.allOptions {
        #expect(text.contains("--" + (option.isNegatable ? "[no-]" : "") + option.name))
        for choice in option.choices { #expect(text.contains(choice)) }
      }
    }
    for code in [0, 1, 64, 65, 66, 69, 70, 71, 73, 74, 75, 77, 78, 130, 141, 143] as [Int32] {
      #expect(ExitCode(rawValue: code) != nil)
      #expect(HelpTopic.exit.text.contains("\(code)   "))
    }
  }

  @Test("the version")
  func version() throws {
    for line in ["--version", "-V", "render --version", "-qV"] {
      #expect(try run(words(line)).output == "folioscope \(FolioscopeVersion.current)\n")
    }
  }
}

@Suite("Errors become one message and the right exit code")
struct ProgramTests {
  struct Failing: Error {}
  struct Knowing: ExitCodeProviding, CustomStringConvertible {
    var exitCode: ExitCode { .noInput }
    var description: String { "a.yaml: no such file" }
  }

  func failing(_ error: any Error & Sendable) -> Program {
    Program(commands: [.check { _, _ in throw error }])
  }

  @Test("an error that knows its code, one that does not, a cancelled film, a reader that left")
  func codes() throws {
    var result = try run(["check", "a"], program: failing(Knowing()))
    #expect(result.code == .noInput)
    #expect(result.errors == "folioscope: error: a.yaml: no such file\n")
    result = try run(["check", "a"], program: failing(Failing()))
    #expect(result.code == .software)
    #expect(result.errors.contains("please report it"))
    result = try run(["check", "a"], program: failing(FilmError(.busy, "busy")))
    #expect(result.code == .temporary)
    result = try run(["check", "a"], program: failing(FilmError(.closedPipe, "gone")))
    #expect(result.code == .closedPipe)
    #expect(result.errors.isEmpty)
    result = try run(["check", "a"], program: failing(FilmError(.cancelled, "cancelled")))
    #expect(result.code == .interrupted)
    #expect(result.errors.contains("rendering again completes them"))
  }

  @Test("as JSON an error is one object a line")
  func json() throws {
    let result = try run(
      ["check", "a", "--log-format", "json"], program: failing(Knowing()))
    let object =
      try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: String]
    #expect(object == ["type": "error", "message": "a.yaml: no such file"])
    let message = Message(
      .warning, "two\nlines \"quoted\"", at: .init(file: "é.yaml", line: 3, column: 7))
    let located = try #require(
      JSONSerialization.jsonObject(with: Data(Messages.json(message))) as? [String: Any])
    #expect(located["file"] as? String == "é.yaml")
    #expect(located["line"] as? Int == 3)
    #expect(located["column"] as? Int == 7)
    #expect(located["message"] as? String == "two\nlines \"quoted\"")
  }

  @Test("as text it has its place, its kind and, where wanted, a colour")
  func text() {
    let message = Message(.error, "bad", at: .init(file: "a.yaml", line: 3, column: 7))
    #expect(Messages.text(message, usesColor: false) == "a.yaml:3:7: error: bad\n")
    #expect(
      Messages.text(message, usesColor: true) == "a.yaml:3:7: \u{1B}[1;31merror\u{1B}[0m: bad\n")
    #expect(Messages.text(Message(.note, "x"), usesColor: false) == "folioscope: note: x\n")
  }

  @Test("repeated options are noted where more is wanted")
  func repeated() throws {
    let line = "render a -j 1 -j 2 --no-links --links"
    #expect(try run(words(line)).errors.isEmpty)
    let errors = try run(words(line + " -v")).errors
    #expect(errors.contains("note: --jobs is given more than once; the last one counts"))
    #expect(errors.contains("--links"))
  }

  @Test("quiet leaves warnings out, and never errors")
  func quiet() throws {
    let program = Program(commands: [
      .check { _, session in
        session.messages.write(Message(.warning, "odd"))
        session.messages.write(Message(.error, "wrong"))
        return .data
      }
    ])
    let loud = try run(["check", "a"], program: program)
    #expect(loud.errors == "folioscope: warning: odd\nfolioscope: error: wrong\n")
    let quiet = try run(["check", "a", "-q"], program: program)
    #expect(quiet.errors == "folioscope: error: wrong\n")
    #expect(quiet.code == .data)
  }

  @Test("standard output that is full, closed or left by its reader: 74, 74, 141")
  func output() throws {
    let errors = try Capture()
    func code(_ stream: ByteStream, isClosed: Bool = false) -> ExitCode {
      let session = Session(
        standardOutput: stream, standardError: errors.stream, isOutputClosed: isClosed,
        environment: [:], processors: 1, cancellation: Cancellation(), options: CommonOptions())
      return Recorder().program.run([Array("--help".utf8)], in: session)
    }
    let full = unsafe open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(code(ByteStream(descriptor: full, name: "standard output")) == .inputOutput)
    #expect(errors.text.contains("standard output cannot be written to: No space left on device"))
    #expect(code(try Capture().stream, isClosed: true) == .inputOutput)
    #expect(errors.text.contains("standard output is closed"))
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(code(ByteStream(descriptor: ends[1], name: "standard output")) == .closedPipe)
  }

  @Test(
    "what the environment says about colours, redrawing and width",
    arguments: [
      ([:], true, .auto, true, true, 100), ([:], false, .auto, false, false, 100),
      (["NO_COLOR": "1"], true, .auto, true, false, 100),
      (["NO_COLOR": ""], true, .auto, true, true, 100),
      (["NO_COLOR": "1"], true, .always, true, true, 100),
      (["CLICOLOR": "0"], true, .auto, true, false, 100),
      (["CLICOLOR_FORCE": "1"], false, .auto, false, true, 100),
      (["CLICOLOR_FORCE": "0"], false, .auto, false, false, 100),
      (["TERM": "dumb"], true, .auto, false, false, 100),
      (["CI": "true"], true, .auto, false, true, 100),
      ([:], true, .never, true, false, 100),
      (["COLUMNS": "60"], true, .auto, true, true, 60),
      (["COLUMNS": "-1"], true, .auto, true, true, 80),
      (["COLUMNS": "x"], true, .auto, true, true, 80),
    ] as [([String: String], Bool, CommonOptions.ColorChoice, Bool, Bool, Int)])
  func terminal(
    environment: [String: String], isTerminal: Bool, color: CommonOptions.ColorChoice,
    canRedraw: Bool, usesColor: Bool, columns: Int
  ) {
    let terminal = Terminal(
      isTerminal: isTerminal, columns: environment["COLUMNS"] == nil ? 100 : nil,
      environment: environment, color: color)
    #expect(terminal.canRedraw == canRedraw)
    #expect(terminal.usesColor == usesColor)
    #expect(terminal.columns == columns)
  }
}

@Suite("Signals stop the program in an orderly way")
struct SignalTests {
  @Test("the first signal asks for the end, and its code is known", arguments: [SIGINT, SIGTERM])
  func first(number: Int32) async {
    await #expect(processExitsWith: .exitCode(128 + number)) { [number] in
      let signals = Signals()
      let cancellation = Cancellation()
      signals.listen(cancel: cancellation, report: {})
      kill(getpid(), number)
      for _ in 0..<5000 where !cancellation.isCancelled { usleep(1000) }
      if !cancellation.isCancelled { exit(98) }
      let program = Program(commands: [
        .check { _, _ in throw FilmError(.cancelled, "cancelled") }
      ])
      let session = Session(
        standardOutput: .standardOutput, standardError: .standardError, environment: [:],
        processors: 1, cancellation: cancellation, options: CommonOptions())
      let code = program.run(
        [Array("check".utf8), Array("a".utf8)], in: session, stopCode: { signals.exitCode })
      exit(code.rawValue)
    }
  }

  @Test("the second signal ends the program at once")
  func second() async {
    await #expect(processExitsWith: .exitCode(143)) {
      let signals = Signals()
      let cancellation = Cancellation()
      signals.listen(cancel: cancellation, report: {})
      kill(getpid(), SIGINT)
      for _ in 0..<5000 where !cancellation.isCancelled { usleep(1000) }
      kill(getpid(), SIGTERM)
      sleep(5)
      exit(99)
    }
  }

  @Test("work that waits for a reader that does not read ends two seconds after a signal")
  func stalled() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Signals.limitGrace()
      Signals().listen(cancel: Cancellation(), report: {})
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { exit(98) }
      kill(getpid(), SIGINT)
      try? ByteStream(descriptor: ends[1], name: "pipe").write(
        [UInt8](repeating: 0, count: 10_000_000))
      exit(99)
    }
  }

  @Test("a signal that was ignored before stays ignored; SIGUSR1 reports")
  func ignored() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGINT, SIG_IGN)
      let signals = Signals()
      let cancellation = Cancellation()
      let reported = DispatchSemaphore(value: 0)
      signals.listen(cancel: cancellation, report: { reported.signal() })
      kill(getpid(), SIGINT)
      kill(getpid(), SIGUSR1)
      _ = reported.wait(timeout: .now() + 5)
      usleep(50_000)
      exit(cancellation.isCancelled ? 1 : 7)
    }
  }

  // Asked of the program itself, started by a shell with what is closed: in a process of the test
  // runner, any other thread may open a file and so take the number that was just given back.
  @Test("descriptors that are closed at the start lead to the null device, not to a file")
  func closedDescriptors() throws {
    let scratch = try ScratchFolder()
    let scene =
      ReferenceData.root.appendingPathComponent("Examples/banner/banner.folio.yaml").path
    #expect(try shell(#"exec "$@" >&- 2>/dev/null"#, ["--help"]) == 74)
    #expect(try shell(#"exec "$@" <&- >&- 2>&-"#, ["--help"]) == 74)
    let words = ["render", scene, "--frames", "0-3", "-o"]
    #expect(try shell(#"exec "$@" >/dev/null 2>&1"#, words + [scratch.file("open")]) == 0)
    #expect(try shell(#"exec "$@" <&- >&- 2>&-"#, words + [scratch.file("closed")]) == 0)
    let files = try scratch.contents(of: "closed")
    #expect(files.count == 5)
    #expect(try scratch.contents(of: "open") == files)
  }

  /// Lets a shell run a line of which `$@` is the program with its arguments.
  ///
  /// - Returns: The exit code.
  private func shell(_ line: String, _ arguments: [String]) throws -> Int32 {
    // The test bundle and the program lie in one folder.
    let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", line, "sh", products.appendingPathComponent("folioscope").path] + arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }
}
