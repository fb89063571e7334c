/// Frames a second as an exact ratio: `30`, `60` or `30000/1001`.
///
/// Always in lowest terms with both parts at least 1, so equality is memberwise. Frame `n` of a
/// film is at `n * denominator / numerator` seconds: a division, never a running sum.
public struct FrameRate: Hashable, Sendable {
  /// The numerator, 1...1,000,000,000.
  public let numerator: Int
  /// The denominator, 1...1,000,000,000.
  public let denominator: Int

  /// The largest part that a ratio may have.
  public static let maximumPart = 1_000_000_000

  /// The ratio in lowest terms, or `nil` if a part is outside 1...1,000,000,000 or the rate outside
  /// 1/1000...1000 frames a second.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    let parts = 1...FrameRate.maximumPart
    guard parts.contains(numerator), parts.contains(denominator),
      numerator <= 1000 * denominator, denominator <= 1000 * numerator
    else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  /// The rate that a text states: `60`, or `30000/1001`; `nil` for anything else.
  ///
  /// A decimal fraction such as `29.97` is not exact and is refused; see ``suggestion(for:)``.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let numerator = FrameRate.number(first) else {
      return nil
    }
    var denominator = 1
    if parts.count == 2 {
      guard let number = FrameRate.number(parts[1]) else { return nil }
      denominator = number
    }
    self.init(numerator, denominator)
  }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard (1...10).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 48)
    }
    return value
  }

  /// What to write instead of an inexact rate of broadcast television (`29.97`: `30000/1001`), or
  /// `nil` if the text is none of them.
  public static func suggestion(for text: String) -> String? {
    switch text {
    case "23.98", "23.976": "24000/1001"
    case "29.97": "30000/1001"
    case "47.95", "47.952": "48000/1001"
    case "59.94": "60000/1001"
    case "119.88": "120000/1001"
    default: nil
    }
  }

  /// The exact time of a frame in seconds.
  ///
  /// - Parameter frame: A frame's index, at least 0 and at most 1,000,000,000.
  public func time(of frame: Int) -> FrameTime {
    FrameTime(Int64(frame) * Int64(denominator), Int64(numerator))
  }

  /// The first frame whose time is not before `time`: `ceil(time * rate)`.
  public func firstFrame(atOrAfter time: FrameTime) -> Int {
    let product = Int128(time.numerator) * Int128(numerator)
    let divisor = Int128(time.denominator) * Int128(denominator)
    let quotient = product / divisor + (product % divisor > 0 ? 1 : 0)
    return Int(clamping: quotient)
  }
}

extension FrameRate: CustomStringConvertible {
  /// `60`, or `30000/1001`: what ``init(_:)-(String)`` and ffmpeg read.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// A time in seconds as an exact ratio in lowest terms.
public struct FrameTime: Hashable, Sendable {
  /// The numerator; carries the sign.
  public let numerator: Int64
  /// The denominator, at least 1.
  public let denominator: Int64

  /// The ratio `numerator / denominator` in lowest terms.
  ///
  /// - Precondition: `denominator` is at least 1 and `numerator` is not `Int64.min`.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    precondition(denominator >= 1 && numerator != .min)
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int64(max(a, 1))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }
}
