import FolioGeometry

/// What an area is filled with.
public enum Paint: Sendable {
  /// One colour.
  case color(Color)
  /// A gradient along a line.
  case linear(LinearGradient)
  /// A gradient around a centre, outwards.
  case radial(RadialGradient)
  /// A gradient around a centre, by direction.
  case conic(ConicGradient)
  /// A bitmap, scaled into a rectangle and continued outside it.
  case image(ImagePattern)
}

/// A paint in device pixels, ready to give rows of colour.
enum Shader: Sendable {
  /// One premultiplied colour.
  case solid(UInt32)
  /// A gradient along a line.
  case linear(LinearShader)
  /// A gradient outwards.
  case radial(RadialShader)
  /// A gradient by direction.
  case conic(ConicShader)
  /// A bitmap whose top left pixel lies at (x, y), transparent outside.
  case bitmap(Bitmap, x: Int, y: Int)
  /// A scaled bitmap.
  case image(ImageSampler)
  /// A rotated or skewed bitmap.
  case affine(AffineSampler)

  /// Whether every pixel has alpha 255; `nil` if only its rows can tell.
  var isOpaque: Bool? {
    switch self {
    case .solid(let pixel): return pixel >> 24 == 255
    case .linear(let shader): return shader.ramp.isOpaque
    case .radial(let shader): return shader.ramp.isOpaque
    case .conic(let shader): return shader.ramp.isOpaque
    case .bitmap, .image, .affine: return nil
    }
  }

  /// The pixels of columns `range` of row `y`, to the start of `line`.
  mutating func row(_ y: Int, _ range: Range<Int>, into line: inout [UInt32]) {
    switch self {
    case .solid(let pixel):
      var span = line.mutableSpan
      SpanKernels.set(&span, 0..<range.count, pixel)
    case .linear(let shader):
      var span = line.mutableSpan
      shader.row(y, range, into: &span, at: range.lowerBound)
    case .radial(let shader):
      var span = line.mutableSpan
      shader.row(y, range, into: &span)
    case .conic(let shader):
      var span = line.mutableSpan
      shader.row(y, range, into: &span)
    case .bitmap(let bitmap, let left, let top):
      var span = line.mutableSpan
      let inside =
        y < top || y >= top + bitmap.height
        ? range.lowerBound..<range.lowerBound
        : range.clamped(to: left..<(left + bitmap.width))
      if inside.count < range.count { SpanKernels.set(&span, 0..<range.count, 0) }
      if inside.isEmpty { return }
      let to = (inside.lowerBound - range.lowerBound)..<(inside.upperBound - range.lowerBound)
      let from = (y - top) * bitmap.width + inside.lowerBound - left
      SpanKernels.copy(&span, to, bitmap.pixels.span, at: to.lowerBound - from)
    case .image(var sampler):
      self = .solid(0)  // so that the sampler's buffers have one owner
      sampler.row(y, range, into: &line)
      self = .image(sampler)
    case .affine(let sampler):
      sampler.row(y, range, into: &line)
    }
  }
}

extension Paint {
  /// The paint seen through a map from its own space to device pixels, for pixels of `region`;
  /// `nil` if a number is not finite.
  func shader(_ map: Affine, region: PixelRect) -> Shader? {
    switch self {
    case .color(let color):
      return .solid(color.premultiplied)
    case .linear(let gradient):
      return gradient.shader(map)
    case .radial(let gradient):
      return gradient.shader(map, area: region.width * region.height)
    case .conic(let gradient):
      return gradient.shader(map, area: region.width * region.height)
    case .image(let pattern):
      return pattern.shader(map, region: region)
    }
  }
}
