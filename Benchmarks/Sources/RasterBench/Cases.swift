import CRasterTwin
import Folioscope

/// A canvas of the twin, for as long as a drawing takes.
@safe struct TwinCanvas {
  let pointer: OpaquePointer
}

/// Something to draw, by FolioRaster and by its twin in C.
struct Case {
  static let width = 1170
  static let height = 2532

  let name: String
  /// What the frame holds before.
  var ground = Color(red: 30, green: 60, blue: 90)
  let draw: (inout Canvas) -> Void
  let twin: (TwinCanvas) -> Void

  static func all() -> [Case] {
    let white = Color.white
    let half = Color(red: 250, green: 120, blue: 20, alpha: 128)
    let card = RoundedRect(Rect(x: 80, y: 300, width: 1010, height: 1600), radius: 60)
    let whole = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let corner = Point(x: Double(width), y: Double(height))
    let two = LinearGradient(
      stops: [
        .init(Color(red: 20, green: 30, blue: 160), at: 0),
        .init(Color(red: 240, green: 90, blue: 60), at: 1),
      ], from: .zero, to: corner)
    let many = LinearGradient(
      stops: [
        .init(Color(red: 20, green: 30, blue: 160), at: 0),
        .init(Color(red: 200, green: 40, blue: 120), at: 0.3),
        .init(Color(red: 240, green: 90, blue: 60), at: 0.45),
        .init(Color(red: 255, green: 220, blue: 90), at: 0.8),
        .init(Color(red: 90, green: 200, blue: 230), at: 1),
      ], from: .zero, to: corner)
    var fading = two
    fading.stops[1].color.alpha = 40
    let dots = (0..<5).map { i in
      Rect(x: 433 + 76 * Double(i), y: 2404, width: 24, height: 24)
    }
    let disc = Rect(x: 85, y: 600, width: 1000, height: 1000)
    let starPath = spokes(2000, center: Point(x: 585, y: 1200), radii: [560, 200])
    let windingStar = chords(401, step: 150, center: Point(x: 585, y: 1200), radius: 560)
    let picture = translucent()
    let mask = wedge()

    return [
      rounded("card", card, .color(white)),
      rounded("card-half", card, .color(half)),
      rounded("card-gradient", card, .linear(two)),
      Case(name: "dots") { canvas in
        for dot in dots { canvas.fill(ellipseIn: dot, with: .color(white)) }
      } twin: { canvas in
        unsafe withTwin(.color(white)) { paint in
          for d in dots {
            unsafe twin_fill_rounded(canvas.pointer, d.minX, d.minY, d.width, d.height, 12, paint)
          }
        }
      },
      polygons("glyphs", glyphs(), .color(white)),
      masks("glyph-masks", glyph(center: Point(x: 24.3, y: 31.6)), width: 50, height: 64),
      Case(name: "circle") { canvas in
        canvas.fill(ellipseIn: disc, with: .color(white))
      } twin: { canvas in
        unsafe withTwin(.color(white)) {
          unsafe twin_fill_rounded(
            canvas.pointer, disc.minX, disc.minY, disc.width, disc.height, 500, $0)
        }
      },
      polygons("star", [starPath], .color(white)),
      polygons("star-even-odd", [windingStar], .color(half), isEvenOdd: true),
      Case(name: "over") { canvas in
        canvas.draw(picture, x: 0, y: 0)
      } twin: { canvas in
        unsafe twin_draw_bitmap(
          canvas.pointer, picture.pixels, Int32(width), 0, 0, 0, 0, Int32(width), Int32(height),
          false)
      },
      Case(name: "mask") { canvas in
        canvas.fill(mask, x: 0, y: 0, with: .color(half))
      } twin: { canvas in
        unsafe twin_fill_mask(
          canvas.pointer, mask.values, Int32(width), Int32(height), half.premultiplied)
      },
      rect("rows", whole, .color(white)),
      rect("rows-half", whole, .color(half)),
      rect("gradient", whole, .linear(two)),
      rect("gradient-stops", whole, .linear(many)),
      rect("gradient-alpha", whole, .linear(fading)),
      pages("pages", photograph()),
    ]
  }

  // MARK: Kinds of cases

  static func rounded(_ name: String, _ shape: RoundedRect, _ paint: Paint) -> Case {
    Case(name: name) { canvas in
      canvas.fill(shape, with: paint)
    } twin: { canvas in
      let r = shape.rect
      unsafe withTwin(paint) {
        unsafe twin_fill_rounded(
          canvas.pointer, r.minX, r.minY, r.width, r.height, shape.topLeft, $0)
      }
    }
  }

  static func rect(_ name: String, _ rect: Rect, _ paint: Paint) -> Case {
    Case(name: name) { canvas in
      canvas.fill(rect, with: paint)
    } twin: { canvas in
      unsafe withTwin(paint) {
        unsafe twin_fill_rect(
          canvas.pointer, Int32(rect.minX), Int32(rect.minY), Int32(rect.width), Int32(rect.height),
          $0)
      }
    }
  }

  static func polygons(
    _ name: String, _ outlines: [[Point]], _ paint: Paint, isEvenOdd: Bool = false
  ) -> Case {
    let paths = outlines.map { Path(polygon: $0) }
    let numbers = outlines.map { $0.flatMap { [$0.x, $0.y] } }
    return Case(name: name) { canvas in
      for path in paths { canvas.fill(path, with: paint, rule: isEvenOdd ? .evenOdd : .nonZero) }
    } twin: { canvas in
      unsafe withTwin(paint) { paint in
        for points in numbers {
          unsafe twin_fill_polygon(
            canvas.pointer, points, Int32(points.count / 2), isEvenOdd, paint)
        }
      }
    }
  }

