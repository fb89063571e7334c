// The loops of the blur. Weights are symmetric, so two values at the same distance are added first;
// two distances then make one multiplication of 16-bit lanes with a sum (`Lane.dot`).
//
// Columns come first. Their sums have 24 bits, of which the upper 14 and the lower 10 are kept apart,
// so that sums of two fit in 16-bit lanes. The upper parts alone tell a blurred value but for an
// error of less than 1/64 level; only where that may decide how it is rounded are the lower parts
// summed as well. The result is that of exact sums with one rounding.

/// Weights of a Gaussian in pairs of distances, as the kernels take them.
struct BlurTerms: Sendable {
  /// Two distances a pair, in values.
  let distances: [SIMD2<Int>]
  /// Their weights in turn.
  let weights: [SIMD8<Int16>]
  /// The largest distance in values.
  let reach: Int

  /// - Parameter stride: how many values lie between neighbours.
  init(_ gaussian: Gaussian, stride step: Int) {
    let radius = gaussian.radius
    reach = radius * step
    // What lies at distance 0 is added to itself, so its weight is halved; it is halved once more
    // so that none is above 32,767.
    let middle = Int32(gaussian.weights[radius]) / 2
    var terms: [(distance: Int, weight: Int32)] = [(0, middle / 2), (0, middle - middle / 2)]
    for k in 0..<radius {
      let weight = Int32(gaussian.weights[radius + 1 + k])
      if weight > 0 { terms.append(((k + 1) * step, weight)) }
    }
    if terms.count % 2 != 0 { terms.append((0, 0)) }
    var distances: [SIMD2<Int>] = []
    var weights: [SIMD8<Int16>] = []
    for i in stride(from: 0, to: terms.count, by: 2) {
      distances.append(SIMD2(terms[i].distance, terms[i + 1].distance))
      weights.append(
        Lane.halves(SIMD4(repeating: terms[i].weight | (terms[i + 1].weight << 16))))
    }
    self.distances = distances
    self.weights = weights
  }
}

/// Kernels of the blur. Each checks its ranges once and then reads without checks.
enum BlurKernels {
  /// Values that are handled at a time.
  static let block = 16

  private typealias Sums = SIMD8<Int32>

  /// Adds a pair's products for eight values: `a` and `b` are sums at its two distances.
  @inline(__always)
  private static func add(
    _ sums: SIMD8<Int32>, _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ weights: SIMD8<Int16>
  ) -> SIMD8<Int32> {
    let lower = Lane.dot(Lane.interleaved(a.lowHalf, b.lowHalf), weights)
    let upper = Lane.dot(Lane.interleaved(a.highHalf, b.highHalf), weights)
    return sums &+ SIMD8(lowHalf: lower, highHalf: upper)
  }

  /// The weighted sums of a column of rows of bytes, split in two.
  ///
  /// - Parameters:
  ///   - rows: bytes, `length` a row, as many rows as `height`; rows beyond count as 0.
  ///   - length: at least `block`.
  ///   - range: which bytes of a row are wanted.
  ///   - upper: receives the sums' bits from 10 on, `lower` those below; byte i goes to
  ///     `margin + i`.
  /// - Returns: which bytes were summed: those and what completes the last block.
  static func sumColumns<Values: BitwiseCopyable>(
    _ rows: Span<Values>, length: Int, height: Int, row: Int, _ range: Range<Int>,
    _ terms: BlurTerms,
    zeros: Span<UInt8>, _ upper: inout MutableSpan<Int16>, _ lower: inout MutableSpan<Int16>,
    margin: Int
  ) -> Range<Int> {
    precondition(range.lowerBound >= 0 && range.upperBound <= length && length >= block)
    precondition(length * height <= rows.count * MemoryLayout<Values>.stride)
    precondition(length <= zeros.count)
    precondition(margin >= 0 && margin + length <= min(upper.count, lower.count))
    let distances = terms.distances.span
    let weights = terms.weights.span
    unsafe rows.withUnsafeBytes { rows in
      unsafe zeros.withUnsafeBufferPointer { zeros in
        unsafe upper.withUnsafeMutableBufferPointer { upper in
          unsafe lower.withUnsafeMutableBufferPointer { lower in
            guard let base = rows.baseAddress, let zeros = zeros.baseAddress,
              let upper = upper.baseAddress, let lower = lower.baseAddress
            else { return }
            let zero = unsafe UnsafeRawPointer(zeros)
            func start(_ y: Int) -> UnsafeRawPointer {
              unsafe y >= 0 && y < height ? base + y &* length : zero
            }
            // Where the four rows of each pair begin.
            var starts: [UnsafeRawPointer] = unsafe []
            for k in 0..<distances.count {
              let distance = distances[k]
              unsafe starts.append(start(row - distance.x))
              unsafe starts.append(start(row + distance.x))
              unsafe starts.append(start(row - distance.y))
              unsafe starts.append(start(row + distance.y))
            }
            let places = unsafe starts.span
            @inline(__always)
            func bytes(_ k: Int, _ i: Int) -> SIMD16<Int16> {
              let bytes = unsafe (places[unchecked: k] + i).loadUnaligned(as: SIMD16<UInt8>.self)
              return Lane.signed(Lane.widened(bytes))
            }
            var next = range.lowerBound
            while next < range.upperBound {
              // The last block of a row may overlap the one before it.
              let i = min(next, length &- block)
              var first = Sums(repeating: 0)
              var second = Sums(repeating: 0)
              for k in 0..<distances.count {
                let weight = unsafe weights[unchecked: k]
                let a = bytes(4 &* k, i) &+ bytes(4 &* k &+ 1, i)
                let b = bytes(4 &* k &+ 2, i) &+ bytes(4 &* k &+ 3, i)
                first = add(first, a.lowHalf, b.lowHalf, weight)
                second = add(second, a.highHalf, b.highHalf, weight)
              }
              let at = margin &+ i
              unsafe UnsafeMutableRawPointer(upper + at).storeBytes(
                of: Lane.narrowed(first &>> 10, second &>> 10), as: SIMD16<Int16>.self)
              unsafe UnsafeMutableRawPointer(lower + at).storeBytes(
                of: Lane.narrowed(first & 1023, second & 1023), as: SIMD16<Int16>.self)
              next = i &+ block
            }
          }
        }
      }
    }
    let blocks = (range.count + block - 1) / block
    let end = range.lowerBound + blocks * block
    return min(range.lowerBound, length - block)..<min(end, length)
  }

