import Foundation

/// Which goldens a test run touched, so that those nobody needs can be found.
///
/// Where the variable `GOLDEN_TRACK` names a folder, each process of the run writes a file there: how
/// it was started, a line for each golden, and a line at its end. Whether tests were left out cannot
/// be seen from the goldens; so the command line of the run decides, and a run that was filtered, or
/// of which a process did not finish, proves nothing.
public final class GoldenTracker: @unchecked Sendable {
  private let lock = NSLock()
  private let path: String
  private var seen: Set<String> = []

  /// Begins the file of this process in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - process: The number of this process.
  ///   - isFiltered: Whether the run leaves tests out.
  public init(folder: String, process: Int32, isFiltered: Bool) throws(GoldenError) {
    try FileSystem.makeFolder(folder)
    path = "\(folder)/\(process).txt"
    try FileSystem.write(Array("begin \(isFiltered ? "filtered" : "complete")\n".utf8), to: path)
  }

  /// Notes that a golden was used.
  public func touch(_ golden: String) {
    let resolved = FileSystem.resolved(golden)
    let isNew = lock.withLock { seen.insert(resolved).inserted }
    if isNew { append("golden \(resolved)\n") }
  }

  /// Notes that the process came to its end.
  public func finish() { append("end\n") }

  private func append(_ line: String) {
    lock.withLock {
      guard let handle = FileHandle(forWritingAtPath: path) else { return }
      _ = try? handle.seekToEnd()
      try? handle.write(contentsOf: Data(line.utf8))
      try? handle.close()
    }
  }

  /// What a run touched.
  struct Run {
    var touched: [String] = []
    var processes = 0
  }

  /// Reads the files of a run.
  ///
  /// - Throws: ``GoldenError`` where there are none, one was filtered, or one has no end.
  static func read(_ folder: String) throws(GoldenError) -> Run {
    var run = Run()
    for name in try FileSystem.names(in: folder) where name.hasSuffix(".txt") {
      let path = "\(folder)/\(name)"
      let text = String(decoding: try PictureFile.bytes(path: path), as: UTF8.self)
      let lines = text.split(separator: "\n").map(String.init)
      guard let first = lines.first, first.hasPrefix("begin ") else {
        throw .damaged(path: path, line: 1, reason: "expected \"begin\"")
      }
      guard first == "begin complete" else {
        throw .damaged(
          path: path, line: 1,
          reason: "the run was filtered, so goldens of other tests were not touched; run all tests")
      }
      guard lines.last == "end" else {
        throw .damaged(
          path: path, line: nil, reason: "the process did not finish; run all tests again")
      }
      run.processes += 1
      run.touched += lines.filter { $0.hasPrefix("golden ") }.map { String($0.dropFirst(7)) }
    }
    if run.processes == 0 {
      throw .notFound(path: folder, expected: "record of a test run (GOLDEN_TRACK)")
    }
    return run
  }

  /// Whether the test run that this process belongs to leaves tests out.
  ///
  /// SwiftPM starts one process for each test case when it runs in parallel, so the process's own
  /// arguments say nothing; those of the nearest ancestor that is SwiftPM do. Without one, as when a
  /// test bundle is started by hand, the process's own arguments decide.
  public static func isFilteredRun() -> Bool {
    var process = getppid()
    for _ in 0..<16 {
      guard process > 1,
        let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
        let status = FileManager.default.contents(atPath: "/proc/\(process)/stat")
      else { break }
      let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      if isPackageManager(arguments) { return isFiltering(arguments) }
      // "pid (name) state parent …"; the name may hold anything but its last parenthesis.
      let text = String(decoding: status, as: UTF8.self)
      guard let end = text.lastIndex(of: ")") else { break }
      let rest = text[text.index(after: end)...].split(separator: " ")
      guard rest.count > 1, let parent = Int32(rest[1]) else { break }
      process = parent
    }
    let own = CommandLine.arguments
    return isFiltering(own) || own.dropFirst().contains { !$0.hasPrefix("-") && $0.contains("/") }
  }

  static func isPackageManager(_ arguments: [String]) -> Bool {
    guard let program = arguments.first?.split(separator: "/").last else { return false }
    return program == "swift-test" || program == "swift-package"
      || (program == "swift" && arguments.dropFirst().first == "test")
  }

  /// Whether arguments of `swift test` leave tests out.
  static func isFiltering(_ arguments: [String]) -> Bool {
    let options =
      ["--filter", "--skip", "--specifier", "-s", "--list-tests", "--disable-xctest"]
      + ["--disable-swift-testing"]
    return arguments.contains { argument in
      options.contains { argument == $0 || argument.hasPrefix($0 + "=") }
    }
  }
}
