import FolioGeometry
import TestSupport

@testable import FolioRaster

/// Coverage as a canvas leaves it: the alpha of what white paints on nothing.
func coverage(
  _ width: Int, _ height: Int, bandRows: Int? = nil, _ draw: (inout Canvas) -> Void
) -> Mask {
  var canvas = Canvas(width: width, height: height)
  canvas.rasterizer.bandRows = bandRows
  draw(&canvas)
  let bitmap = canvas.finish()
  return Mask(width: width, height: height, values: bitmap.pixels.map { UInt8($0 >> 24) })
}

/// A bitmap drawn on transparent ground.
func drawn(
  _ width: Int, _ height: Int, background: Color = .transparent, bandRows: Int? = nil,
  _ draw: (inout Canvas) -> Void
) -> Bitmap {
  var canvas = Canvas(width: width, height: height, background: background)
  canvas.rasterizer.bandRows = bandRows
  draw(&canvas)
  return canvas.finish()
}

let white = Paint.color(.white)
let black = Paint.color(.black)
let red = Color(red: 255, green: 0, blue: 0)
let green = Color(red: 0, green: 255, blue: 0)
let blue = Color(red: 0, green: 0, blue: 255)

/// The path through points, closed.
func polygon(_ points: [(x: Double, y: Double)]) -> Path {
  var path = Path()
  for (i, p) in points.enumerated() {
    if i == 0 { path.move(to: Point(x: p.x, y: p.y)) } else { path.line(to: Point(x: p.x, y: p.y)) }
  }
  path.close()
  return path
}

/// FNV-1a over the pixels' bytes (Fowler, Noll, Vo), little-endian.
func hash(_ pixels: [UInt32], seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
  var h = seed
  for p in pixels {
    for shift in [0, 8, 16, 24] as [UInt32] {
      h = (h ^ UInt64((p >> shift) & 0xFF)) &* 0x100_0000_01B3
    }
  }
  return h
}

extension SplitMix64 {
  /// A number in 0..<n.
  mutating func below(_ n: Int) -> Int { Int(next() % UInt64(n)) }

  /// A colour with any alpha.
  mutating func color() -> Color {
    let v = next()
    return Color(
      red: UInt8(v & 0xFF), green: UInt8((v >> 8) & 0xFF), blue: UInt8((v >> 16) & 0xFF),
      alpha: UInt8((v >> 24) & 0xFF))
  }

  /// A path of lines and curves with points in -margin...(extent + margin).
  mutating func path(extent: Double, margin: Double = 8) -> Path {
    var path = Path()
    func point(_ g: inout SplitMix64) -> Point {
      Point(
        x: g.double(in: -margin...(extent + margin)), y: g.double(in: -margin...(extent + margin)))
    }
    for _ in 0..<(1 + below(3)) {
      path.move(to: point(&self))
      for _ in 0..<(1 + below(6)) {
        switch below(3) {
        case 0: path.line(to: point(&self))
        case 1: path.quad(control: point(&self), to: point(&self))
        default: path.cubic(control1: point(&self), control2: point(&self), to: point(&self))
        }
      }
      if below(2) == 0 { path.close() }
    }
    return path
  }
}

/// The bitmap with rows or columns in reverse.
func mirrored(_ bitmap: Bitmap, x mirrorX: Bool, y mirrorY: Bool) -> Bitmap {
  var pixels: [UInt32] = []
  for y in 0..<bitmap.height {
    for x in 0..<bitmap.width {
      pixels.append(
        bitmap[mirrorX ? bitmap.width - 1 - x : x, mirrorY ? bitmap.height - 1 - y : y])
    }
  }
  return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
}
