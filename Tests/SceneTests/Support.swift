import Testing

@testable import FolioScene

/// Reads a scene from text without looking at any file.
func read(_ text: String, path: String = "s.yaml") throws(DiagnosticList) -> Scene {
  try SceneReader(options: .init(checksFiles: false)).read(Array(text.utf8), path: path).scene
}

/// The faults of a scene; none if it can be read.
func faults(_ text: String, path: String = "s.yaml") -> DiagnosticList {
  faults(Array(text.utf8), path: path)
}

/// The faults of a scene; its warnings if it can be read.
func faults(_ bytes: [UInt8], path: String = "s.yaml") -> DiagnosticList {
  do {
    return try SceneReader(options: .init(checksFiles: false)).read(bytes, path: path).warnings
  } catch {
    return error
  }
}

/// A text with places marked by `«`: the text without the marks, and the line and column of each.
struct Marked {
  var text = ""
  var places: [(line: Int, column: Int)] = []

  init(_ marked: String) {
    var line = 1
    var column = 1
    for scalar in marked.unicodeScalars {
      if scalar == "«" {
        places.append((line, column))
        continue
      }
      text.unicodeScalars.append(scalar)
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
  }
}

/// A one-page scene of one second with some lines added.
func scene(_ lines: String, page: String = "{ id: a }", canvas: String = "") -> String {
  """
  folioscope: 1
  canvas: { width: 320, height: 180, duration: 1s\(canvas) }
  pages: [\(page)]
  \(lines)

  """
}
