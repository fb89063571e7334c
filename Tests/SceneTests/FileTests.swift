import Foundation
import TestSupport
import Testing

@testable import FolioScene

extension ScratchFolder {
  func write(_ name: String, _ text: String) throws { try write(text, to: name) }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  func makePipe(_ name: String) { _ = unsafe mkfifo(file(name), 0o600) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  /// The faults of a scene in the folder, with the folder's own name taken out.
  func report(_ name: String, options: SceneReader.Options = .init()) -> (
    text: String, status: Int32
  ) {
    do {
      let document = try SceneReader(options: options).read(contentsOf: "\(path)/\(name)")
      return (document.warnings.rendered().replacing(path, with: "DIR"), 0)
    } catch {
      return (error.rendered().replacing(path, with: "DIR"), error.exitStatus)
    }
  }
}

@Suite("Files are looked up, never waited for, and what is wrong with them is told")
struct FileTests {
  @Test func `many faults of one scene are told in one reading`() throws {
    let folder = try ScratchFolder()
    try folder.makeFolder("art/folder.png")
    folder.makePipe("art/pipe.png")
    try folder.write("art/good.png", "x")
    try folder.write(
      "card.folio.yaml",
      """
      folioscope: 1
      canvas: { width: 320, height: 180, fps: 30 }
      pages:
        - id: first
          background: #FF0000
          layers:
            - text: Hello
              stlye: h1
              size: 14
              size: 15
            - { text: Wide, opacity: very }
            - { text: Bold, weight: 1000 }
            - { image: art/none.png }
            - { image: art/folder.png }
            - { image: art/pipe.png }
            - { image: art/good.png }
      timeline:
        - { at: 1s, end: true }

      """)
    let start = ContinuousClock.now
    let (text, status) = folder.report("card.folio.yaml")
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(status == 65)
    #expect(
      text == """
        DIR/card.folio.yaml:5:17: error: background: a colour is expected, the value is empty
            5 |     background: #FF0000
              |                 ^~~~~~~ YAML reads this as a comment; write '#FF0000' or FF0000
        DIR/card.folio.yaml:8:9: error: unknown key "stlye" in pages[0].layers[0]
            8 |         stlye: h1
              |         ^~~~~ did you mean "style"?  (also here: text, id, frame)
        DIR/card.folio.yaml:10:9: error: the key "size" is given twice
           10 |         size: 15
              |         ^~~~ remove one
        DIR/card.folio.yaml:9:9: note: first given here
        DIR/card.folio.yaml:11:32: error: opacity: a number is expected, found "very"
           11 |       - { text: Wide, opacity: very }
              |                                ^~~~
        DIR/card.folio.yaml:12:31: error: weight: 1000 is out of range
           12 |       - { text: Bold, weight: 1000 }
              |                               ^~~~ the range is 100 to 900
        DIR/card.folio.yaml:13:18: error: image: art/none.png not found; looked in DIR/
           13 |       - { image: art/none.png }
              |                  ^~~~~~~~~~~~ paths count from the file they are written in
        DIR/card.folio.yaml:14:18: error: image: art/folder.png is a folder, not an image
           14 |       - { image: art/folder.png }
              |                  ^~~~~~~~~~~~~~ name a regular file; looked in DIR/
        DIR/card.folio.yaml:15:18: error: image: art/pipe.png is a pipe, not an image
           15 |       - { image: art/pipe.png }
              |                  ^~~~~~~~~~~~ name a regular file; looked in DIR/
        """)
  }

  static func scene(_ image: String) -> String {
    """
    folioscope: 1
    canvas: { width: 32, height: 18, duration: 1s }
    pages: [{ id: a, background: \(image) }]
    """
  }

