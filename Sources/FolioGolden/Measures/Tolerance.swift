/// How two pixels are compared, and how many may differ.
///
/// A frame that Folioscope draws is the same on every machine, so ``exact`` is what a golden wants.
/// The other measures are for pictures that something else drew. Each of them lets through changes
/// that matter for a pager: with ``yiq(_:antiAliasing:backdrop:budget:)`` at its usual 0.1 a page
/// that lies a pixel beside its place changes 0.3 % of a frame, and a card that turns from white to
/// (250, 250, 250) changes nothing. Where noise has to be let through, ``rendererNoise`` is the
/// preset that lets through the least.
public struct Tolerance: Hashable, Sendable {
  /// How two pixels are compared.
  public enum Measure: Hashable, Sendable {
    /// All four bytes must be equal.
    case exact
    /// Each premultiplied channel, alpha among them, may differ by the given number, 0...254.
    case channel(Int)
    /// The YIQ distance of the programs called pixelmatch up to 7.2, limit 0...1.
    case yiq(Double, AntiAliasing, Backdrop)
    /// The OKLab distance of pixelmatch's later versions, limit 0...1.
    case oklab(Double, AntiAliasing, Backdrop)
    /// A CIE colour distance, limit at least 0.
    case deltaE(DeltaE, Double)
    /// Structural similarity: the least mean, -1...1, and the least value anywhere, if any.
    case ssim(mean: Double, floor: Double?)
  }

  /// What becomes of pixels that look like a smoothed edge in one of the pictures.
  public enum AntiAliasing: String, Hashable, Sendable {
    /// They do not count.
    case excuse
    /// They count like others.
    case count
  }

  /// What transparent pixels are laid over before they are compared.
  public enum Backdrop: String, Hashable, Sendable {
    /// White; two pictures that differ only over other grounds then pass.
    case white
    /// A pattern of dark and light that depends on the place of the pixel.
    case pattern
  }

  /// How two pixels are compared.
  public var measure: Measure
  /// How many pixels may differ; means nothing for ``Measure/ssim(mean:floor:)``.
  public var budget: Budget

  /// A tolerance from its parts.
  public init(_ measure: Measure, budget: Budget = .none) {
    self.measure = measure
    self.budget = budget
  }

  /// Every byte of every pixel must be equal.
  public static let exact = Tolerance(.exact)

  /// No channel may differ by more than 2: lets through what another renderer or processor rounds
  /// otherwise and nothing that moves or changes its colour.
  public static let rendererNoise = Tolerance(.channel(2))

  /// Each premultiplied channel may differ by `limit`.
  public static func channel(_ limit: Int, budget: Budget = .none) -> Tolerance {
    Tolerance(.channel(limit), budget: budget)
  }

  /// The YIQ distance (Kotsarenko and Ramos, 2010) of pixelmatch 5 to 7: pixels differ when their
  /// squared distance exceeds `35215 * threshold^2`.
  public static func yiq(
    _ threshold: Double = 0.1, antiAliasing: AntiAliasing = .excuse, backdrop: Backdrop = .pattern,
    budget: Budget = .none
  ) -> Tolerance {
    Tolerance(.yiq(threshold, antiAliasing, backdrop), budget: budget)
  }

  /// The distance |ΔL| + √(Δa² + Δb²) in OKLab with corrected lightness; black to white is 1.
  public static func oklab(
    _ threshold: Double = 0.1, antiAliasing: AntiAliasing = .excuse, backdrop: Backdrop = .pattern,
    budget: Budget = .none
  ) -> Tolerance {
    Tolerance(.oklab(threshold, antiAliasing, backdrop), budget: budget)
  }

  /// A CIE colour distance over white and over black, whichever is larger; about 1 to 2.3 is just
  /// noticeable, by the formula.
  public static func deltaE(
    _ kind: DeltaE = .cie94, _ limit: Double = 1, budget: Budget = .none
  ) -> Tolerance {
    Tolerance(.deltaE(kind, limit), budget: budget)
  }

  /// Structural similarity of luma in Gaussian windows of 11 by 11 pixels.
  ///
  /// The mean alone does not see small changes: a 40 by 40 square of another colour on a phone's
  /// screen leaves it at 0.9994. So state a `floor` too.
  public static func ssim(mean: Double, floor: Double? = nil) -> Tolerance {
    Tolerance(.ssim(mean: mean, floor: floor))
  }

  /// Whether only equal pictures pass, so that fingerprints decide.
  public var isExact: Bool { measure == .exact && budget.isEmpty }

  /// What is wrong with the numbers, or `nil` where they have a meaning.
  public var fault: String? {
    switch measure {
    case .exact: break
    case .channel(let limit):
      if !(0...254).contains(limit) { return "channel \(limit), expected 0 to 254" }
    case .yiq(let threshold, _, _):
      if !(threshold >= 0 && threshold <= 1) { return "yiq \(threshold), expected 0 to 1" }
    case .oklab(let threshold, _, _):
      if !(threshold >= 0 && threshold <= 1) { return "oklab \(threshold), expected 0 to 1" }
    case .deltaE(let kind, let limit):
      if !(limit >= 0 && limit.isFinite) {
        return "deltaE(\(kind.rawValue)) \(limit), expected a number from 0"
      }
    case .ssim(let mean, let floor):
      if !(mean >= -1 && mean <= 1) { return "ssim mean \(mean), expected -1 to 1" }
      if let floor, !(floor >= -1 && floor <= 1) {
        return "ssim floor \(floor), expected -1 to 1"
      }
    }
    return budget.fault
  }
}

/// A formula for the distance of two CIE Lab colours.
public enum DeltaE: String, Hashable, Sendable, CaseIterable {
  /// CIE 1976: the Euclidean distance. Overrates differences of saturated colours.
  case cie76
  /// CIE 1994 for graphic arts. Not symmetric: it weighs by the chroma of the expected colour.
  case cie94
  /// CIE 2000 (ISO/CIE 11664-6).
  case ciede2000
}

extension Tolerance: CustomStringConvertible {
  /// `exact`, `channel 2`, `yiq 0.1, anti-aliasing excused`, … with the budget where there is one.
  public var description: String {
    let text: String
    switch measure {
    case .exact: text = "exact"
    case .channel(let limit): text = "channel \(limit)"
    case .yiq(let threshold, let antiAliasing, let backdrop):
      text = "yiq \(threshold), anti-aliasing \(antiAliasing.word), over \(backdrop.rawValue)"
    case .oklab(let threshold, let antiAliasing, let backdrop):
      text = "oklab \(threshold), anti-aliasing \(antiAliasing.word), over \(backdrop.rawValue)"
    case .deltaE(let kind, let limit): text = "deltaE \(kind.rawValue) \(limit)"
    case .ssim(let mean, let floor):
      text = "ssim mean \(mean)" + (floor.map { ", floor \($0)" } ?? "")
    }
    return budget == .none ? text : "\(text), budget \(budget)"
  }
}

extension Tolerance.AntiAliasing {
  var word: String { self == .excuse ? "excused" : "counted" }
}
