import FolioGeometry

/// A length or place along one axis that is known only once the surroundings are: points, a share
/// of the surroundings, or a distance from the lower safe edge.
///
/// In a scene: `120`, `50%`, `100%-64`, `safe-96`. In code: `120`, `.percent(50)`,
/// `.percent(100) - 64`, `.safe - 96`.
public struct Length: Hashable, Sendable {
  /// What the offset counts from.
  public enum Base: Hashable, Sendable {
    /// Nothing: the length is a number of points.
    case points
    /// A share of the surroundings' extent, in percent.
    case percent(Double)
    /// The far edge (bottom or right) of the surroundings less the safe area there.
    case safe
  }

  /// What the offset counts from.
  public var base: Base
  /// Points added to it.
  public var offset: Double

  /// A length from its parts.
  public init(_ base: Base, offset: Double = 0) {
    self.base = base
    self.offset = offset
  }

  /// A number of points.
  public init(_ points: Double) { self.init(.points, offset: points) }

  /// A share of the surroundings.
  public static func percent(_ percent: Double) -> Length { Length(.percent(percent)) }

  /// The far safe edge.
  public static let safe = Length(.safe)

  /// The length with points added.
  public static func + (length: Length, points: Double) -> Length {
    Length(length.base, offset: length.offset + points)
  }

  /// The length with points taken away.
  public static func - (length: Length, points: Double) -> Length {
    Length(length.base, offset: length.offset - points)
  }

  /// The place along an axis.
  ///
  /// - Parameters:
  ///   - extent: the surroundings' width or height in points.
  ///   - farInset: the safe area at the far edge (right or bottom) in points.
  public func place(in extent: Double, farInset: Double = 0) -> Double {
    switch base {
    case .points: offset
    case .percent(let percent): extent * percent / 100 + offset
    case .safe: extent - farInset + offset
    }
  }

  /// The extent of something that begins at `start`. As an extent, `safe-96` reaches from there to
  /// the place 96 points before the safe edge.
  public func extent(in extent: Double, farInset: Double = 0, from start: Double) -> Double {
    let value = place(in: extent, farInset: farInset)
    return base == .safe ? value - start : value
  }
}

extension Length: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number of points.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  /// A number of points.
  public init(floatLiteral value: Double) { self.init(value) }
}

/// A place as two lengths, across and down.
public struct LengthPair: Hashable, Sendable {
  /// Across.
  public var x: Length
  /// Down.
  public var y: Length

  /// A place or size from two lengths.
  public init(_ x: Length, _ y: Length) {
    self.x = x
    self.y = y
  }

  /// The place in surroundings of a size.
  public func place(in size: Size, safeArea: Insets = .zero) -> Point {
    Point(
      x: x.place(in: size.width, farInset: safeArea.right),
      y: y.place(in: size.height, farInset: safeArea.bottom))
  }
}
