import FolioScene
import FolioTypography
import Testing

@Suite("The text styles of iOS that scenes may name are Typography's")
struct SystemTextStyleTests {
  @Test("every one, by font, weight, size, line and tracking", arguments: SystemTextStyle.allCases)
  func equal(style: SystemTextStyle) throws {
    let scene = try #require(FolioScene.TextStyle.system(style.rawValue))
    let glyphs = style.textStyle()
    #expect([scene.font] == glyphs.fonts)
    #expect(scene.weight == glyphs.weight)
    #expect(scene.size == glyphs.size)
    #expect(scene.line == style.lineHeight())
    #expect((scene.tracking - glyphs.tracking).magnitude < 1e-9)
  }

  @Test("no other name is one")
  func unknown() { #expect(FolioScene.TextStyle.system("title4") == nil) }
}
