// The loops that touch every pixel.
//
// Tests run in builds without optimisation, where a loop over an array costs fifty times what it
// costs optimised: two frames of a phone would take half a second to compare. Three things keep the
// price low in both builds. Rows, and then pieces of 64 pixels, are compared by `memcmp`, which is
// fast whoever calls it; only pieces that differ are looked at by pixel; and there the code uses
// raw pointers and wrapping operators, which the compiler translates to single instructions even
// without optimisation.
//
// This is the one file of the module with unsafe code. Every function takes whole arrays, checks
// their sizes at its start, and keeps its pointers to itself.

import FolioRaster
import Foundation

/// Loops over pixels; see the head of this file.
enum Kernels {
  /// Pixels that are compared at once before single ones are looked at.
  static let piece = 64

  // MARK: One picture

  /// Whether all pixels have alpha 255.
  static func isOpaque(_ pixels: [UInt32]) -> Bool {
    unsafe pixels.withUnsafeBufferPointer { buffer in
      guard let p = buffer.baseAddress else { return true }
      let count = buffer.count
      var i = 0
      while i < count {
        let end = min(i &+ 4096, count)
        var all: UInt32 = 0xFF00_0000
        while i < end {
          unsafe all &= p[i]
          i &+= 1
        }
        if all != 0xFF00_0000 { return false }
      }
      return true
    }
  }

  /// The straight pixels of premultiplied ones, colours rounded halves up; zero where alpha is 0.
  static func unpremultiplied(_ pixels: [UInt32]) -> [UInt32] {
    unsafe [UInt32](unsafeUninitializedCapacity: pixels.count) { out, count in
      unsafe pixels.withUnsafeBufferPointer { buffer in
        guard let p = buffer.baseAddress, let q = out.baseAddress else { return }
        var i = 0
        while i < buffer.count {
          let v = unsafe p[i]
          let a = v &>> 24
          if a == 255 {
            unsafe q[i] = v
          } else if a == 0 {
            unsafe q[i] = 0
          } else {
            unsafe q[i] =
              Arithmetic.unpremultiply(v & 0xFF, a)
              | (Arithmetic.unpremultiply((v &>> 8) & 0xFF, a) &<< 8)
              | (Arithmetic.unpremultiply((v &>> 16) & 0xFF, a) &<< 16) | (a &<< 24)
          }
          i &+= 1
        }
      }
      count = pixels.count
    }
  }

