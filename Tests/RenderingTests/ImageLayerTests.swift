import FolioGeometry
import FolioRaster
import TestSupport
import Testing

@Suite("An image layer shows its picture as its words say")
struct ImageLayerTests {
  /// A picture whose every pixel is different.
  func picture(_ width: Int, _ height: Int) -> Bitmap {
    let pixels = (0..<(width * height)).map { (i: Int) -> UInt32 in
      let green = i * 91 % 256
      let blue = 255 - i * 53 % 256
      return Color(red: UInt8(i * 37 % 256), green: UInt8(green), blue: UInt8(blue)).premultiplied
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  func draw(_ picture: Bitmap, _ words: String, width: Int = 40, height: Int = 40) throws -> Bitmap
  {
    try DrawnLayers.draw(
      "[{ image: a.png, \(words) }]", width: width, height: height, images: [("a.png", picture)])
  }

  let white = Color.white.premultiplied

  @Test("at its own size it is copied, where its position says")
  func copies() throws {
    let source = picture(10, 8)
    for (position, left, top) in [("center", 15, 16), ("[0, 0]", 0, 0), ("[100%, 50%]", 30, 16)] {
      let drawn = try draw(source, "fit: none, position: \(position)")
      for y in 0..<40 {
        for x in 0..<40 {
          let isInside = x >= left && x < left + 10 && y >= top && y < top + 8
          #expect(drawn[x, y] == (isInside ? source[x - left, y - top] : white))
        }
      }
    }
  }

  @Test("contain leaves stripes, cover cuts, fill stretches")
  func fits() throws {
    let source = picture(20, 10)
    let contained = try draw(source, "fit: contain")
    // 40 by 20 in the middle; the outermost pixels are the corners of the picture.
    #expect(contained[0, 9] == white && contained[0, 10] == source[0, 0])
    #expect(contained[39, 29] == source[19, 9] && contained[39, 30] == white)
    // 80 by 40: columns 5 to 14 of the picture show, each 4 pixels wide.
    let covered = try draw(source, "fit: cover")
    let whole = try draw(source, "fit: fill", width: 80)
    for y in 0..<40 {
      for x in 0..<40 { #expect(covered[x, y] == whole[x + 20, y]) }
    }
  }

  @Test("reduced, a pixel is the mean of what it shows; enlarged, neighbours are mixed")
  func filters() throws {
    let source = picture(40, 40)
    let small = try draw(source, "fit: fill, frame: { x: 0, y: 0, w: 10, h: 20 }")
    for y in 0..<20 {
      for x in 0..<10 {
        for i in 0..<3 {
          var sum = 0
          for sy in 0..<2 {
            for sx in 0..<4 { sum += DrawnLayers.rgb(source, 4 * x + sx, 2 * y + sy)[i] }
          }
          #expect(abs(Double(DrawnLayers.rgb(small, x, y)[i]) - Double(sum) / 8) <= 0.51)
        }
      }
    }
    let two = picture(2, 1)
    let large = try draw(two, "fit: fill")
    for x in 0..<40 {
      let share = min(max((Double(x) + 0.5) / 20 - 0.5, 0), 1)
      for i in 0..<3 {
        let a = Double(DrawnLayers.rgb(two, 0, 0)[i])
        let b = Double(DrawnLayers.rgb(two, 1, 0)[i])
        #expect(abs(Double(DrawnLayers.rgb(large, x, 7)[i]) - (a + (b - a) * share)) <= 0.51)
      }
    }
  }

  @Test("tiles are copies, mirrored ones are copies and mirror images in turn")
  func tiles() throws {
    let source = picture(7, 5)
    let tiled = try draw(source, "fit: none, position: [0, 0], tile: repeat")
    let mirrored = try draw(source, "fit: none, position: [0, 0], tile: mirror")
    for y in 0..<40 {
      for x in 0..<40 {
        #expect(tiled[x, y] == source[x % 7, y % 5])
        let mx = x % 14
        let my = y % 10
        #expect(mirrored[x, y] == source[mx < 7 ? mx : 13 - mx, my < 5 ? my : 9 - my])
      }
    }
  }

  @Test("nine slices keep the corners and stretch the rest")
  func slices() throws {
    let source = picture(9, 9)
    let drawn = try draw(source, "fit: fill, slices: [3, 3, 3, 3]")
    for y in 0..<3 {
      for x in 0..<3 {
        #expect(drawn[x, y] == source[x, y])
        #expect(drawn[39 - x, y] == source[8 - x, y])
        #expect(drawn[x, 39 - y] == source[x, 8 - y])
        #expect(drawn[39 - x, 39 - y] == source[8 - x, 8 - y])
      }
    }
    // The upper side is the middle three columns over 34 pixels: its ends are theirs.
    #expect(drawn[3, 1] == source[3, 1] && drawn[36, 1] == source[5, 1])
    #expect(drawn[1, 3] == source[1, 3] && drawn[1, 36] == source[1, 5])
  }

  @Test("a tint keeps the alpha alone")
  func tint() throws {
    let source = Bitmap(
      width: 3, height: 1,
      pixels: [0, 128, 255].map {
        Color(red: 90, green: 200, blue: 10, alpha: $0).premultiplied
      })
    let drawn = try draw(source, "fit: none, tint: red, frame: { x: 0, y: 0, w: 3, h: 1 }")
    #expect(DrawnLayers.rgb(drawn, 0, 0) == [255, 255, 255])
    #expect(DrawnLayers.rgb(drawn, 1, 0) == [255, 127, 127])
    #expect(DrawnLayers.rgb(drawn, 2, 0) == [255, 0, 0])
  }

  @Test("corners cut the picture by area")
  func corners() throws {
    let black = Bitmap(width: 4, height: 4, color: .black)
    let drawn = try draw(black, "fit: fill, radius: 20")
    #expect(
      DrawnLayers.worst(drawn) { ExactArea.disc(cx: 20, cy: 20, radius: 20, x: $0, y: $1) } <= 0.55)
  }
}
