import Foundation

/// A scratch folder that goes away with the value.
final class Scratch {
  let path: String

  init() throws {
    var random = SystemRandomNumberGenerator()
    path = NSTemporaryDirectory() + "folio-testing-\(random.next())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
