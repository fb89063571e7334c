import Foundation
import TestSupport

@testable import FolioTypography

/// The fonts that ship, from the source tree.
enum Fixtures {
  static let fontFolder = ReferenceData.root.appendingPathComponent("fonts").path

  static func engine(limits: TextLimits = TextLimits()) -> TextEngine {
    TextEngine(fonts: FontBook(folders: [fontFolder]), limits: limits)
  }

  /// A scratch folder that is gone after the closure.
  static func withFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("folio-typography-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

extension ParagraphLayout {
  /// The text of each line, by its source range.
  func lineTexts(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return lines.map { line in
      var result = ""
      result.unicodeScalars.append(contentsOf: scalars[line.range])
      return result
    }
  }

  /// All glyph ids from left to right, line by line.
  var glyphIDs: [GlyphID] { lines.flatMap { $0.runs.flatMap { $0.glyphs.map(\.id) } } }
}
