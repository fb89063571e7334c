import FolioFilm
import FolioSequence
import Foundation
import TestSupport
import Testing

@Suite("A scene's digest is that of the files that decide its pixels, and of no others")
struct SceneLoaderTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func digest(_ pages: String, fonts: [String] = FontFolders.standard()) throws -> Digest {
    try folder.write(
      """
      folioscope: 1
      name: digest
      canvas: { width: 40, height: 30, duration: 1s }
      pages: [\(pages)]
      """, to: "scene.folio.yaml")
    return try SceneLoader(fontFolders: fonts).load(folder.file("scene.folio.yaml")).sourceDigest
  }

  @Test("the fonts that ship count where there is text, and are not read where there is none")
  func fonts() throws {
    let standard = try #require(
      FontFolders.standard().first { FileManager.default.fileExists(atPath: $0) })
    let other = folder.url.appendingPathComponent("fonts")
    try FileManager.default.copyItem(at: URL(fileURLWithPath: standard), to: other)
    try Data("a font that nothing asks for".utf8).write(to: other.appendingPathComponent("z.ttf"))
    let drawn = "{ id: a, background: 3478F6, layers: [{ shape: ellipse, fill: white }] }"
    #expect(try digest(drawn) == digest(drawn, fonts: [other.path]))
    for written in [
      "{ id: a, layers: [{ text: Hi, size: 9 }] }", "{ id: a, caption: { text: Hi, size: 9 } }",
      "{ id: a, layers: [{ group: [{ button: Hi, size: 9, frame: { w: 40, h: 20 } }] }] }",
    ] {
      #expect(try digest(written) != digest(written, fonts: [other.path]))
    }
  }

  @Test("every picture counts, wherever it is named")
  func pictures() throws {
    let names = ["coffee.png", "gravel.png"]
    for page in [
      "{ id: a, background: picture.png }", "{ id: a, layers: [{ image: picture.png }] }",
      "{ id: a, layers: [{ group: [{ image: picture.png }] }] }",
      """
      { id: a, layers: [{ group: [{ shape: rect, fill: red }],
        mask: [{ image: picture.png }] }] }
      """,
    ] {
      var digests: [Digest] = []
      for name in names {
        let target = folder.url.appendingPathComponent("picture.png")
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(
          at: ReferenceData.root.appendingPathComponent("Examples/banner/img/" + name), to: target)
        digests.append(try digest(page))
      }
      #expect(digests[0] != digests[1], "\(page)")
    }
  }
}
