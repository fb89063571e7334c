import FolioSequence
import Testing

@Suite("Frames sort by name as they do by number")
struct FrameNameTests {
  @Test(
    "each form of a pattern, the first frame's name and what ffmpeg gets",
    arguments: [
      ("frame-%05d.png", 150, 0, "frame-00000.png", "frame-%05d.png"),
      ("frame-%d.png", 150, 0, "frame-00000.png", "frame-%05d.png"),
      ("p_####.png", 150, 1001, "p_1001.png", "p_%04d.png"),
      ("#.png", 150, 0, "000.png", "%03d.png"),
      ("{scene}-{frame}.png", 150, 0, "banner-00000.png", "banner-%05d.png"),
      ("100%%-####.png", 150, 0, "100%-0000.png", "100%%-%04d.png"),
      ("{{a}}-%03d.png", 10, 0, "{a}-000.png", "{a}-%03d.png"),
      ("frame-%03d.png", 100_001, 0, "frame-000000.png", "frame-%06d.png"),
      ("%05d", 3, 0, "00000", "%05d"),
      ("still.png", 1, 0, "still.png", "still.png"),
      ("50%%.png", 1, 0, "50%.png", "50%%.png"),
      ("bild-é-%05d.png", 2, 0, "bild-é-00000.png", "bild-é-%05d.png"),
    ])
  func forms(pattern: String, count: Int, first: Int, name: String, printf: String) throws {
    let names = try FrameName(
      pattern: pattern, scene: "banner", frameCount: count, firstNumber: first)
    #expect(names.name(of: 0) == name)
    #expect(names.printfPattern == printf)
    let again = try FrameName(
      pattern: names.printfPattern.replacing("{", with: "{{").replacing("}", with: "}}"),
      scene: "", frameCount: count, firstNumber: first)
    #expect(again == names)
  }

  @Test(
    "R17: one width for the whole timeline, at least five",
    arguments: [1, 60, 99_999, 100_000, 100_001, 1_000_000])
  func width(count: Int) throws {
    let names = try FrameName(pattern: "frame-%05d.png", scene: "", frameCount: count)
    let frames = [0, 1, 9, 10, 99, 9_999, 10_000, 99_999, 100_000, 999_999].filter { $0 < count }
    let texts = frames.map(names.name(of:))
    #expect(Set(texts.map(\.utf8.count)).count == 1)
    #expect(texts == texts.sorted())
    #expect(names.width == max(5, String(count - 1).count))
  }

  @Test(
    "R18: what gives no file names is refused",
    arguments: [
      ("frame.png", "150 frames need a number in their name"),
      ("%05d-%05d.png", "two numbers"),
      ("{frame}-####.png", "two numbers"),
      ("frame-%s.png", "begins no number"),
      ("frame-%5d.png", "begins no number"),
      ("frame-%", "begins no number"),
      ("frame-%05x.png", "begins no number"),
      ("{page}-%05d.png", "{page} is unknown"),
      ("{frame.png", "not closed"),
      ("frame}-%05d.png", "closes nothing"),
      ("a/%05d.png", "holds a \"/\""),
      ("%099d.png", "too wide"),
      (".%05d.png", "begins with a dot"),
      ("folioscope-manifest-%05d.json", "belong to the manifest"),
      (String(repeating: "a", count: 250) + "%05d", "bytes; at most 200"),
      ("a\n%05d", "control character"),
    ])
  func refused(pattern: String, reason: String) {
    let error = #expect(throws: FrameNameError.self) {
      try FrameName(pattern: pattern, scene: "banner", frameCount: 150)
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("a scene's name that is no file name is refused with its pattern")
  func sceneNames() {
    #expect(throws: FrameNameError.self) {
      try FrameName(pattern: "{scene}-%05d.png", scene: "a/b", frameCount: 2)
    }
    #expect(throws: FrameNameError.self) {
      try FrameName(pattern: "{scene}", scene: "", frameCount: 1)
    }
  }
}
