import FolioGolden
import Foundation

/// What a test process knows of all its golden assertions.
final class GoldenProcess: @unchecked Sendable {
  static let shared = GoldenProcess()

  let environment = ProcessInfo.processInfo.environment

  private let lock = NSLock()
  private var sites: [String: String] = [:]
  private var hasSpoken = false
  private var tracker: GoldenTracker?
  private var trackerFault: GoldenError?

  private init() {
    guard let folder = environment["GOLDEN_TRACK"], !folder.isEmpty else { return }
    do throws(GoldenError) {
      tracker = try GoldenTracker(
        folder: folder, process: ProcessInfo.processInfo.processIdentifier,
        isFiltered: GoldenTracker.isFilteredRun())
      atexit { GoldenProcess.shared.tracker?.finish() }
    } catch {
      trackerFault = error
    }
  }

  /// Notes that an assertion uses a golden.
  ///
  /// - Throws: ``GoldenError/usage(_:)`` if another assertion uses it too: each would overwrite what
  ///   the other one recorded.
  func claim(_ path: String, by site: String) throws(GoldenError) {
    if let trackerFault { throw trackerFault }
    let other = lock.withLock { () -> String? in
      if let known = sites[path], known != site { return known }
      sites[path] = site
      return nil
    }
    if let other {
      throw .usage(
        "two assertions share the golden \(path): \(other) and \(site); give them different names")
    }
    tracker?.touch(path)
  }

  /// Prints the record mode once for the process.
  func announce(_ policy: RecordPolicy, path: String) {
    let isFirst = lock.withLock {
      defer { hasSpoken = true }
      return !hasSpoken
    }
    if isFirst {
      print(
        "Goldens: record mode \(policy.mode.rawValue) by \(policy.origin); the first is \(path)")
    }
  }

  /// The folder for what a failure leaves: `GOLDEN_ARTIFACTS`, else `golden-failures` beside the test
  /// bundle.
  var artifacts: String {
    if let folder = environment["GOLDEN_ARTIFACTS"], !folder.isEmpty { return folder }
    let bundle = CommandLine.arguments.first ?? ""
    let folder = (bundle as NSString).deletingLastPathComponent
    return folder.isEmpty ? "golden-failures" : folder + "/golden-failures"
  }
}
