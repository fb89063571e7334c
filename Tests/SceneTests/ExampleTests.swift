import FolioGeometry
import FolioNumerics
import FolioRaster
import Testing

@testable import FolioScene

/// Reads a scene from text without looking at any file.
func read(_ text: String, path: String = "scene.folio.yaml") throws(DiagnosticList) -> Scene {
  try SceneReader(options: .init(checksFiles: false)).read(Array(text.utf8), path: path).scene
}

/// The faults of a scene as text; empty if it has none.
func faults(_ text: String, path: String = "scene.folio.yaml") -> String {
  do {
    _ = try read(text, path: path)
    return ""
  } catch {
    return error.rendered(limit: 1000)
  }
}

@Suite("The complete example scenes are read to the values they state")
struct ExampleTests {
  @Test func walkthrough() throws {
    let scene = try read(Examples.walkthrough)
    #expect(scene.name == "walkthrough")
    #expect(scene.canvas.pixelWidth == 1179 && scene.canvas.pixelHeight == 2556)
    #expect(scene.pages.map(\.id) == ["plan", "share", "start"])
  }
  @Test func banner() throws {
    let scene = try read(Examples.banner)
    #expect(scene.pages.count == 3)
  }
  @Test func rightToLeft() throws {
    let scene = try read(Examples.rightToLeft)
    #expect(scene.pages.count == 5)
  }
}
