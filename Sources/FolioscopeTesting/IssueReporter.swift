// A failure must reach the framework that runs the test. `XCTFail` inside of a Swift Testing test is
// lost, and so is `Issue.record` inside of an XCTest: either way the test passes. So the framework is
// told apart first. Swift Testing sets a task-local test; a detached task does not inherit it, but
// SwiftPM runs each framework in a process of its own and names Swift Testing in its arguments, and
// there an issue without a test still fails the run.

import FolioGolden
import Testing
import XCTest

/// A place in a test's source.
struct GoldenSite: Sendable {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  /// The place as compilers print it.
  var description: String { "\(filePath):\(line):\(column)" }

  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}

/// Reports to whichever test framework runs.
enum IssueReporter {
  /// Whether Swift Testing runs the code that asks.
  static var isSwiftTesting: Bool {
    if Test.current != nil { return true }
    let arguments = CommandLine.arguments
    return arguments.contains("--testing-library=swift-testing")
      || zip(arguments, arguments.dropFirst()).contains {
        $0 == "--testing-library" && $1 == "swift-testing"
      }
  }

  /// Fails the test.
  static func fail(_ message: String, at site: GoldenSite) {
    if isSwiftTesting {
      Issue.record(Comment(rawValue: message), sourceLocation: site.sourceLocation)
    } else {
      XCTFail(message, file: site.filePath, line: site.line)
    }
  }

  /// Says something that does not fail the test.
  static func warn(_ message: String, at site: GoldenSite) {
    if isSwiftTesting {
      Issue.record(
        Comment(rawValue: message), severity: .warning, sourceLocation: site.sourceLocation)
    } else {
      print("\(site.filePath):\(site.line): warning: \(message)")
    }
  }

  /// Attaches a file to the test, where the framework can: XCTest on Linux cannot.
  static func attach(_ attachment: GoldenSession.Attachment, at site: GoldenSite) {
    guard isSwiftTesting else { return }
    Attachment.record(
      attachment.bytes, named: attachment.name, sourceLocation: site.sourceLocation)
  }
}
