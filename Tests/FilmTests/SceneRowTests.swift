import FolioFilm
import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@Suite("A scene's frame drawn some rows at a time is the frame")
struct SceneRowTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func film(_ path: String) throws -> SceneFilm {
    try SceneLoader(fontFolders: FontFolders.standard()).load(path).film
  }

  /// Draws frames whole, and in bands of several heights, each on what another frame has left.
  private func check(_ film: SceneFilm, frames: [Int]) throws {
    var random = SplitMix64(seed: 7)
    for frame in frames {
      let state = film.state(of: frame)
      var whole = Bitmap(width: film.width, height: film.height)
      film.draw(state, into: &whole)
      let draw = try #require(film.rows(of: state))
      let bandHeight = 1 + Int(random.next() % 150)
      var band = Bitmap(
        width: film.width, height: bandHeight, color: Color(red: 1, green: 2, blue: 3, alpha: 77))
      var top = 0
      while top < film.height {
        let rows = top..<min(top + 1 + Int(random.next() % UInt64(bandHeight)), film.height)
        try draw(rows, &band, top)
        // Not in the expectation, which would print all pixels.
        let isSame =
          band.pixels[..<(rows.count * film.width)]
          == whole.pixels[(rows.lowerBound * film.width)..<(rows.upperBound * film.width)]
        #expect(isSame, "frame \(frame), rows \(rows), \(film.hasAlpha)")
        top = rows.upperBound
      }
    }
  }

  @Test(
    "in the examples",
    arguments: [
      ("welcome", [0, 110, 200, 310, 440, 570]), ("artwork", [0]), ("banner", [0, 249]),
    ])
  func examples(name: String, frames: [Int]) throws {
    let root = ReferenceData.root.appendingPathComponent("Examples/\(name)/\(name).folio.yaml")
    try check(try film(root.path), frames: frames)
  }

  @Test("over a transparent ground, with layers behind and above, pages that move up")
  func ground() throws {
    for ground in ["transparent", "'#336699'"] {
      try folder.write(
        """
        folioscope: 1
        name: rows
        canvas: { width: 60, height: 150, scale: 2, fps: 10, duration: 2s, background: \(ground) }
        behind: [{ shape: ellipse, fill: '#FF000080', frame: { x: 0, y: 0, w: 60, h: 150 } }]
        above: [{ shape: rect, fill: '#00FF0080', frame: { x: 20, y: 70, w: 9.5, h: 31.3 } }]
        pager: { axis: vertical, loop: true, frame: { x: 5, y: 10, w: 50, h: 120 }, autoplay: { every: 300ms, duration: 300ms } }
        pageControl: { position: bottom-center }
        pages:
          - { id: a, background: 3478F6, layers: [{ shape: star, fill: white, frame: { x: 5, y: 5, w: 30, h: 30 } }] }
          - { id: b, layers: [{ shape: rect, fill: '#FFFFFF80', frame: { x: 5, y: 5, w: 30, h: 30 } }] }
        """, to: "rows.folio.yaml")
      let film = try film(folder.file("rows.folio.yaml"))
      #expect(film.hasAlpha == (ground == "transparent"))
      try check(film, frames: [0, 1, 4, 5, 7, 19])
    }
  }

  @Test("layers behind the pager lie on the ground, whatever was drawn before")
  func behind() throws {
    for (name, alpha) in [("transparent", 0), ("'#204060'", 255)] as [(String, UInt8)] {
      try folder.write(
        """
        folioscope: 1
        name: behind
        canvas: { width: 8, height: 8, fps: 10, duration: 1s, background: \(name) }
        behind: [{ shape: rect, fill: '#FF000080', frame: { x: 0, y: 0, w: 4, h: 8 } }]
        pages: []
        """, to: "behind.folio.yaml")
      let film = try film(folder.file("behind.folio.yaml"))
      var bitmap = Bitmap(width: 8, height: 8, color: Color(red: 9, green: 9, blue: 9))
      film.draw(film.state(of: 0), into: &bitmap)
      let ground = Color(red: 0x20, green: 0x40, blue: 0x60, alpha: alpha).premultiplied
      #expect(bitmap[6, 4] == ground)
      // Source-over on premultiplied channels, with one rounding of what shines through.
      let layer = Color(red: 255, green: 0, blue: 0, alpha: 0x80).premultiplied
      for shift in [0, 8, 16, 24] as [UInt32] {
        let (above, below) = ((layer >> shift) & 255, (ground >> shift) & 255)
        let expected = above + (below * 127 * 2 + 255) / 510
        #expect((bitmap[2, 4] >> shift) & 255 == expected)
      }
    }
  }

  @Test("the folder is that of an encoder that takes whole pictures", arguments: [1, 3])
  func folders(jobs: Int) throws {
    try folder.write(
      """
      folioscope: 1
      name: rows
      canvas: { width: 60, height: 150, scale: 2, fps: 10, duration: 3s, background: white }
      pager: { loop: true, autoplay: { every: 500ms, duration: 300ms } }
      pageControl: { position: bottom-center }
      pages:
        - { id: a, background: { linear: [FA5C54, 5C3DF0], angle: 135 } }
        - { id: b, background: 3478F6, layers: [{ shape: star, fill: white, frame: { x: 5, y: 5, w: 30, h: 30 } }] }
      """, to: "rows.folio.yaml")
    let film = try film(folder.file("rows.folio.yaml"))
    let info = try film.info(sourceDigest: SHA256.hash([1]))
    let encoder = try film.encoder()
    let whole = FrameEncoder { bitmap, _ in
      let other = try film.encoder()
      return try other.file(of: bitmap)
    }
    for (name, encoder) in [("rows", encoder), ("whole", whole)] {
      _ = try FilmWriter.write(
        film, info: info, frames: info.allFrames, to: folder.path(name),
        options: FilmOptions(jobs: jobs), encoder: encoder)
    }
    #expect(try folder.contents("rows") == folder.contents("whole"))
    #expect(try folder.names("rows").count == 31)
  }
}
