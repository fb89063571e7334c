import FolioGolden
import Foundation
import Testing

/// Where the golden of an assertion lies.
///
/// `Goldens/<file stem>/<Suite.test>/<name>.golden` beside the test's source file. Where the variable
/// `GOLDEN_ROOT` is set it stands for the folder that holds the test targets:
/// `$GOLDEN_ROOT/<module>/Goldens/…`; so goldens are also found where the sources are not at the path
/// they were built from.
struct GoldenLocation {
  /// The golden's name, as a person gave it.
  let name: String
  /// The golden's folder.
  let path: String
  /// The path under the folder of the test targets without `.golden`, for artifacts.
  let id: String
  /// The command that runs the test alone: its name is a pattern that both frameworks know.
  let testCommand: String

  /// The location for an assertion.
  ///
  /// - Throws: ``GoldenError/usage(_:)`` for a parameterised test without a name, or sources that are
  ///   not where they were built from.
  init(
    name given: String?, folder: String?, site: GoldenSite, function: StaticString,
    environment: [String: String]
  ) throws(GoldenError) {
    let test = GoldenLocation.testName(Test.current, function: "\(function)")
    if given == nil, Test.current?.isParameterized == true {
      throw .usage(
        "a golden in a parameterised test needs a name that tells its cases apart: "
          + "expectGolden(…, named: \"…\")")
    }
    let isPlain = test.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "._".unicodeScalars.contains($0)
    }
    testCommand = "swift test --filter " + (isPlain ? test : "'\(test)'")
    name = given ?? test.split(separator: ".").last.map(String.init) ?? test
    let fileID = "\(site.fileID)".split(separator: "/").map(String.init)
    let module = fileID.first ?? "Tests"
    let file = fileID.last ?? "Tests.swift"
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    let folder = folder ?? "Goldens"
    let parts = [stem, test, name].map(GoldenName.fileName)
    let inside = parts.joined(separator: "/")
    let plainFolder = folder.split(separator: "/").filter { $0 != ".." && $0 != "." }
      .joined(separator: "/")
    id = ([GoldenName.fileName(module)] + (plainFolder.isEmpty ? [] : [plainFolder]) + [inside])
      .joined(separator: "/")
    if folder.hasPrefix("/") {
      path = "\(folder)/\(inside)\(GoldenName.folderExtension)"
    } else if let root = environment["GOLDEN_ROOT"], !root.isEmpty {
      path = "\(root)/\(module)/\(folder)/\(inside)\(GoldenName.folderExtension)"
    } else {
      let source = ("\(site.filePath)" as NSString).deletingLastPathComponent
      guard FileManager.default.fileExists(atPath: source) else {
        throw .usage(
          "the folder of the test's source, \(source), is not there; set GOLDEN_ROOT to the folder "
            + "that holds the test targets")
      }
      path = "\(source)/\(folder)/\(inside)\(GoldenName.folderExtension)"
    }
  }

  /// `Suite.test`: from Swift Testing's identifier, which reads `Module.Suite/test()/File.swift:1:2`;
  /// else the function's own name.
  static func testName(_ test: Test?, function: String) -> String {
    guard let test else { return plain(function) }
    let identifier = "\(test.id)"
    var parts = identifier.split(separator: "/").map(String.init)
    guard parts.count >= 2, let last = parts.last, last.contains(".swift:"),
      let dot = parts[0].firstIndex(of: ".")
    else { return plain(test.name) }
    parts[0] = String(parts[0][parts[0].index(after: dot)...])
    return parts.dropLast().map(plain).joined(separator: ".")
  }

  /// A function's name without its parameters and back ticks.
  private static func plain(_ function: String) -> String {
    String(function.prefix { $0 != "(" }).replacingOccurrences(of: "`", with: "")
  }
}