  /// The weighted sums of what `sumColumns` left, rounded, halves up.
  ///
  /// - Parameters:
  ///   - d: receives byte i of `range` at `start + i`, and what completes the last block.
  ///   - length: bytes of a row, at least `block`.
  static func sumRows<Values: BitwiseCopyable>(
    _ d: inout MutableSpan<Values>, at start: Int, length: Int, _ range: Range<Int>,
    _ terms: BlurTerms, _ upper: Span<Int16>, _ lower: Span<Int16>, margin: Int
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= length && length >= block)
    precondition(
      start >= 0 && start + length <= d.count * MemoryLayout<Values>.stride && terms.reach <= margin
    )
    precondition(length + 2 * margin <= min(upper.count, lower.count))
    let distances = terms.distances.span
    let weights = terms.weights.span
    unsafe d.withUnsafeMutableBytes { d in
      unsafe upper.withUnsafeBufferPointer { upper in
        unsafe lower.withUnsafeBufferPointer { lower in
          guard let d = d.baseAddress, let upper = upper.baseAddress,
            let lower = lower.baseAddress
          else { return }
          @inline(__always)
          func load(_ p: UnsafePointer<Int16>) -> SIMD16<Int16> {
            unsafe UnsafeRawPointer(p).loadUnaligned(as: SIMD16<Int16>.self)
          }
          @inline(__always)
          func sums(_ values: UnsafePointer<Int16>) -> (SIMD8<Int32>, SIMD8<Int32>) {
            var first = Sums(repeating: 0)
            var second = Sums(repeating: 0)
            for k in 0..<distances.count {
              let distance = unsafe distances[unchecked: k]
              let weight = unsafe weights[unchecked: k]
              let a = unsafe load(values - distance.x) &+ load(values + distance.x)
              let b = unsafe load(values - distance.y) &+ load(values + distance.y)
              first = add(first, a.lowHalf, b.lowHalf, weight)
              second = add(second, a.highHalf, b.highHalf, weight)
            }
            return (first, second)
          }
          var next = range.lowerBound
          while next < range.upperBound {
            let i = min(next, length &- block)
            // 2^22 a level, and one half; the lower parts add at most 65,472.
            var (first, second) = unsafe sums(upper + (margin &+ i))
            first = first &+ 0x20_0000
            second = second &+ 0x20_0000
            let open =
              ((first &+ 65_472) ^ first) | ((second &+ 65_472) ^ second)
            if Lane.any(open &>> 22) {
              let (a, b) = unsafe sums(lower + (margin &+ i))
              first = first &+ (a &>> 10)
              second = second &+ (b &>> 10)
            }
            let low = Lane.upperBytes(first &<< 2)
            let high = Lane.upperBytes(second &<< 2)
            unsafe (d + start + i).storeBytes(
              of: SIMD4(lowHalf: low, highHalf: high), as: SIMD4<UInt32>.self)
            next = i &+ block
          }
        }
      }
    }
  }

  /// The stretch from the first to after the last byte of `range` that is not 0, counted from its
  /// start; empty if there is none.
  static func extent<Values: BitwiseCopyable>(
    _ values: Span<Values>, _ range: Range<Int>
  ) -> Range<Int> {
    precondition(range.lowerBound >= 0)
    precondition(range.upperBound <= values.count * MemoryLayout<Values>.stride)
    return unsafe values.withUnsafeBytes { bytes in
      guard let p = bytes.baseAddress else { return 0..<0 }
      @inline(__always)
      func word(_ i: Int) -> UInt64 { unsafe (p + i).loadUnaligned(as: UInt64.self) }
      @inline(__always)
      func byte(_ i: Int) -> UInt8 { unsafe (p + i).load(as: UInt8.self) }
      var from = range.lowerBound
      while from &+ 8 <= range.upperBound && word(from) == 0 { from = from &+ 8 }
      while from < range.upperBound && byte(from) == 0 { from = from &+ 1 }
      var to = range.upperBound
      while to &- 8 >= from && word(to &- 8) == 0 { to = to &- 8 }
      while to > from && byte(to &- 1) == 0 { to = to &- 1 }
      return (from - range.lowerBound)..<(to - range.lowerBound)
    }
  }
}