  @Test func `files outside the scene's folder need a permission`() throws {
    let folder = try ScratchFolder()
    try folder.write("outside.png", "x")
    try folder.makeFolder("in")
    try folder.link("in/link.png", to: "../outside.png")
    try folder.write("in/up.yaml", FileTests.scene("../outside.png"))
    try folder.write("in/link.yaml", FileTests.scene("./link.png"))
    try folder.write("in/absolute.yaml", FileTests.scene("\(folder.path)/outside.png"))
    for name in ["up", "link", "absolute"] {
      let (text, status) = folder.report("in/\(name).yaml")
      #expect(
        text.contains("3:30: error: background: ") && text.contains("lies outside"), "\(name)")
      #expect(status == 65)
      let allowed = folder.report("in/\(name).yaml", options: .init(allowsOutsideFiles: true))
      #expect(allowed.text.isEmpty && allowed.status == 0)
    }
  }

  @Test func `links within the folder are followed, dangling ones are missing`() throws {
    let folder = try ScratchFolder()
    try folder.write("a.png", "x")
    try folder.link("b.png", to: "a.png")
    try folder.link("c.png", to: "nothing")
    try folder.link("d.png", to: "d.png")
    try folder.write("b.yaml", FileTests.scene("b.png"))
    try folder.write("c.yaml", FileTests.scene("c.png"))
    try folder.write("d.yaml", FileTests.scene("d.png"))
    #expect(folder.report("b.yaml").status == 0)
    let missing = folder.report("c.yaml")
    #expect(missing.status == 66 && missing.text.contains("c.png not found; looked in DIR/"))
    let circle = folder.report("d.yaml")
    #expect(circle.status == 66 && circle.text.contains("d.png cannot be opened"))
  }

  @Test func `a device is no picture`() throws {
    let folder = try ScratchFolder()
    try folder.write("a.yaml", FileTests.scene("/dev/zero"))
    let (text, status) = folder.report("a.yaml", options: .init(allowsOutsideFiles: true))
    #expect(status == 65 && text.contains("/dev/zero is a device, not an image"))
  }

  @Test func `scenes that cannot be opened`() throws {
    let folder = try ScratchFolder()
    try folder.makeFolder("folder.yaml")
    folder.makePipe("pipe.yaml")
    #expect(folder.report("none.yaml") == ("DIR/none.yaml: error: the scene does not exist", 66))
    #expect(
      folder.report("folder.yaml") == (
        "DIR/folder.yaml: error: a scene is a file; this is a folder", 65
      ))
    #expect(
      folder.report("pipe.yaml") == ("DIR/pipe.yaml: error: a scene is a file; this is a pipe", 65))
  }

  @Test func `what may not be read is told apart from what is not there`() throws {
    guard geteuid() != 0 else { return }
    let folder = try ScratchFolder()
    try folder.write("a.png", "x")
    try folder.write("a.yaml", FileTests.scene("a.png"))
    _ = unsafe chmod("\(folder.path)/a.png", 0)
    #expect(folder.report("a.yaml").status == 77)
    _ = unsafe chmod("\(folder.path)/a.yaml", 0)
    #expect(
      folder.report("a.yaml").text.contains("the scene may not be read"))
  }

  @Test func `a file over its limit is refused`() throws {
    let folder = try ScratchFolder()
    try folder.write("big.png", "")
    #expect(unsafe truncate("\(folder.path)/big.png", (256 << 20) + 1) == 0)
    try folder.write("a.yaml", FileTests.scene("big.png"))
    #expect(
      folder.report("a.yaml").text.contains(
        "big.png has 268435457 bytes; the limit for an image is 268435456"))
    #expect(unsafe truncate("\(folder.path)/big.png", 256 << 20) == 0)
    #expect(folder.report("a.yaml").status == 0)
    try folder.write("b.yaml", "")
    #expect(unsafe truncate("\(folder.path)/b.yaml", (16 << 20) + 1) == 0)
    #expect(
      folder.report("b.yaml").text
        == "DIR/b.yaml: error: the file has 16777217 bytes; the limit is 16777216")
  }

  @Test func `paths count from the file they are written in, also in included files`() throws {
    let folder = try ScratchFolder()
    try folder.write("shared/fonts/a.ttf", "x")
    try folder.write(
      "shared/styles.yaml", "fonts: { head: fonts/a.ttf }\nstyles: { h1: { font: head, size: 20 } }"
    )
    try folder.write(
      "a.yaml",
      """
      folioscope: 1
      include: shared/styles.yaml
      styles: { h1: { color: red } }
      canvas: { width: 32, height: 18, duration: 1s }
      pages: [{ layers: [{ text: Hi, style: h1 }] }]
      """)
    let document = try SceneReader().read(contentsOf: "\(folder.path)/a.yaml")
    #expect(document.scene.fonts[0].sources[0].path.resolved == "\(folder.path)/shared/fonts/a.ttf")
    guard case .text(let text) = document.scene.pages[0].layers[0].content else { return }
    // Maps of both files are merged key by key.
    #expect(text.style.size == 20 && text.style.color == ColorTests.red)
    #expect(
      document.sources.map(\.path) == [
        "\(folder.path)/a.yaml", "\(folder.path)/shared/styles.yaml",
      ])
  }

  @Test func `a fault in an included file is told there, after those of the scene`() throws {
    let folder = try ScratchFolder()
    try folder.write("s.yaml", "styles:\n  h1: { size: big }\npager: { spacing: 3 }\n")
    try folder.write(
      "a.yaml",
      """
      folioscope: 1
      include: [s.yaml]
      pager: { spacing: 4, lop: true }
      canvas: { width: 32, height: 18, duration: 1s }
      pages: []
      """)
    #expect(
      folder.report("a.yaml").text == """
        DIR/a.yaml:3:22: error: unknown key "lop" in pager
            3 | pager: { spacing: 4, lop: true }
              |                      ^~~ did you mean "loop"?  (also here: preset, frame, transition)
        DIR/s.yaml:2:15: error: size: a number is expected, found "big"
            2 |   h1: { size: big }
              |               ^~~
        """)
  }

  @Test func `files that include one another are refused`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "a.yaml",
      "include: b.yaml\nfolioscope: 1\ncanvas: { width: 3, height: 3, duration: 1s }\npages: []")
    try folder.write("b.yaml", "include: c.yaml")
    try folder.write("c.yaml", "include: a.yaml")
    let (text, status) = folder.report("a.yaml")
    #expect(status == 65)
    #expect(
      text.contains("DIR/c.yaml:1:10: error: include: a.yaml includes itself, through 3 files"))
  }

  @Test func `strings come from a file of the locale`() throws {
    let folder = try ScratchFolder()
    try folder.write("strings/en.yaml", "title: { 1: Hello, 2: World }\n")
    try folder.write("strings/de.yaml", "title: { 1: Hallo, 2: Welt }\n")
    try folder.write(
      "a.yaml",
      """
      folioscope: 1
      locale: en
      strings: { file: 'strings/${locale}.yaml' }
      canvas: { width: 32, height: 18, duration: 1s }
      pages:
        repeat: 2
        page: { layers: [{ text: '${strings.title.${n}}, ${n}' }] }
      """)
    func texts(_ options: SceneReader.Options) throws -> [String] {
      try SceneReader(options: options).read(contentsOf: "\(folder.path)/a.yaml").scene.pages
        .compactMap { page in
          if case .text(let text)? = page.layers.first?.content { text.text } else { nil }
        }
    }
    #expect(try texts(.init()) == ["Hello, 1", "World, 2"])
    #expect(try texts(.init(locale: "de")) == ["Hallo, 1", "Welt, 2"])
    let (text, status) = folder.report("a.yaml", options: .init(locale: "fr"))
    #expect(status == 66 && text.contains("strings/fr.yaml not found"))
  }

  @Test func `variables are set from outside`() throws {
    let text = """
      folioscope: 1
      vars: { title: Hello, long: 'Say ${vars.title}!' }
      canvas: { width: 32, height: 18, duration: 1s }
      pages: [{ layers: [{ text: '${vars.long} $${kept}' }] }]
      """
    func read(_ variables: [(name: String, value: String)]) throws -> String? {
      let reader = SceneReader(options: .init(variables: variables, checksFiles: false))
      let scene = try reader.read(Array(text.utf8), path: "s.yaml").scene
      guard case .text(let text)? = scene.pages[0].layers.first?.content else { return nil }
      return text.text
    }
    #expect(try read([]) == "Say Hello! ${kept}")
    #expect(try read([("title", "Bye ${vars.x}")]) == "Say Bye ${vars.x}! ${kept}")
    #expect {
      _ = try read([("titel", "x")])
    } throws: { error in
      "\(error)"
        == #"s.yaml: error: the scene has no variable "titel" to set; did you mean "title"?"#
    }
  }
}