  /// Coverage alone: a mask of an outline, twenty times, and one of them put on the frame.
  static func masks(_ name: String, _ outline: [Point], width: Int, height: Int) -> Case {
    let path = Path(polygon: outline)
    let points = outline.flatMap { [$0.x, $0.y] }
    let pixel = Color.white.premultiplied
    return Case(name: name) { canvas in
      for i in 0..<20 {
        guard let mask = try? Mask(filling: path, width: width, height: height) else { continue }
        if i == 19 { canvas.fill(mask, x: 0, y: 0, with: .color(.white)) }
      }
    } twin: { canvas in
      for i in 0..<20 {
        var mask = [UInt8](repeating: 0, count: width * height)
        unsafe twin_cover_polygon(
          &mask, Int32(width), Int32(height), points, Int32(points.count / 2), false)
        if i == 19 {
          unsafe twin_fill_mask(
            canvas.pointer, mask, Int32(width), Int32(height), pixel)
        }
      }
    }
  }

  /// Two pages side by side, in the middle of a turn.
  static func pages(_ name: String, _ page: Bitmap) -> Case {
    let prepared = PreparedBitmap(page)
    let shown = 769
    return Case(name: name) { canvas in
      canvas.draw([
        PlacedBitmap(
          prepared, x: 0, y: 0,
          source: PixelRect(x: width - shown, y: 0, width: shown, height: height)),
        PlacedBitmap(
          prepared, x: shown, y: 0,
          source: PixelRect(x: 0, y: 0, width: width - shown, height: height)),
      ])
    } twin: { canvas in
      unsafe twin_draw_pages(canvas.pointer, page.pixels, page.pixels, Int32(shown))
    }
  }

  /// A paint as the twin knows it. A gradient's stops have places.
  static func withTwin(_ paint: Paint, _ body: (UnsafePointer<twin_paint>) -> Void) {
    var copy = unsafe twin_paint()
    guard case .linear(let gradient) = paint else {
      if case .color(let color) = paint { unsafe copy.pixel = color.premultiplied }
      return unsafe body(&copy)
    }
    let stops = gradient.stops.map { stop in
      twin_stop(
        red: stop.color.red, green: stop.color.green, blue: stop.color.blue,
        alpha: stop.color.alpha, place: stop.position ?? 0)
    }
    unsafe stops.withUnsafeBufferPointer { buffer in
      unsafe copy.stops = buffer.baseAddress
      unsafe copy.stop_count = Int32(stops.count)
      unsafe copy.start_x = gradient.start.x
      unsafe copy.start_y = gradient.start.y
      unsafe copy.end_x = gradient.end.x
      unsafe copy.end_y = gradient.end.y
      unsafe body(&copy)
    }
  }

  // MARK: Fixtures

  /// A star of so many segments, whose corners lie on the circles in turn.
  static func spokes(_ segments: Int, center: Point, radii: [Double]) -> [Point] {
    (0..<segments).map { i in
      center + Point.direction(degreesFromUp: 360 * Double(i) / Double(segments))
        * radii[i % radii.count]
    }
  }

  /// A star whose sides go from every corner of a polygon to one some steps on, all crossing.
  static func chords(_ corners: Int, step: Int, center: Point, radius: Double) -> [Point] {
    (0..<corners).map { i in
      center + Point.direction(degreesFromUp: 360 * Double(i * step % corners) / Double(corners))
        * radius
    }
  }

  /// An outline of 160 segments, the size and about the shape of a letter of a title.
  static func glyph(center: Point) -> [Point] {
    (0..<160).map { i in
      let direction = Point.direction(degreesFromUp: 360 * Double(i) / 160)
      // Three lobes, by the triple angle: 4 c³ - 3 c is its cosine.
      let c = direction.y
      return center + Point(x: direction.x, y: 1.25 * direction.y)
        * (18 + 5 * (4 * c * c * c - 3 * c))
    }
  }

  /// Twenty letters in two lines.
  static func glyphs() -> [[Point]] {
    (0..<20).map { i in
      glyph(
        center: Point(x: 130.3 + 98.7 * Double(i % 10), y: 180.6 + 90.4 * Double(i / 10)))
    }
  }

  /// A picture with every alpha, in stretches as pictures have them.
  static func translucent() -> Bitmap {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let color = Color(
          red: UInt8(truncatingIfNeeded: x / 5), green: UInt8(truncatingIfNeeded: y / 10),
          blue: UInt8(truncatingIfNeeded: x ^ y), alpha: UInt8(truncatingIfNeeded: (x + y) / 9))
        pixels.append(color.premultiplied)
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// An opaque picture without two equal pixels beside each other.
  static func photograph() -> Bitmap {
    var pixels = translucent().pixels
    for i in pixels.indices {
      pixels[i] = (pixels[i] & 0xFFFF_FFFE) | UInt32(i & 1) | 0xFF00_0000
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// A mask with every value.
  static func wedge() -> Mask {
    var values: [UInt8] = []
    values.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { values.append(UInt8(truncatingIfNeeded: x / 4 + y / 3)) }
    }
    return Mask(width: width, height: height, values: values)
  }
}
