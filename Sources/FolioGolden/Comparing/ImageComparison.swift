/// The result of comparing two pictures: what differs, where, and whether it may.
///
/// Counts are always whole: a comparison never stops early. Pictures of different sizes never pass;
/// their common upper left part is compared, and every pixel that only one of them has counts unless
/// it is transparent.
///
/// ```swift
/// let result = ImageComparison(expected: Pixmap(a), actual: Pixmap(b), tolerance: .exact)
/// if !result.passes { print(result.differing, result.box) }
/// ```
public struct ImageComparison: Hashable, Sendable {
  /// The expected picture's size in pixels.
  public let expectedSize: PixelSize
  /// The actual picture's size in pixels.
  public let actualSize: PixelSize
  /// What was allowed.
  public let tolerance: Tolerance
  /// Pixels that count as different.
  public let differing: Int
  /// Pixels over the measure's limit that were excused as anti-aliasing.
  public let excused: Int
  /// Counted pixels that are darker in the actual picture; `nil` for measures that do not tell.
  public let darker: Int?
  /// The smallest rectangle around the counted pixels; empty where there are none.
  public let box: PixelBox
  /// The structural similarity, where the tolerance asks for it.
  public let similarity: StructuralSimilarity?
  /// The class of each pixel; `nil` where no pixel differs or only counts were asked for.
  public let map: DifferenceMap?
  /// Whether the difference is within the tolerance.
  public let passes: Bool
  /// Why nothing could be compared, or `nil`. Such a comparison never passes.
  public let fault: String?

  /// The pixels that shares refer to: the larger width times the larger height.
  public var total: Int {
    max(expectedSize.width, actualSize.width) * max(expectedSize.height, actualSize.height)
  }

  /// The share of the picture that differs, 0...1; 0 for a picture without pixels.
  public var ratio: Double { total == 0 ? 0 : Double(differing) / Double(total) }

  /// Whether both pictures are equally wide and high.
  public var sizesMatch: Bool { expectedSize == actualSize }

  /// How much of the result is computed.
  public enum Detail: Sendable {
    /// Counts, box and verdict: the fastest, and enough for most passing tests.
    case counts
    /// The class of each pixel too.
    case map
  }

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - expected: The reference.
  ///   - actual: What is to be like it.
  ///   - tolerance: What may differ.
  ///   - ignoring: Rectangles in which nothing counts.
  ///   - detail: How much of the result is computed.
  public init(
    expected: Pixmap, actual: Pixmap, tolerance: Tolerance = .exact,
    ignoring: [PixelBox] = [], detail: Detail = .map
  ) {
    expectedSize = PixelSize(width: expected.width, height: expected.height)
    actualSize = PixelSize(width: actual.width, height: actual.height)
    self.tolerance = tolerance

    var fault = tolerance.fault.map { "the tolerance cannot be used: \($0)" }
    let isEmpty = expected.pixels.isEmpty || actual.pixels.isEmpty
    if fault == nil, isEmpty {
      fault = "a picture without pixels was compared; an empty comparison proves nothing"
    }
    let common = expected.bounds.intersection(actual.bounds)
    let sameSize = expectedSize == actualSize

    // The plain count needs no map.
    if fault != nil || (tolerance.isExact && ignoring.isEmpty && sameSize) {
      let unequal = Kernels.unequal(
        expected, actual, width: common.width, height: common.height)
      if unequal.count == 0 || fault != nil || detail == .counts {
        differing = unequal.count
        excused = 0
        darker = nil
        box = unequal.box
        similarity = nil
        map = nil
        self.fault = fault
        passes = fault == nil && sameSize && unequal.count == 0
        return
      }
    }

    var map = DifferenceMap(
      width: max(expected.width, actual.width), height: max(expected.height, actual.height))
    tolerance.mark(expected, actual, into: &map)
    if !sameSize {
      Kernels.markOutside(expected, common: common, into: &map)
      Kernels.markOutside(actual, common: common, into: &map)
    }
    for rect in ignoring { map.clear(rect) }
    let summary = Kernels.summary(of: map)
    differing = summary.counted
    excused = summary.excused
    box = summary.box
    darker = tolerance.measure.tellsDarker ? summary.darker : nil
    self.map = detail == .map && summary.counted + summary.excused > 0 ? map : nil

    if case .ssim(let least, let floor) = tolerance.measure {
      let masked = ImageComparison.masked(actual, by: expected, in: ignoring)
      similarity = StructuralSimilarity(expected, masked)
      if sameSize, similarity == nil {
        fault = "structural similarity needs pictures of at least 11 by 11 pixels"
      }
      if let similarity {
        passes = similarity.mean >= least && floor.map { similarity.minimum >= $0 } ?? true
      } else {
        passes = false
      }
    } else {
      similarity = nil
      passes =
        sameSize
        && tolerance.budget.allows(
          count: summary.counted, of: map.width * map.height, map: map)
    }
    self.fault = fault
  }