  /// The bytes R, G, B, A of pixels.
  static func bytes(of pixels: [UInt32]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: pixels.count * 4) { buffer, count in
      unsafe pixels.withUnsafeBytes { unsafe _ = buffer.update(fromContentsOf: $0) }
      count = pixels.count * 4
    }
  }

  /// The hashes of all rows as `FolioSequence.Fingerprint` defines them, little-endian, 8 bytes each.
  ///
  /// Transparent pixels must be zero already.
  static func rowHashes(_ pixels: [UInt32], width: Int, height: Int) -> [UInt8] {
    precondition(pixels.count == width * height)
    return unsafe [UInt8](unsafeUninitializedCapacity: 8 * height) { out, count in
      unsafe pixels.withUnsafeBufferPointer { buffer in
        var row = 0
        while row < height {
          var hash = unsafe rowHash(buffer.baseAddress.map { unsafe $0 + row &* width }, width)
          var k = 0
          while k < 8 {
            unsafe out[8 &* row &+ k] = UInt8(truncatingIfNeeded: hash)
            hash = hash &>> 8
            k &+= 1
          }
          row &+= 1
        }
      }
      count = 8 * height
    }
  }

  private static func rowHash(_ start: UnsafePointer<UInt32>?, _ count: Int) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var lane0: UInt64 = 0x243F_6A88_85A3_08D3
    var lane1: UInt64 = 0x1319_8A2E_0370_7344
    var lane2: UInt64 = 0xA409_3822_299F_31D0
    var lane3: UInt64 = 0x082E_FA98_EC4E_6C89
    if let p = unsafe start {
      var x = 0
      while x &+ 8 <= count {
        unsafe lane0 ^= UInt64(p[x]) | (UInt64(p[x &+ 1]) &<< 32)
        unsafe lane1 ^= UInt64(p[x &+ 2]) | (UInt64(p[x &+ 3]) &<< 32)
        unsafe lane2 ^= UInt64(p[x &+ 4]) | (UInt64(p[x &+ 5]) &<< 32)
        unsafe lane3 ^= UInt64(p[x &+ 6]) | (UInt64(p[x &+ 7]) &<< 32)
        let m0 = lane0.multipliedFullWidth(by: factor)
        let m1 = lane1.multipliedFullWidth(by: factor)
        let m2 = lane2.multipliedFullWidth(by: factor)
        let m3 = lane3.multipliedFullWidth(by: factor)
        lane0 = m0.high ^ m0.low
        lane1 = m1.high ^ m1.low
        lane2 = m2.high ^ m2.low
        lane3 = m3.high ^ m3.low
        x &+= 8
      }
      if x < count {
        func pixel(_ i: Int) -> UInt64 { i < count ? unsafe UInt64(p[i]) : 0 }
        func fold(_ lane: UInt64, _ i: Int) -> UInt64 {
          let m = (lane ^ (pixel(i) | (pixel(i &+ 1) &<< 32))).multipliedFullWidth(by: factor)
          return m.high ^ m.low
        }
        lane0 = fold(lane0, x)
        lane1 = fold(lane1, x &+ 2)
        lane2 = fold(lane2, x &+ 4)
        lane3 = fold(lane3, x &+ 6)
      }
    }
    var hash: UInt64 = 0
    for lane in [lane0, lane1, lane2, lane3] {
      let m = (hash ^ lane).multipliedFullWidth(by: factor)
      hash = m.high ^ m.low
    }
    return hash
  }

  // MARK: Two pictures, equal or not

  /// What differs between the upper left parts of two pictures.
  struct Unequal {
    /// Pixels that are not equal.
    var count = 0
    /// The smallest rectangle that holds them.
    var box = PixelBox(x: 0, y: 0, width: 0, height: 0)
  }

  /// Counts the pixels that are not equal in the common upper left `width * height` pixels.
  static func unequal(_ a: Pixmap, _ b: Pixmap, width: Int, height: Int) -> Unequal {
    precondition(width <= min(a.width, b.width) && height <= min(a.height, b.height))
    var result = Unequal()
    if width == 0 || height == 0 { return result }
    unsafe a.pixels.withUnsafeBufferPointer { bufferA in
      unsafe b.pixels.withUnsafeBufferPointer { bufferB in
        guard let pa = bufferA.baseAddress, let pb = bufferB.baseAddress else { return }
        var (left, right, top, bottom) = (width, 0, height, 0)
        var y = 0
        while y < height {
          let ra = unsafe pa + y &* a.width
          let rb = unsafe pb + y &* b.width
          if unsafe memcmp(ra, rb, width &* 4) != 0 {
            var count: UInt32 = 0
            var x = 0
            while x < width {
              unsafe count &+= ra[x] == rb[x] ? 0 : 1
              x &+= 1
            }
            result.count &+= Int(count)
            if y < top { top = y }
            bottom = y &+ 1
            x = 0
            while x < left, unsafe ra[x] == rb[x] { x &+= 1 }
            left = min(left, x)
            x = width
            while x > right, unsafe ra[x &- 1] == rb[x &- 1] { x &-= 1 }
            right = max(right, x)
          }
          y &+= 1
        }
        if result.count > 0 {
          result.box = PixelBox(left: left, top: top, right: right, bottom: bottom)
        }
      }
    }
    return result
  }

  /// Gives a class to every pixel that is not equal: `classify(x, y, a, b)`.
  ///
  /// - Precondition: the map is as wide and high as the larger of both pictures.
  @inline(__always)
  static func mark(
    _ a: Pixmap, _ b: Pixmap, into map: inout DifferenceMap,
    _ classify: (Int, Int, UInt32, UInt32) -> UInt8
  ) {
    unsafe classifyUnequal(a, b, into: &map) { x, y, pa, pb, _, _ in classify(x, y, pa, pb) }
  }

  @inline(__always)
  private static func classifyUnequal(
    _ a: Pixmap, _ b: Pixmap, into map: inout DifferenceMap,
    _ classify: (Int, Int, UInt32, UInt32, Plane, Plane) -> UInt8
  ) {
    precondition(map.width >= max(a.width, b.width) && map.height >= max(a.height, b.height))
    let width = map.width
    unsafe map.classes.withUnsafeMutableBufferPointer { classes in
      unsafe map.touched.withUnsafeMutableBufferPointer { touched in
        guard let out = classes.baseAddress, let rows = touched.baseAddress else { return }
        unsafe forEachUnequal(a, b) { x, y, pa, pb, planeA, planeB in
          let value = unsafe classify(x, y, pa, pb, planeA, planeB)
          if value != 0 {
            unsafe out[y &* width &+ x] = value
            unsafe rows[y] = true
          }
        }
      }
    }
  }

  /// Calls `body(x, y, a, b, planeA, planeB)` for each pixel that is not equal.
  @inline(__always)
  private static func forEachUnequal(
    _ a: Pixmap, _ b: Pixmap, _ body: (Int, Int, UInt32, UInt32, Plane, Plane) -> Void
  ) {
    let width = min(a.width, b.width)
    let height = min(a.height, b.height)
    if width == 0 || height == 0 { return }
    unsafe a.pixels.withUnsafeBufferPointer { bufferA in
      unsafe b.pixels.withUnsafeBufferPointer { bufferB in
        guard let pa = bufferA.baseAddress, let pb = bufferB.baseAddress else { return }
        let planeA = unsafe Plane(p: pa, width: a.width, height: a.height)
        let planeB = unsafe Plane(p: pb, width: b.width, height: b.height)
        var y = 0
        while y < height {
          let ra = unsafe pa + y &* a.width
          let rb = unsafe pb + y &* b.width
          if unsafe memcmp(ra, rb, width &* 4) != 0 {
            var x = 0
            while x < width {
              let end = min(x &+ piece, width)
              if unsafe memcmp(ra + x, rb + x, (end &- x) &* 4) != 0 {
                while x < end {
                  let va = unsafe ra[x]
                  let vb = unsafe rb[x]
                  if va != vb { unsafe body(x, y, va, vb, planeA, planeB) }
                  x &+= 1
                }
              }
              x = end
            }
          }
          y &+= 1
        }
      }
    }
  }

  /// Marks all pixels that are not equal.
  static func markExact(_ a: Pixmap, _ b: Pixmap, into map: inout DifferenceMap) {
    mark(a, b, into: &map) { _, _, _, _ in DifferenceMap.counted }
  }

  /// Marks pixels one of whose premultiplied channels differs by more than `limit`.
  static func markChannel(
    _ a: Pixmap, _ b: Pixmap, limit: UInt32, into map: inout DifferenceMap
  ) {
    if a.width == b.width, a.height == b.height, a.isOpaque, b.isOpaque {
      return markChannelOpaque(a, b, limit: limit, into: &map)
    }
    mark(a, b, into: &map) { _, _, va, vb in
      channelDistance(va, vb) > limit ? DifferenceMap.counted : 0
    }
  }

  /// The same where every alpha is 255. Without a branch in it the loop works on several pixels at
  /// once.
  private static func markChannelOpaque(
    _ a: Pixmap, _ b: Pixmap, limit: UInt32, into map: inout DifferenceMap
  ) {
    precondition(map.width == a.width && map.height == a.height)
    let width = a.width
    unsafe map.classes.withUnsafeMutableBufferPointer { classes in
      unsafe map.touched.withUnsafeMutableBufferPointer { touched in
        unsafe a.pixels.withUnsafeBufferPointer { bufferA in
          unsafe b.pixels.withUnsafeBufferPointer { bufferB in
            guard let out = classes.baseAddress, let rows = touched.baseAddress,
              let pa = bufferA.baseAddress, let pb = bufferB.baseAddress
            else { return }
            var start = 0
            while start < a.pixels.count {
              let end = start &+ width
              var x = start
              while x < end {
                let stop = min(x &+ piece, end)
                if unsafe memcmp(pa + x, pb + x, (stop &- x) &* 4) != 0 {
                  var any: UInt8 = 0
                  while x < stop {
                    let va = unsafe pa[x]
                    let vb = unsafe pb[x]
                    let d0 = distance(va & 0xFF, vb & 0xFF)
                    let d1 = distance((va &>> 8) & 0xFF, (vb &>> 8) & 0xFF)
                    let d2 = distance((va &>> 16) & 0xFF, (vb &>> 16) & 0xFF)
                    // The sign of the difference, of numbers under 256, is whether it is over.
                    let over = (limit &- d0) | (limit &- d1) | (limit &- d2)
                    let value = UInt8(truncatingIfNeeded: over &>> 31)
                    unsafe out[x] = value
                    any |= value
                    x &+= 1
                  }
                  if any != 0 { unsafe rows[start / width] = true }
                }
                x = stop
              }
              start = end
            }
          }
        }
      }
    }
  }

  /// The largest difference of a premultiplied channel, alpha among them: 0...255.
  @inline(__always)
  static func channelDistance(_ va: UInt32, _ vb: UInt32) -> UInt32 {
    var (a, b) = (va, vb)
    if va & vb < 0xFF00_0000 {
      a = premultiplied(va)
      b = premultiplied(vb)
    }
    let d0 = distance(a & 0xFF, b & 0xFF)
    let d1 = distance((a &>> 8) & 0xFF, (b &>> 8) & 0xFF)
    let d2 = distance((a &>> 16) & 0xFF, (b &>> 16) & 0xFF)
    let d3 = distance(a &>> 24, b &>> 24)
    let m = d0 > d1 ? d0 : d1
    let n = d2 > d3 ? d2 : d3
    return m > n ? m : n
  }

  @inline(__always)
  private static func distance(_ a: UInt32, _ b: UInt32) -> UInt32 { a > b ? a &- b : b &- a }

  private static func premultiplied(_ v: UInt32) -> UInt32 {
    let a = v &>> 24
    return (Arithmetic.scale(v | 0xFF00_0000, by: a) & 0xFF_FFFF) | (a &<< 24)
  }

  /// The largest difference of each straight channel over the pixels that the map counts.
  static func maximumDelta(_ a: Pixmap, _ b: Pixmap, map: DifferenceMap) -> ChannelDelta {
    var (r, g, bl, al): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    unsafe forEachUnequal(a, b) { x, y, va, vb, _, _ in
      if map.isCounted(x: x, y: y) {
        r = max(r, distance(va & 0xFF, vb & 0xFF))
        g = max(g, distance((va &>> 8) & 0xFF, (vb &>> 8) & 0xFF))
        bl = max(bl, distance((va &>> 16) & 0xFF, (vb &>> 16) & 0xFF))
        al = max(al, distance(va &>> 24, vb &>> 24))
      }
    }
    return ChannelDelta(red: Int(r), green: Int(g), blue: Int(bl), alpha: Int(al))
  }

  // MARK: YIQ

  /// A picture's pixels as the neighbourhood tests need them.
  @unsafe
  struct Plane {
    let p: UnsafePointer<UInt32>
    let width: Int
    let height: Int
  }

  /// How luma is compared where a pixel is not opaque.
  enum LumaRule {
    /// Over white.
    case white
    /// Over the pattern that depends on the place of the pixel.
    case pattern
    /// Over white; of two pixels with equal luma the one with more alpha counts as brighter.
    case whiteThenAlpha
  }

  /// Marks by the YIQ distance; `limit` is the largest squared distance that is still equal.
  static func markYIQ(
    _ a: Pixmap, _ b: Pixmap, limit: Double, pattern: Bool, excusing: Bool,
    into map: inout DifferenceMap
  ) {
    let rule = pattern ? LumaRule.pattern : .white
    unsafe classifyUnequal(a, b, into: &map) { x, y, va, vb, planeA, planeB in
      let d = unsafe difference(va, vb, x: x, y: y, width: planeA.width, pattern: pattern)
      let luma = d.r * 0.29889531 + d.g * 0.58662247 + d.b * 0.11448223
      let i = d.r * 0.59597799 - d.g * 0.27417610 - d.b * 0.32180189
      let q = d.r * 0.21147017 - d.g * 0.52261711 + d.b * 0.31114694
      if !(0.5053 * luma * luma + 0.299 * i * i + 0.1957 * q * q > limit) {
        return DifferenceMap.same
      }
      if excusing,
        unsafe isAntiAliased(planeA, planeB, x, y, rule)
          || isAntiAliased(planeB, planeA, x, y, rule)
      {
        return DifferenceMap.excused
      }
      return luma > 0 ? DifferenceMap.darker : DifferenceMap.counted
    }
  }

  /// Marks by a distance of its own, excusing what anti-aliasing explains.
  @inline(__always)
  static func mark(
    _ a: Pixmap, _ b: Pixmap, excusing rule: LumaRule?, into map: inout DifferenceMap,
    _ classify: (Int, Int, UInt32, UInt32) -> UInt8
  ) {
    unsafe classifyUnequal(a, b, into: &map) { x, y, va, vb, planeA, planeB in
      let value = classify(x, y, va, vb)
      if value == 0 { return value }
      if let rule,
        unsafe isAntiAliased(planeA, planeB, x, y, rule)
          || isAntiAliased(planeB, planeA, x, y, rule)
      {
        return DifferenceMap.excused
      }
      return value
    }
  }

  /// The backdrop of a pixel in the pattern: red, green and blue, 48 or 207 each.
  ///
  /// `k`, four times the pixel's index, is always even, so red is always 48.
  @inline(__always)
  static func backdrop(x: Int, y: Int, width: Int) -> (r: Double, g: Double, b: Double) {
    let k = Double(4 &* (y &* width &+ x))
    let g = Int(k / 1.618033988749895) & 1
    let b = Int(k / 2.618033988749895) & 1
    return (48, g == 0 ? 48 : 207, b == 0 ? 48 : 207)
  }

  /// The differences of red, green and blue of two pixels laid over a backdrop.
  @inline(__always)
  private static func difference(
    _ va: UInt32, _ vb: UInt32, x: Int, y: Int, width: Int, pattern: Bool
  ) -> (r: Double, g: Double, b: Double) {
    let r = Double(Int32(bitPattern: va & 0xFF) &- Int32(bitPattern: vb & 0xFF))
    let g = Double(
      Int32(bitPattern: (va &>> 8) & 0xFF) &- Int32(bitPattern: (vb &>> 8) & 0xFF))
    let b = Double(
      Int32(bitPattern: (va &>> 16) & 0xFF) &- Int32(bitPattern: (vb &>> 16) & 0xFF))
    if va & vb >= 0xFF00_0000 { return (r, g, b) }
    return blendedDifference(va, vb, x: x, y: y, width: width, pattern: pattern)
  }

  @inline(never)
  private static func blendedDifference(
    _ va: UInt32, _ vb: UInt32, x: Int, y: Int, width: Int, pattern: Bool
  ) -> (r: Double, g: Double, b: Double) {
    let ground: (r: Double, g: Double, b: Double) =
      pattern ? backdrop(x: x, y: y, width: width) : (255, 255, 255)
    let aa = Double(va &>> 24)
    let ab = Double(vb &>> 24)
    let da = aa - ab
    func channel(_ shift: UInt32, _ ground: Double) -> Double {
      (Double((va &>> shift) & 0xFF) * aa - Double((vb &>> shift) & 0xFF) * ab - ground * da) / 255
    }
    return (channel(0, ground.r), channel(8, ground.g), channel(16, ground.b))
  }

  /// Whether the pixel of `m` looks like the edge of a shape that was smoothed: it lies between a
  /// darkest and a brightest neighbour of which one lies in a flat area of both pictures.
  private static func isAntiAliased(
    _ m: Plane, _ o: Plane, _ x: Int, _ y: Int, _ rule: LumaRule
  ) -> Bool {
    let width = unsafe m.width
    let height = unsafe m.height
    let x0 = x > 0 ? x &- 1 : x
    let x1 = x &+ 1 < width ? x &+ 1 : x
    let y0 = y > 0 ? y &- 1 : y
    let y1 = y &+ 1 < height ? y &+ 1 : y
    var same = x0 == x || x1 == x || y0 == y || y1 == y ? 1 : 0
    var darkest = 0.0
    var brightest = 0.0
    var (darkX, darkY, brightX, brightY) = (0, 0, 0, 0)
    let center = unsafe m.p[y &* width &+ x]
    // Column by column: which of two equal extremes is found first decides.
    var nx = x0
    while nx <= x1 {
      var ny = y0
      while ny <= y1 {
        if nx != x || ny != y {
          let neighbour = unsafe m.p[ny &* width &+ nx]
          let delta =
            neighbour == center
            ? 0 : lumaDifference(center, neighbour, x: x, y: y, width: width, rule)
          if delta == 0 {
            same &+= 1
            if same > 2 { return false }
          } else if delta < darkest {
            darkest = delta
            (darkX, darkY) = (nx, ny)
          } else if delta > brightest {
            brightest = delta
            (brightX, brightY) = (nx, ny)
          }
        }
        ny &+= 1
      }
      nx &+= 1
    }
    if darkest == 0 || brightest == 0 { return false }
    return unsafe (isFlat(m, darkX, darkY) && isFlat(o, darkX, darkY))
      || (isFlat(m, brightX, brightY) && isFlat(o, brightX, brightY))
  }

  @inline(__always)
  private static func lumaDifference(
    _ va: UInt32, _ vb: UInt32, x: Int, y: Int, width: Int, _ rule: LumaRule
  ) -> Double {
    let d = difference(va, vb, x: x, y: y, width: width, pattern: rule == .pattern)
    let luma = d.r * 0.29889531 + d.g * 0.58662247 + d.b * 0.11448223
    if luma == 0, rule == .whiteThenAlpha {
      return (Double(va &>> 24) - Double(vb &>> 24)) / 2
    }
    return luma
  }

  /// Whether at least three neighbours equal the pixel; the picture's edge counts as one.
  private static func isFlat(_ plane: Plane, _ x: Int, _ y: Int) -> Bool {
    let width = unsafe plane.width
    let height = unsafe plane.height
    if x >= width || y >= height { return false }
    let x0 = x > 0 ? x &- 1 : x
    let x1 = x &+ 1 < width ? x &+ 1 : x
    let y0 = y > 0 ? y &- 1 : y
    let y1 = y &+ 1 < height ? y &+ 1 : y
    let center = unsafe plane.p[y &* width &+ x]
    var same = x0 == x || x1 == x || y0 == y || y1 == y ? 1 : 0
    var ny = y0
    while ny <= y1 {
      var nx = x0
      while nx <= x1 {
        if nx != x || ny != y, unsafe plane.p[ny &* width &+ nx] == center {
          same &+= 1
          if same > 2 { return true }
        }
        nx &+= 1
      }
      ny &+= 1
    }
    return false
  }

  // MARK: The map

  /// Marks the pixels that one picture alone has, where they are not transparent.
  static func markOutside(_ picture: Pixmap, common: PixelBox, into map: inout DifferenceMap) {
    for y in 0..<picture.height {
      let first = y < common.bottom ? common.right : 0
      for x in first..<max(first, picture.width) where picture.pixels[y * picture.width + x] != 0 {
        map.set(DifferenceMap.counted, x: x, y: y)
      }
    }
  }

  /// What a map holds.
  struct Summary {
    var counted = 0
    var excused = 0
    var darker = 0
    var box = PixelBox(x: 0, y: 0, width: 0, height: 0)
  }

  /// Counts the classes and finds the box of the counted pixels.
  static func summary(of map: DifferenceMap) -> Summary {
    var result = Summary()
    let width = map.width
    unsafe map.classes.withUnsafeBufferPointer { buffer in
      guard let classes = buffer.baseAddress else { return }
      var (left, right, top, bottom) = (width, 0, map.height, 0)
      for y in 0..<map.height where map.touched[y] {
        let row = unsafe classes + y &* width
        // A row of 2^32 pixels has no pixmap.
        var (odd, two): (UInt32, UInt32) = (0, 0)
        var three: UInt32 = 0
        var x = 0
        while x < width {
          let value = unsafe UInt32(row[x])
          odd &+= value & 1
          two &+= value &>> 1
          three &+= value & (value &>> 1)
          x &+= 1
        }
        result.counted &+= Int(odd)
        result.darker &+= Int(three)
        result.excused &+= Int(two &- three)
        if odd > 0 {
          top = min(top, y)
          bottom = y + 1
          x = 0
          while x < left, unsafe row[x] & 1 == 0 { x &+= 1 }
          left = min(left, x)
          x = width
          while x > right, unsafe row[x &- 1] & 1 == 0 { x &-= 1 }
          right = max(right, x)
        }
      }
      if result.counted > 0 {
        result.box = PixelBox(left: left, top: top, right: right, bottom: bottom)
      }
    }
    return result
  }

  /// The side in pixels of the cells that ``cells(of:)`` counts in.
  static let cell = 8

  /// Counted pixels by cell: `columns * rows` counts and boxes.
  struct Cells {
    var columns: Int
    var rows: Int
    var counts: [Int]
    /// For each cell the smallest column and row and the ends of both, four numbers.
    var boxes: [Int]
  }

  /// Counts the counted pixels in cells of ``cell`` pixels a side.
  static func cells(of map: DifferenceMap) -> Cells {
    let (columns, rows) = ((map.width + cell - 1) / cell, (map.height + cell - 1) / cell)
    var cells = Cells(
      columns: columns, rows: rows, counts: [Int](repeating: 0, count: columns * rows),
      boxes: [Int](repeating: 0, count: 4 * columns * rows))
    let width = map.width
    unsafe map.classes.withUnsafeBufferPointer { buffer in
      unsafe cells.counts.withUnsafeMutableBufferPointer { countBuffer in
        unsafe cells.boxes.withUnsafeMutableBufferPointer { boxBuffer in
          guard let classes = buffer.baseAddress, let counts = countBuffer.baseAddress,
            let boxes = boxBuffer.baseAddress
          else { return }
          for y in 0..<map.height where map.touched[y] {
            let row = unsafe classes + y &* width
            let base = (y / cell) &* columns
            var column = 0
            while column < columns {
              let start = column &* cell
              let word = unsafe lowBits(row + start, min(cell, width &- start))
              if word != 0 {
                let first = start &+ word.trailingZeroBitCount &>> 3
                let end = start &+ 8 &- word.leadingZeroBitCount &>> 3
                let index = base &+ column
                let box = unsafe boxes + 4 &* index
                if unsafe counts[index] == 0 {
                  unsafe box[0] = first
                  unsafe box[1] = y
                  unsafe box[2] = end
                } else {
                  unsafe box[0] = min(box[0], first)
                  unsafe box[2] = max(box[2], end)
                }
                unsafe box[3] = y &+ 1
                unsafe counts[index] &+= word.nonzeroBitCount
              }
              column &+= 1
            }
          }
        }
      }
    }
    return cells
  }

  /// The lowest bit of each of up to eight classes, the first in the lowest byte.
  @inline(__always)
  private static func lowBits(_ classes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    if count == 8 {
      let word = unsafe UnsafeRawPointer(classes).loadUnaligned(as: UInt64.self)
      return UInt64(littleEndian: word) & 0x0101_0101_0101_0101
    }
    var word: UInt64 = 0
    var i = 0
    while i < count {
      unsafe word |= UInt64(classes[i] & 1) &<< UInt64(8 &* i)
      i &+= 1
    }
    return word
  }

  /// The largest number of counted pixels in any window of `width` by `height` pixels inside the map.
  ///
  /// - Precondition: the window is not empty and fits into the map.
  static func largestWindow(in map: DifferenceMap, width: Int, height: Int) -> Int {
    precondition(width > 0 && height > 0 && width <= map.width && height <= map.height)
    var columns = [Int32](repeating: 0, count: map.width)
    var largest = 0
    unsafe map.classes.withUnsafeBufferPointer { buffer in
      unsafe columns.withUnsafeMutableBufferPointer { columnBuffer in
        guard let classes = buffer.baseAddress, let sums = columnBuffer.baseAddress else { return }
        var y = 0
        while y < map.height {
          let entering = unsafe classes + y &* map.width
          let isLeaving = y >= height
          let leaving = unsafe classes + (isLeaving ? y &- height : y) &* map.width
          let keep: Int32 = isLeaving ? 1 : 0
          var x = 0
          while x < map.width {
            unsafe sums[x] &+= Int32(entering[x] & 1) &- keep &* Int32(leaving[x] & 1)
            x &+= 1
          }
          if y &+ 1 >= height {
            var sum = 0
            x = 0
            while x < width {
              unsafe sum &+= Int(sums[x])
              x &+= 1
            }
            largest = max(largest, sum)
            while x < map.width {
              unsafe sum &+= Int(sums[x] &- sums[x &- width])
              if sum > largest { largest = sum }
              x &+= 1
            }
          }
          y &+= 1
        }
      }
    }
    return largest
  }

  // MARK: Sums over both pictures

  /// The sums of |a - b| and (a - b)^2 over red, green and blue laid over a grey.
  static func errorSums(
    _ a: Pixmap, _ b: Pixmap, ground: Double
  ) -> (absolute: Double, squared: Double) {
    var (absolute, squared) = (0.0, 0.0)
    // Whole numbers are summed apart, which is exact.
    var (wholeAbsolute, wholeSquared): (UInt64, UInt64) = (0, 0)
    unsafe forEachUnequal(a, b) { _, _, va, vb, _, _ in
      if va & vb >= 0xFF00_0000 {
        let d0 = distance(va & 0xFF, vb & 0xFF)
        let d1 = distance((va &>> 8) & 0xFF, (vb &>> 8) & 0xFF)
        let d2 = distance((va &>> 16) & 0xFF, (vb &>> 16) & 0xFF)
        wholeAbsolute &+= UInt64(d0 &+ d1 &+ d2)
        wholeSquared &+= UInt64(d0 &* d0 &+ d1 &* d1 &+ d2 &* d2)
      } else {
        for shift in [0, 8, 16] as [UInt32] {
          let d =
            over(Double((va &>> shift) & 0xFF), va &>> 24, ground)
            - over(Double((vb &>> shift) & 0xFF), vb &>> 24, ground)
          absolute += d.magnitude
          squared += d * d
        }
      }
    }
    return (absolute + Double(wholeAbsolute), squared + Double(wholeSquared))
  }

  /// The sum and the least of the structural similarity over all windows of 11 by 11 pixels, and the
  /// upper left corner of the least one.
  ///
  /// Each row is folded with the weights once and kept until eleven of them can be folded down.
  ///
  /// - Precondition: equal sizes of at least 11 by 11 pixels, and 11 weights.
  static func structuralSimilarity(
    _ a: Pixmap, _ b: Pixmap, ground: Double, weights: [Double]
  ) -> (sum: Double, minimum: Double, x: Int, y: Int) {
    let (width, height) = (a.width, a.height)
    precondition(width == b.width && height == b.height && width >= 11 && height >= 11)
    precondition(weights.count == 11)
    let columns = width - 10
    // Four planes of a row: a, b, a^2 + b^2, a b; plain, then folded for each of eleven rows, then
    // folded down.
    var plain = [Double](repeating: 0, count: 4 * width)
    var folded = [Double](repeating: 0, count: 11 * 4 * columns)
    var moments = [Double](repeating: 0, count: 4 * columns)
    var result = (sum: 0.0, minimum: Double.infinity, x: 0, y: 0)
    unsafe a.pixels.withUnsafeBufferPointer { bufferA in
      unsafe b.pixels.withUnsafeBufferPointer { bufferB in
        unsafe plain.withUnsafeMutableBufferPointer { plainBuffer in
          unsafe folded.withUnsafeMutableBufferPointer { foldedBuffer in
            unsafe moments.withUnsafeMutableBufferPointer { momentBuffer in
              unsafe weights.withUnsafeBufferPointer { weightBuffer in
                guard let pa = bufferA.baseAddress, let pb = bufferB.baseAddress,
                  let row = plainBuffer.baseAddress, let ring = foldedBuffer.baseAddress,
                  let moment = momentBuffer.baseAddress, let w = weightBuffer.baseAddress
                else { return }
                for y in 0..<height {
                  unsafe lumaMoments(pa + y * width, pb + y * width, width, ground, row)
                  let slot = unsafe ring + (y % 11) * 4 * columns
                  for plane in 0..<4 {
                    unsafe foldAcross(row + plane * width, slot + plane * columns, columns, w)
                  }
                  if y < 10 { continue }
                  unsafe foldDown(ring, first: (y + 1) % 11, 4 * columns, w, moment)
                  unsafe accumulate(moment, columns, row: y - 10, &result)
                }
              }
            }
          }
        }
      }
    }
    return result
  }

  private static func lumaMoments(
    _ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ width: Int, _ ground: Double,
    _ out: UnsafeMutablePointer<Double>
  ) {
    var x = 0
    while x < width {
      let p = unsafe luma(a[x], ground)
      let q = unsafe luma(b[x], ground)
      unsafe out[x] = p
      unsafe out[width &+ x] = q
      unsafe out[2 &* width &+ x] = p * p + q * q
      unsafe out[3 &* width &+ x] = p * q
      x &+= 1
    }
  }

  @inline(__always)
  private static func luma(_ v: UInt32, _ ground: Double) -> Double {
    let l =
      0.299 * Double(v & 0xFF) + 0.587 * Double((v &>> 8) & 0xFF)
      + 0.114 * Double((v &>> 16) & 0xFF)
    return v >= 0xFF00_0000 ? l : over(l, v &>> 24, ground)
  }

  private static func foldAcross(
    _ row: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ columns: Int,
    _ w: UnsafePointer<Double>
  ) {
    // The weights are symmetric.
    let (w0, w1, w2) = unsafe (w[0], w[1], w[2])
    let (w3, w4, w5) = unsafe (w[3], w[4], w[5])
    var x = 0
    while x < columns {
      let p = unsafe row + x
      unsafe out[x] =
        w0 * (p[0] + p[10]) + w1 * (p[1] + p[9]) + w2 * (p[2] + p[8]) + w3 * (p[3] + p[7])
        + w4 * (p[4] + p[6]) + w5 * p[5]
      x &+= 1
    }
  }

  private static func foldDown(
    _ ring: UnsafePointer<Double>, first: Int, _ count: Int, _ w: UnsafePointer<Double>,
    _ out: UnsafeMutablePointer<Double>
  ) {
    func row(_ k: Int) -> UnsafePointer<Double> { unsafe ring + ((first + k) % 11) * count }
    let (r0, r1, r2, r3) = unsafe (row(0), row(1), row(2), row(3))
    let (r4, r5, r6, r7) = unsafe (row(4), row(5), row(6), row(7))
    let (r8, r9, r10) = unsafe (row(8), row(9), row(10))
    let (w0, w1, w2) = unsafe (w[0], w[1], w[2])
    let (w3, w4, w5) = unsafe (w[3], w[4], w[5])
    var x = 0
    while x < count {
      unsafe out[x] =
        w0 * (r0[x] + r10[x]) + w1 * (r1[x] + r9[x]) + w2 * (r2[x] + r8[x])
        + w3 * (r3[x] + r7[x]) + w4 * (r4[x] + r6[x]) + w5 * r5[x]
      x &+= 1
    }
  }

  private static func accumulate(
    _ m: UnsafePointer<Double>, _ columns: Int, row: Int,
    _ result: inout (sum: Double, minimum: Double, x: Int, y: Int)
  ) {
    let c1 = (0.01 * 255) * (0.01 * 255)
    let c2 = (0.03 * 255) * (0.03 * 255)
    var sum = result.sum
    var least = result.minimum
    var x = 0
    while x < columns {
      let p = unsafe m[x]
      let q = unsafe m[columns &+ x]
      let squares = unsafe m[2 &* columns &+ x]
      let product = unsafe m[3 &* columns &+ x]
      let means = p * p + q * q
      let both = p * q
      let s =
        (2 * both + c1) * (2 * (product - both) + c2) / ((means + c1) * (squares - means + c2))
      sum += s
      if s < least {
        least = s
        result.x = x
        result.y = row
      }
      x &+= 1
    }
    result.sum = sum
    result.minimum = least
  }

  // MARK: Sequences

  /// A longest common subsequence of two lists as pairs of places, ascending.
  ///
  /// The table holds for each pair of places the longest one of the lists' rests. Where it would
  /// have more than `maximumCells` cells, only a band about the diagonal is filled.
  static func commonSubsequence(
    _ e: [Int32], _ a: [Int32], maximumCells: Int
  ) -> [(Int, Int)] {
    let (n, m) = (e.count, a.count)
    if n == 0 || m == 0 { return [] }
    // Column j of row i is kept at j - first(i).
    let width = min(m + 1, max(maximumCells / (n + 1), 3))
    func first(_ i: Int) -> Int {
      width == m + 1 ? 0 : min(max(i * m / n - width / 2, 0), m + 1 - width)
    }
    var table = [Int32](repeating: 0, count: (n + 1) * width)
    var path: [(Int, Int)] = []
    unsafe table.withUnsafeMutableBufferPointer { tableBuffer in
      unsafe e.withUnsafeBufferPointer { bufferE in
        unsafe a.withUnsafeBufferPointer { bufferA in
          guard let cells = tableBuffer.baseAddress, let pe = bufferE.baseAddress,
            let pa = bufferA.baseAddress
          else { return }
          func length(_ i: Int, _ j: Int) -> Int32 {
            let column = j - first(i)
            return column >= 0 && column < width ? unsafe cells[i * width + column] : 0
          }
          var i = n - 1
          while i >= 0 {
            let own = first(i)
            let offset = own &- first(i &+ 1)
            let row = unsafe cells + i &* width
            let below = unsafe row + width
            let value = unsafe pe[i]
            var j = min(own &+ width, m) &- 1
            while j >= own {
              let column = j &- own
              // The cell below is at `column + offset`, the one below and after it one further.
              let under = column &+ offset
              var best: Int32
              if unsafe pa[j] == value {
                best = under &+ 1 < width ? unsafe below[under &+ 1] &+ 1 : 1
              } else {
                best = under >= 0 && under < width ? unsafe below[under] : 0
                if column &+ 1 < width { best = unsafe max(best, row[column &+ 1]) }
              }
              unsafe row[column] = best
              j &-= 1
            }
            i &-= 1
          }
          i = 0
          var j = first(0)
          while i < n, j < m {
            if j < first(i) {
              j += 1
            } else if unsafe pe[i] == pa[j], length(i, j) > 0 {
              path.append((i, j))
              i += 1
              j += 1
            } else if length(i, j + 1) >= length(i + 1, j) {
              j += 1
            } else {
              i += 1
            }
          }
        }
      }
    }
    return path
  }

  /// How many counted pixels a row of the map has in each of consecutive segments that start at
  /// `starts` and end where the next one starts, the last one at `end`.
  static func counts(in map: DifferenceMap, row: Int, starts: [Int], end: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: starts.count)
    unsafe map.classes.withUnsafeBufferPointer { buffer in
      guard let classes = buffer.baseAddress else { return }
      let row = unsafe classes + row &* map.width
      for k in starts.indices {
        let stop = min(k + 1 < starts.count ? starts[k + 1] : end, map.width)
        var x = max(starts[k], 0)
        var count: UInt32 = 0
        while x < stop {
          unsafe count &+= UInt32(row[x] & 1)
          x &+= 1
        }
        counts[k] = Int(count)
      }
    }
    return counts
  }

  /// Whether every counted pixel is explained by a picture that moved by (`dx`, `dy`): its value is
  /// found at the place it came from, and what was there is found at the place it went to.
  ///
  /// Places outside of the picture explain nothing and refute nothing; at least half of the counted
  /// pixels must have a place inside.
  ///
  /// - Precondition: pictures and map have one size.
  static func isMoved(
    _ a: Pixmap, _ b: Pixmap, map: DifferenceMap, counted: Int, dx: Int, dy: Int
  ) -> Bool {
    let (width, height) = (a.width, a.height)
    precondition(b.width == width && b.height == height && map.width == width)
    var result = true
    var inside = 0
    unsafe a.pixels.withUnsafeBufferPointer { bufferA in
      unsafe b.pixels.withUnsafeBufferPointer { bufferB in
        unsafe map.classes.withUnsafeBufferPointer { classBuffer in
          guard let pa = bufferA.baseAddress, let pb = bufferB.baseAddress,
            let classes = classBuffer.baseAddress
          else { return }
          for y in 0..<height where map.touched[y] {
            let hasFrom = y &- dy >= 0 && y &- dy < height
            let hasTo = y &+ dy >= 0 && y &+ dy < height
            let start = y &* width
            var x = 0
            while x < width {
              if unsafe classes[start &+ x] & 1 == 1 {
                var isInside = false
                if hasFrom, x &- dx >= 0, x &- dx < width {
                  isInside = true
                  if unsafe pb[start &+ x] != pa[start &+ x &- dy &* width &- dx] {
                    result = false
                    return
                  }
                }
                if hasTo, x &+ dx >= 0, x &+ dx < width {
                  isInside = true
                  if unsafe pa[start &+ x] != pb[start &+ x &+ dy &* width &+ dx] {
                    result = false
                    return
                  }
                }
                if isInside { inside &+= 1 }
              }
              x &+= 1
            }
          }
        }
      }
    }
    return result && inside * 2 >= counted
  }

  // MARK: Drawing

  /// The pixels of ``DifferencePicture/difference(expected:actual:comparison:)``.
  static func differencePixels(
    expected: Pixmap, actual: Pixmap, map: DifferenceMap, box: PixelBox
  ) -> [UInt32] {
    let (width, height) = (map.width, map.height)
    // The actual picture where it is, the expected one beside it, both faded.
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
    for picture in [expected, actual] {
      unsafe pixels.withUnsafeMutableBufferPointer { out in
        unsafe picture.pixels.withUnsafeBufferPointer { buffer in
          guard let q = out.baseAddress, let p = buffer.baseAddress else { return }
          var y = 0
          while y < picture.height {
            let from = unsafe p + y &* picture.width
            let to = unsafe q + y &* width
            var x = 0
            while x < picture.width {
              unsafe to[x] = faded(from[x])
              x &+= 1
            }
            y &+= 1
          }
        }
      }
    }
    func luma(_ v: UInt32) -> UInt32 {
      54 &* (v & 0xFF) &+ 183 &* ((v &>> 8) & 0xFF) &+ 19 &* ((v &>> 16) & 0xFF)
    }
    unsafe pixels.withUnsafeMutableBufferPointer { out in
      unsafe map.classes.withUnsafeBufferPointer { classBuffer in
        guard let q = out.baseAddress, let classes = classBuffer.baseAddress else { return }
        for y in 0..<height where map.touched[y] {
          let start = y &* width
          var x = 0
          while x < width {
            let value = unsafe classes[start &+ x]
            if value == DifferenceMap.excused {
              unsafe q[start &+ x] = 0xFF00_D7FF
            } else if value != 0 {
              let before = x < expected.width && y < expected.height ? expected[x, y] : 0
              let after = x < actual.width && y < actual.height ? actual[x, y] : 0
              unsafe q[start &+ x] = luma(after) > luma(before) ? 0xFF3C_A014 : 0xFF2A_1AE6
            }
            x &+= 1
          }
        }
      }
    }
    let frame = box.intersection(PixelBox(x: 0, y: 0, width: width, height: height))
    if !frame.isEmpty, !box.insetBy(3).isEmpty {
      // At the picture's edge the outline may cross what differs, which stays in sight.
      func outline(_ x: Int, _ y: Int) {
        if map.classes[y * width + x] == 0 { pixels[y * width + x] = 0xFFFF_00FF }
      }
      for x in frame.x..<frame.right {
        outline(x, frame.y)
        outline(x, frame.bottom - 1)
      }
      for y in frame.y..<frame.bottom {
        outline(frame.x, y)
        outline(frame.right - 1, y)
      }
    }
    return pixels
  }

  /// A pixel over white, as a grey of which a fifth is left.
  @inline(__always)
  private static func faded(_ v: UInt32) -> UInt32 {
    let alpha = v &>> 24
    let luma =
      (54 &* (v & 0xFF) &+ 183 &* ((v &>> 8) & 0xFF) &+ 19 &* ((v &>> 16) & 0xFF)) &>> 8
    let grey = 255 &- ((255 &- luma) &* alpha) / 1275
    return 0xFF00_0000 | grey | (grey &<< 8) | (grey &<< 16)
  }

  /// A picture with each pixel a square.
  static func magnified(_ picture: Pixmap, factor: Int) -> [UInt32] {
    let width = picture.width &* factor
    var pixels = [UInt32](repeating: 0, count: width &* picture.height &* factor)
    unsafe pixels.withUnsafeMutableBufferPointer { out in
      unsafe picture.pixels.withUnsafeBufferPointer { buffer in
        guard let q = out.baseAddress, let p = buffer.baseAddress else { return }
        var y = 0
        while y < picture.height &* factor {
          let row = unsafe p + (y / factor) &* picture.width
          let to = unsafe q + y &* width
          var x = 0
          var source = 0
          while x < width {
            let value = unsafe row[source]
            var k = 0
            while k < factor {
              unsafe to[x &+ k] = value
              k &+= 1
            }
            x &+= factor
            source &+= 1
          }
          y &+= 1
        }
      }
    }
    return pixels
  }

  // MARK: Files of a moment

  /// The tables with which a CRC takes eight bytes at a time: table `k` is the effect of a byte that
  /// `k` zero bytes follow.
  private static let crcTables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = (value &>> 1) ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
      tables[byte] = value
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables[index] = (before &>> 8) ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// A zlib stream that holds the rows of a picture uncompressed, each after a filter byte of 0, as
  /// the data of an IDAT chunk, followed by the chunk's CRC: all that costs time in writing a PNG file
  /// that lives for a moment.
  ///
  /// - Parameters:
  ///   - picture: The picture, with at least one pixel.
  ///   - channels: 3 to leave alpha out, or 4.
  static func storedData(_ picture: Pixmap, channels: Int) -> [UInt8] {
    let rowBytes = picture.width * channels + 1
    let rawCount = rowBytes * picture.height
    let blockLimit = 65_535
    let blocks = (rawCount + blockLimit - 1) / blockLimit
    // The type's name takes part in the CRC; it is left out at the end.
    let count = 4 + 2 + blocks * 5 + rawCount + 4
    return unsafe [UInt8](unsafeUninitializedCapacity: count + 4) { buffer, initialized in
      unsafe picture.pixels.withUnsafeBufferPointer { pixelBuffer in
        unsafe crcTables.withUnsafeBufferPointer { tableBuffer in
          guard let out = buffer.baseAddress, let pixels = pixelBuffer.baseAddress,
            let tables = tableBuffer.baseAddress
          else { return }
          // The raw bytes, at the end first, then moved forward into their blocks.
          let raw = unsafe out + (count - 4 - rawCount)
          var q = unsafe raw
          var p = unsafe pixels
          for _ in 0..<picture.height {
            unsafe q[0] = 0
            unsafe q += 1
            let end = unsafe p + picture.width
            while unsafe p < end {
              let v = unsafe p[0]
              unsafe q[0] = UInt8(truncatingIfNeeded: v)
              unsafe q[1] = UInt8(truncatingIfNeeded: v &>> 8)
              unsafe q[2] = UInt8(truncatingIfNeeded: v &>> 16)
              if channels == 4 { unsafe q[3] = UInt8(truncatingIfNeeded: v &>> 24) }
              unsafe q += channels
              unsafe p += 1
            }
          }
          let adler = unsafe adler32(raw, rawCount)
          for (i, byte) in (Array("IDAT".utf8) + [0x78, 0x01]).enumerated() {
            unsafe out[i] = byte
          }
          var at = 6
          var taken = 0
          while taken < rawCount {
            let size = min(blockLimit, rawCount - taken)
            unsafe out[at] = taken + size == rawCount ? 1 : 0
            unsafe out[at + 1] = UInt8(size & 0xFF)
            unsafe out[at + 2] = UInt8(size >> 8)
            unsafe out[at + 3] = UInt8(~size & 0xFF)
            unsafe out[at + 4] = UInt8((~size >> 8) & 0xFF)
            unsafe memmove(out + at + 5, raw + taken, size)
            at += 5 + size
            taken += size
          }
          for k in 0..<4 {
            unsafe out[at + k] = UInt8(truncatingIfNeeded: adler &>> UInt32(24 - 8 * k))
          }
          let crc = unsafe crc32(out, count, tables)
          for k in 0..<4 {
            unsafe out[count + k] = UInt8(truncatingIfNeeded: crc &>> UInt32(24 - 8 * k))
          }
        }
      }
      initialized = count + 4
    }
  }

  /// The Adler-32 checksum of bytes (RFC 1950).
  private static func adler32(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    var i = 0
    while i < count {
      // As many as cannot overflow 32 bits.
      let end = min(i &+ 5552, count)
      while i < end {
        unsafe a &+= UInt32(bytes[i])
        b &+= a
        i &+= 1
      }
      a %= 65521
      b %= 65521
    }
    return (b &<< 16) | a
  }

  private static func crc32(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ tables: UnsafePointer<UInt32>
  ) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    var i = 0
    while i &+ 8 <= count {
      let word =
        unsafe UInt64(littleEndian: UnsafeRawPointer(bytes + i).loadUnaligned(as: UInt64.self))
        ^ UInt64(crc)
      unsafe crc =
        tables[1792 &+ Int(word & 0xFF)] ^ tables[1536 &+ Int((word &>> 8) & 0xFF)]
        ^ tables[1280 &+ Int((word &>> 16) & 0xFF)] ^ tables[1024 &+ Int((word &>> 24) & 0xFF)]
        ^ tables[768 &+ Int((word &>> 32) & 0xFF)] ^ tables[512 &+ Int((word &>> 40) & 0xFF)]
        ^ tables[256 &+ Int((word &>> 48) & 0xFF)] ^ tables[Int(word &>> 56)]
      i &+= 8
    }
    while i < count {
      unsafe crc = (crc &>> 8) ^ tables[Int((crc ^ UInt32(bytes[i])) & 0xFF)]
      i &+= 1
    }
    return ~crc
  }
}
