/// A tolerance as a command line states it.
///
/// | option | means |
/// | --- | --- |
/// | `--mode` | `exact`, `channel`, `yiq`, `oklab`, `deltaE` or `ssim` |
/// | `--kind` | for deltaE: `cie94`, `cie76` or `ciede2000` |
/// | `--tolerance` | the measure's limit; for ssim the least mean |
/// | `--floor` | for ssim: the least value of any window |
/// | `--aa` | for yiq and oklab: `excuse` or `count` |
/// | `--backdrop` | for yiq and oklab: `pattern` or `white` |
/// | `--max-pixels`, `--max-ratio`, `--window SIDE,COUNT` | the budget; all that are given must hold |
public struct ToleranceArguments: Hashable, Sendable {
  /// `--mode`.
  public var mode: String?
  /// `--kind`.
  public var kind: String?
  /// `--tolerance`.
  public var tolerance: String?
  /// `--floor`.
  public var floor: String?
  /// `--aa`.
  public var antiAliasing: String?
  /// `--backdrop`.
  public var backdrop: String?
  /// `--max-pixels`.
  public var maxPixels: String?
  /// `--max-ratio`.
  public var maxRatio: String?
  /// `--window`.
  public var window: String?

  /// No option given.
  public init() {}

  /// The tolerance that the options state.
  ///
  /// - Throws: ``GoldenError/usage(_:)`` for a value that is not read, out of range, or of an option
  ///   that does not belong to the mode.
  public func resolved() throws(GoldenError) -> Tolerance {
    let mode = mode ?? "exact"
    let measure: Tolerance.Measure
    var used: Set<String> = []
    switch mode {
    case "exact": measure = .exact
    case "channel":
      used = ["--tolerance"]
      measure = .channel(try integer(tolerance ?? "0", "--tolerance"))
    case "yiq", "oklab":
      used = ["--tolerance", "--aa", "--backdrop"]
      let limit = try number(tolerance ?? "0.1", "--tolerance")
      let aa: Tolerance.AntiAliasing = try choice(antiAliasing ?? "excuse", "--aa")
      let ground: Tolerance.Backdrop = try choice(backdrop ?? "pattern", "--backdrop")
      measure = mode == "yiq" ? .yiq(limit, aa, ground) : .oklab(limit, aa, ground)
    case "deltaE":
      used = ["--tolerance", "--kind"]
      let formula: DeltaE = try choice(kind ?? "cie94", "--kind")
      measure = .deltaE(formula, try number(tolerance ?? "1", "--tolerance"))
    case "ssim":
      used = ["--tolerance", "--floor"]
      guard let tolerance else { throw .usage("--mode ssim needs --tolerance, the least mean") }
      let least: Double?
      if let floor { least = try number(floor, "--floor") } else { least = nil }
      measure = .ssim(mean: try number(tolerance, "--tolerance"), floor: least)
    default:
      throw .usage(
        "--mode is \"\(mode)\", expected one of exact, channel, yiq, oklab, deltaE, ssim")
    }
    for (option, value) in [
      ("--tolerance", tolerance), ("--kind", kind), ("--floor", floor), ("--aa", antiAliasing),
      ("--backdrop", backdrop),
    ] where value != nil && !used.contains(option) {
      throw .usage("\(option) has no meaning for --mode \(mode)")
    }
    var budgets: [Budget] = []
    if let maxPixels { budgets.append(.pixels(try integer(maxPixels, "--max-pixels"))) }
    if let maxRatio { budgets.append(.ratio(try number(maxRatio, "--max-ratio"))) }
    if let window {
      let parts = window.split(separator: ",").map(String.init)
      guard parts.count == 2 else {
        throw .usage("--window is \"\(window)\", expected SIDE,COUNT such as 32,4")
      }
      budgets.append(
        .window(
          side: try integer(parts[0], "--window"), count: try integer(parts[1], "--window")))
    }
    if mode == "ssim", !budgets.isEmpty {
      throw .usage("a budget of pixels has no meaning for --mode ssim")
    }
    let result = Tolerance(
      measure,
      budget: budgets.isEmpty ? .none : budgets.count == 1 ? budgets[0] : .all(budgets))
    if let fault = result.fault { throw .usage("tolerance: \(fault)") }
    return result
  }

  private func number(_ text: String, _ option: String) throws(GoldenError) -> Double {
    guard let value = Double(text), value.isFinite else {
      throw .usage("\(option) is \"\(text)\", expected a number")
    }
    return value
  }

  private func integer(_ text: String, _ option: String) throws(GoldenError) -> Int {
    guard let value = Int(text), value >= 0 else {
      throw .usage("\(option) is \"\(text)\", expected a whole number from 0")
    }
    return value
  }

  private func choice<T: RawRepresentable<String>>(
    _ text: String, _ option: String
  ) throws(GoldenError) -> T {
    guard let value = T(rawValue: text) else {
      throw .usage("\(option) has no value \"\(text)\"")
    }
    return value
  }
}

extension PixelBox {
  /// The rectangle that `x,y,w,h` states, four whole numbers from 0.
  ///
  /// - Throws: ``GoldenError/usage(_:)``.
  public init(argument text: String) throws(GoldenError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let limit = 0...1_000_000_000
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], [x, y, width, height].allSatisfy(limit.contains)
    else {
      throw .usage("--ignore is \"\(text)\", expected x,y,w,h in pixels, whole numbers from 0")
    }
    self.init(x: x, y: y, width: width, height: height)
  }
}