  /// The picture with the pixels of `other` in the rectangles.
  private static func masked(
    _ picture: Pixmap, by other: Pixmap, in rects: [PixelBox]
  ) -> Pixmap {
    if rects.isEmpty { return picture }
    var pixels = picture.pixels
    for rect in rects {
      let part = rect.intersection(picture.bounds).intersection(other.bounds)
      for y in part.y..<part.bottom {
        for x in part.x..<part.right {
          pixels[y * picture.width + x] = other.pixels[y * other.width + x]
        }
      }
    }
    return Pixmap(width: picture.width, height: picture.height, straight: pixels)
  }
}

/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A size from its parts.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `390×844`.
  public var description: String { "\(width)×\(height)" }
}

/// The largest difference of each channel, 0...255.
public struct ChannelDelta: Hashable, Sendable {
  /// Red.
  public var red: Int
  /// Green.
  public var green: Int
  /// Blue.
  public var blue: Int
  /// Alpha.
  public var alpha: Int

  /// The largest of the four.
  public var maximum: Int { max(red, green, blue, alpha) }
}

extension ImageComparison {
  /// The largest difference of each straight channel over the counted pixels of the common part.
  ///
  /// - Parameters:
  ///   - expected: The expected picture that was compared.
  ///   - actual: The actual picture that was compared.
  public func maximumDelta(expected: Pixmap, actual: Pixmap) -> ChannelDelta {
    guard let map else { return ChannelDelta(red: 0, green: 0, blue: 0, alpha: 0) }
    return Kernels.maximumDelta(expected, actual, map: map)
  }
}

extension Tolerance.Measure {
  var tellsDarker: Bool {
    switch self {
    case .yiq, .oklab: true
    case .exact, .channel, .deltaE, .ssim: false
    }
  }
}

extension Tolerance {
  /// Gives a class to each pixel of the common part. For structural similarity, which counts
  /// nothing, pixels that are not equal are marked.
  func mark(_ a: Pixmap, _ b: Pixmap, into map: inout DifferenceMap) {
    switch measure {
    case .exact, .ssim: Kernels.markExact(a, b, into: &map)
    case .channel(let limit):
      Kernels.markChannel(a, b, limit: UInt32(limit), into: &map)
    case .yiq(let threshold, let antiAliasing, let backdrop):
      Kernels.markYIQ(
        a, b, limit: 35215 * threshold * threshold, pattern: backdrop == .pattern,
        excusing: antiAliasing == .excuse, into: &map)
    case .oklab(let threshold, let antiAliasing, let backdrop):
      let width = a.width
      Kernels.mark(
        a, b, excusing: antiAliasing == .excuse ? .whiteThenAlpha : nil, into: &map
      ) { x, y, va, vb in
        OKLab.classify(
          x, y, va, vb, width: width, pattern: backdrop == .pattern, threshold: threshold)
      }
    case .deltaE(let kind, let limit):
      var grounds = [LabCache(ground: 255), LabCache(ground: 0)]
      Kernels.mark(a, b, into: &map) { _, _, va, vb in
        let d = Tolerance.deltaE(va, vb, kind, caches: &grounds)
        return d > limit ? DifferenceMap.counted : DifferenceMap.same
      }
    }
  }

  /// The distance of two pixels over white and, where one is not opaque, over black; the larger.
  static func deltaE(
    _ va: UInt32, _ vb: UInt32, _ kind: DeltaE, caches: inout [LabCache]
  ) -> Double {
    let white = caches[0].lab(va).distance(to: caches[0].lab(vb), kind)
    if va & vb >= 0xFF00_0000 { return white }
    return max(white, caches[1].lab(va).distance(to: caches[1].lab(vb), kind))
  }
}
