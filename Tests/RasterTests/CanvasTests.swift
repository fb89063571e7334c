import Dispatch
import FolioGeometry
import Foundation
import TestSupport
import Testing

@testable import FolioRaster

@Suite("Groups and clips weigh what is drawn once")
struct CanvasTests {
  @Test("a canvas starts with its background and ends as a bitmap")
  func background() {
    let color = Color(red: 1, green: 2, blue: 3, alpha: 4)
    #expect(drawn(3, 2, background: color) { _ in } == Bitmap(width: 3, height: 2, color: color))
    let canvas = Canvas(width: 0, height: 7)
    #expect(canvas.width == 0 && canvas.height == 7)
    #expect(canvas.finish() == Bitmap(width: 0, height: 7))
  }

  @Test("two overlapping shapes in a half transparent group are as dark as one")
  func groupOpacity() {
    let picture = drawn(30, 10, background: .white) {
      $0.withLayer(opacity: 0.5) {
        $0.fill(Rect(x: 0, y: 0, width: 20, height: 10), with: black)
        $0.fill(Rect(x: 10, y: 0, width: 20, height: 10), with: black)
      }
    }
    #expect(picture.pixels.allSatisfy { $0 == picture.pixels[0] })
    #expect(picture.pixels[0] & 0xFF == 127)
  }

  @Test("a group of opacity 1 without a clip is what it holds, drawn on nothing, put over")
  func plainGroup() {
    let color = Color(red: 200, green: 10, blue: 40, alpha: 90)
    let direct = drawn(20, 20, background: .white) {
      $0.fill(ellipseIn: Rect(x: 2, y: 2, width: 15, height: 15), with: .color(color))
    }
    let grouped = drawn(20, 20, background: .white) {
      $0.withLayer {
        $0.fill(ellipseIn: Rect(x: 2, y: 2, width: 15, height: 15), with: .color(color))
      }
    }
    #expect(direct == grouped)
  }

  @Test("row 29: green, then black, both filling a group clipped to a circle")
  func row29() {
    let circle = Path(ellipseIn: Rect(x: 3, y: 3, width: 26, height: 26))
    let all = Rect(x: 0, y: 0, width: 32, height: 32)
    let alpha = coverage(32, 32) { $0.fill(circle, with: white) }
    let picture = drawn(32, 32) {
      $0.withLayer(clip: circle) {
        $0.fill(all, with: .color(green))
        $0.fill(all, with: .color(.black))
      }
    }
    for y in 0..<32 {
      for x in 0..<32 {
        let color = Color(premultiplied: picture[x, y])
        #expect(color.alpha == alpha[x, y])
        #expect(color.red == 0 && color.green == 0 && color.blue == 0)
      }
    }
  }

  @Test("a clip between pixels weighs its edge once, however much is drawn")
  func fractionalClip() {
    let picture = drawn(4, 1) {
      $0.withClip(Rect(x: 0.5, y: 0, width: 2, height: 1)) {
        for _ in 0..<5 { $0.fill(Rect(x: 0, y: 0, width: 4, height: 1), with: white) }
      }
    }
    #expect(picture.pixels.map { $0 >> 24 } == [128, 255, 128, 0])
  }

  @Test("clips nest, and end with their closure")
  func nestedClips() {
    let picture = drawn(10, 10) {
      $0.withClip(Rect(x: 1, y: 1, width: 6, height: 6)) {
        $0.withClip(Rect(x: 4, y: 4, width: 6, height: 6)) {
          $0.fill(Rect(x: 0, y: 0, width: 10, height: 10), with: white)
        }
      }
      $0.fill(Rect(x: 9, y: 9, width: 1, height: 1), with: white)
    }
    for y in 0..<10 {
      for x in 0..<10 {
        let inside = x >= 4 && x < 7 && y >= 4 && y < 7 || x == 9 && y == 9
        #expect(picture[x, y] == (inside ? 0xFFFF_FFFF : 0))
      }
    }
  }

  @Test("an error thrown in a group comes out, and the canvas is whole again")
  func errors() {
    struct Stop: Error {}
    var canvas = Canvas(width: 4, height: 4)
    var caught = false
    do {
      try canvas.withTransform(Affine(scaleX: 2, y: 2)) { c throws(Stop) in
        try c.withLayer(opacity: 0.5) { c throws(Stop) in
          c.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: white)
          throw Stop()
        }
      }
    } catch {
      caught = true
    }
    #expect(caught)
    #expect(canvas.transform == .identity)
    canvas.fill(Rect(x: 3, y: 3, width: 1, height: 1), with: white)
    let picture = canvas.finish()
    #expect(picture[0, 0] >> 24 == 128)
    #expect(picture[3, 3] >> 24 == 255)
  }

  @Test("maps nest from the inside out")
  func transforms() {
    let picture = drawn(20, 20) {
      $0.withTransform(Affine(translationX: 4, y: 2)) {
        $0.withTransform(Affine(scaleX: 2, y: 3)) {
          $0.fill(Rect(x: 1, y: 1, width: 1, height: 1), with: white)
        }
      }
    }
    let expected = drawn(20, 20) { $0.fill(Rect(x: 6, y: 5, width: 2, height: 3), with: white) }
    #expect(picture == expected)
  }

  @Test("clear replaces inside the clip")
  func clear() {
    let picture = drawn(4, 4, background: .white) {
      $0.withClip(Rect(x: 1, y: 1, width: 2, height: 2)) { $0.clear() }
    }
    #expect(picture.pixels.filter { $0 == 0 }.count == 4)
    #expect(picture[1, 1] == 0 && picture[0, 0] == 0xFFFF_FFFF)
  }

  @Test("10,000 nested groups are a fault and bounded work")
  func depth() {
    @Sendable func nest(_ canvas: inout Canvas, _ levels: Int) {
      if levels == 0 {
        canvas.fill(Rect(x: 0, y: 0, width: 8, height: 8), with: white)
      } else {
        canvas.withLayer(opacity: 0.99) { nest(&$0, levels - 1) }
      }
    }
    // Recursion is the caller's; it needs a stack of its own.
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      var canvas = Canvas(width: 8, height: 8, background: .black)
      nest(&canvas, 10_000)
      #expect(canvas.fault == .tooDeep)
      #expect(canvas.finish() == Bitmap(width: 8, height: 8, color: .black))
      done.signal()
    }
    thread.stackSize = 256 << 20
    thread.start()
    done.wait()
    var allowed = Canvas(width: 8, height: 8)
    nest(&allowed, Canvas.maximumDepth)
    #expect(allowed.fault == nil)
  }
}
