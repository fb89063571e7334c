import FolioImageCoding
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioGolden

/// Counts and class maps that the programs called pixelmatch give; see SOURCE.md beside the data.
@Suite("The measures yiq and oklab agree with pixelmatch on every pixel")
struct PixelmatchTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    var a: String
    var b: String
    var dialect: String
    var threshold: Double
    var includeAA: Bool
    var count: Int
    var antiAliased: Int
    var secondDarker: Int
    var boundingBox: [Int]?
    var classMapSha256: String

    var testDescription: String { "\(a) \(b) \(dialect) \(threshold) \(includeAA)" }
  }

  struct Upstream: Decodable, Sendable {
    struct Options: Decodable, Sendable {
      var threshold: Double?
      var includeAA: Bool?
      var checkerboard: Bool?
    }
    var a: String
    var b: String
    var options: Options
    var expected: [String: Int?]
  }

  struct Pixels: Decodable, Sendable {
    var dialect: String
    var a: [UInt8]
    var b: [UInt8]
    var threshold: Double
    var differs: Bool
  }

  struct Window: Decodable, Sendable {
    var a: String
    var b: String
    var dialect: String
    var threshold: Double
    var includeAA: Bool
    var window: Int
    var maxInWindow: Int
  }

  struct Cases: Decodable {
    var upstream: [Upstream]
    var pixelPairs: [Pixels]
    var windows: [Window]
    var grid: [Row]
  }

  static let cases: Cases? = try? JSONDecoder().decode(
    Cases.self, from: ReferenceData.data("pixelmatch/cases.json"))

  static let pictures: [String: Pixmap] = {
    var pictures: [String: Pixmap] = [:]
    for name in ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b", "5a", "5b", "6a", "6b", "7a"]
      + ["7b", "8a"]
    { pictures[name] = try? ReferencePictures.load("pixelmatch/images/\(name).png") }
    return pictures
  }()

  static func tolerance(
    _ dialect: String, _ threshold: Double, includeAA: Bool, budget: Budget = .none
  ) -> Tolerance {
    let antiAliasing = includeAA ? Tolerance.AntiAliasing.count : .excuse
    let backdrop = dialect.hasSuffix("white") ? Tolerance.Backdrop.white : .pattern
    return dialect.hasPrefix("yiq")
      ? .yiq(threshold, antiAliasing: antiAliasing, backdrop: backdrop, budget: budget)
      : .oklab(threshold, antiAliasing: antiAliasing, backdrop: backdrop, budget: budget)
  }

  static func compare(
    _ a: String, _ b: String, _ tolerance: Tolerance
  ) throws -> ImageComparison {
    ImageComparison(
      expected: try #require(pictures[a]), actual: try #require(pictures[b]),
      tolerance: tolerance)
  }

  @Test("The data is all there")
  func complete() throws {
    let cases = try #require(Self.cases)
    #expect(cases.upstream.count == 12)
    #expect(cases.pixelPairs.count == 10)
    #expect(cases.windows.count == 4)
    #expect(cases.grid.count == 384)
    #expect(Self.pictures.count == 15)
  }

  @Test("Counts, excused pixels, direction, box and class map", arguments: cases?.grid ?? [])
  func grid(_ row: Row) throws {
    let result = try Self.compare(
      row.a, row.b, Self.tolerance(row.dialect, row.threshold, includeAA: row.includeAA))
    #expect(result.differing == row.count)
    #expect(result.excused == row.antiAliased)
    #expect(result.darker == row.secondDarker)
    if let box = row.boundingBox {
      #expect(
        result.box
          == PixelBox(
            x: box[0], y: box[1], width: box[2] - box[0] + 1, height: box[3] - box[1] + 1))
    } else {
      #expect(result.box.isEmpty)
    }
    let size = result.expectedSize
    let classes =
      result.map?.classes.map { $0 == 3 ? 1 : $0 }
      ?? [UInt8](repeating: 0, count: size.width * size.height)
    #expect(SHA256.hash(classes).hex == row.classMapSha256)
    #expect(result.passes == (row.count == 0))
  }

  @Test("The counts of upstream's own tests")
  func upstream() throws {
    let cases = try #require(Self.cases)
    var checked = 0
    for row in cases.upstream {
      for (dialect, expected) in row.expected.sorted(by: { $0.key < $1.key }) {
        guard let expected else { continue }
        let tolerance = Self.tolerance(
          dialect, row.options.threshold ?? 0.1, includeAA: row.options.includeAA ?? false)
        let result = try Self.compare(row.a, row.b, tolerance)
        #expect(result.differing == expected, "\(row.a) \(row.b) \(dialect)")
        checked += 1
      }
    }
    #expect(checked > 30)
  }

  @Test("Single pixels at the threshold")
  func pixelPairs() throws {
    for row in try #require(Self.cases).pixelPairs {
      func picture(_ v: [UInt8]) -> Pixmap {
        Pixmap(
          width: 1, height: 1,
          straight: [
            UInt32(v[0]) | UInt32(v[1]) << 8 | UInt32(v[2]) << 16 | UInt32(v[3]) << 24
          ])
      }
      let result = ImageComparison(
        expected: picture(row.a), actual: picture(row.b),
        tolerance: Self.tolerance(row.dialect, row.threshold, includeAA: true))
      #expect((result.differing > 0) == row.differs, "\(row)")
    }
  }

  @Test("The fullest window, and the budget that speaks of it")
  func windows() throws {
    for row in try #require(Self.cases).windows {
      func result(_ budget: Budget) throws -> ImageComparison {
        try Self.compare(
          row.a, row.b,
          Self.tolerance(
            row.dialect, row.threshold, includeAA: row.includeAA, budget: budget))
      }
      let map = try #require(try result(.none).map)
      #expect(map.largestWindow(side: row.window) == row.maxInWindow)
      #expect(try result(.window(side: row.window, count: row.maxInWindow)).passes)
      #expect(try !result(.window(side: row.window, count: row.maxInWindow - 1)).passes)
    }
  }
}

@Suite("The measure yiq agrees with odiff where the two are the same measure")
struct OdiffTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    var a: String
    var b: String
    var threshold: Double?
    var ignoreAntiAliased: Bool?
    var count: Int?
    var boundingBox: [Int]?
    var pixelmatchYiqWhiteCount: Int?
    var ignoreRegions: [[Int]]?
    var failOnSize: Bool?

    var testDescription: String { "\(a) \(b) \(threshold ?? 0) \(ignoreAntiAliased ?? false)" }
  }

  struct Cases: Decodable {
    var cases: [Row]
  }

  static let rows: [Row] =
    (try? JSONDecoder().decode(Cases.self, from: ReferenceData.data("odiff/cases.json")).cases)
    ?? []

  static let pictures: [String: Pixmap] = {
    var pictures: [String: Pixmap] = [:]
    for name in Set(rows.flatMap { [$0.a, $0.b] }) {
      pictures[name] = try? ReferencePictures.load("odiff/images/\(name).png")
    }
    return pictures
  }()

  @Test("There are 38 rows")
  func complete() { #expect(Self.rows.count == 38) }

  @Test("Counts, boxes, sizes and ignored regions", arguments: rows)
  func row(_ row: Row) throws {
    let a = try #require(Self.pictures[row.a])
    let b = try #require(Self.pictures[row.b])
    if row.failOnSize == true {
      let result = ImageComparison(
        expected: a, actual: b, tolerance: .yiq(1, budget: .ratio(1)))
      #expect(!result.sizesMatch)
      #expect(!result.passes, "other sizes must fail whatever the budget")
      return
    }
    let excusing = row.ignoreAntiAliased ?? false
    let threshold = try #require(row.threshold)
    let rects = (row.ignoreRegions ?? []).map {
      PixelBox(x: $0[0], y: $0[1], width: $0[2] - $0[0] + 1, height: $0[3] - $0[1] + 1)
    }
    func compare(_ a: Pixmap, _ b: Pixmap, factor: Double = 1) -> ImageComparison {
      ImageComparison(
        expected: a, actual: b,
        tolerance: .yiq(
          threshold * factor, antiAliasing: excusing ? .excuse : .count, backdrop: .white),
        ignoring: rects)
    }
    let result = compare(a, b)
    #expect(compare(b, a).differing == result.differing || excusing)
    if let count = row.pixelmatchYiqWhiteCount ?? (excusing ? nil : row.count) {
      if row.a.hasPrefix("odiff-logo") {
        // odiff counts in fixed point. Of two million pixels 3 and 7 lie up to 0.13 % over the limit
        // and are under it there.
        #expect(compare(a, b, factor: 1.0013.squareRoot()).differing == count)
        #expect(result.differing - count == (threshold == 0.1 ? 3 : 7))
      } else {
        #expect(result.differing == count)
      }
      if let box = row.boundingBox {
        #expect(
          result.box
            == PixelBox(
              x: box[0], y: box[1], width: box[2] - box[0] + 1, height: box[3] - box[1] + 1))
      }
    }
  }
}

@Suite("Plain and perceptual measures have the values that others compute")
struct MetricsTests {
  static let pairs: [JSONValue] =
    (try? JSONValue(reference: "metrics/metrics.json"))?["pairs"].array
    ?? []

  struct Pair: Sendable, CustomTestStringConvertible {
    var value: JSONValue
    var testDescription: String {
      "\(value["a"].string ?? "") \(value["b"].string ?? "")"
    }

    func pictures() throws -> (Pixmap, Pixmap) {
      let set = try #require(value["set"].string)
      return (
        try ReferencePictures.load("\(set)/images/\(value["a"].string ?? "").png"),
        try ReferencePictures.load("\(set)/images/\(value["b"].string ?? "").png")
      )
    }
  }

  static let all = pairs.map { Pair(value: $0) }

  static func isClose(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
    (a - b).magnitude <= tolerance * max(b.magnitude, 1)
  }

  @Test("There are 11 pairs of pictures and 24 of colours")
  func complete() throws {
    #expect(Self.all.count == 11)
    #expect(try JSONValue(reference: "metrics/deltaE.json")["pairs"].array.count == 24)
  }

  @Test("exact: pixels and box", arguments: all)
  func exact(_ pair: Pair) throws {
    let (a, b) = try pair.pictures()
    let result = ImageComparison(expected: a, actual: b)
    let expected = pair.value["exact"]
    #expect(result.differing == expected["differingVisiblePixels"].int)
    let counts = ImageComparison(expected: a, actual: b, detail: .counts)
    #expect(counts.differing == result.differing)
    #expect(counts.box == result.box)
    if expected["differingVisiblePixels"].int == expected["differingPixels"].int,
      let box = Optional(expected["boundingBox"].array.compactMap(\.int)), box.count == 4
    {
      #expect(
        result.box
          == PixelBox(
            x: box[0], y: box[1], width: box[2] - box[0] + 1, height: box[3] - box[1] + 1))
      let delta = result.maximumDelta(expected: a, actual: b)
      #expect(
        [delta.red, delta.green, delta.blue, delta.alpha]
          == pair.value["channel"]["maxDelta"].array.compactMap(\.int))
    }
  }

  @Test("channel: premultiplied, every limit", arguments: all)
  func channel(_ pair: Pair) throws {
    let (a, b) = try pair.pictures()
    let counts = pair.value["channelPremultiplied"]["pixelsOver"]
    #expect(counts.keys.count == 9)
    for key in counts.keys {
      let limit = try #require(Int(key))
      let result = ImageComparison(expected: a, actual: b, tolerance: .channel(limit))
      #expect(result.differing == counts[key].int, "over \(limit)")
    }
  }

  @Test("MAE, MSE, RMSE over white and black", arguments: all)
  func errors(_ pair: Pair) throws {
    let (a, b) = try pair.pictures()
    for (name, ground) in [("white", 255.0), ("black", 0.0)] {
      let numbers = try #require(ErrorNumbers(a, b, over: ground))
      let expected = pair.value["error"][name]
      #expect(Self.isClose(numbers.meanAbsolute, expected["meanAbsolute"].double, 1e-6))
      #expect(Self.isClose(numbers.meanSquared, expected["meanSquared"].double, 1e-6))
      #expect(Self.isClose(numbers.rootMeanSquared, expected["rootMeanSquared"].double, 1e-6))
    }
  }

  @Test("deltaE: largest, mean and counts over white", arguments: all)
  func deltaE(_ pair: Pair) throws {
    let (a, b) = try pair.pictures()
    for kind in DeltaE.allCases {
      let expected = pair.value["deltaE"][kind.rawValue]
      var cache = LabCache(ground: 255)
      var (largest, sum) = (0.0, 0.0)
      var over: [String: Int] = [:]
      let keys = expected["over"].keys
      #expect(keys.count == 6)
      for i in a.pixels.indices {
        let (p, q) = (cache.lab(a.pixels[i]), cache.lab(b.pixels[i]))
        let d = p.distance(to: q, kind)
        largest = max(largest, d)
        sum += d
        for key in keys where d > Double(key) ?? .infinity { over[key, default: 0] += 1 }
      }
      #expect(Self.isClose(largest, expected["max"].double, 1e-4))
      #expect(Self.isClose(sum / Double(a.pixels.count), expected["mean"].double, 1e-4))
      for key in keys { #expect(over[key] ?? 0 == expected["over"][key].int, "\(kind) \(key)") }
    }
  }

  @Test("ssim: mean and minimum over white", arguments: all)
  func ssim(_ pair: Pair) throws {
    let (a, b) = try pair.pictures()
    let result = try #require(StructuralSimilarity(a, b, over: 255))
    let expected = pair.value["ssim"]["gaussian11"]
    #expect(Self.isClose(result.mean, expected["mean"].double, 1e-6))
    #expect(Self.isClose(result.minimum, expected["min"].double, 1e-6))
  }

  @Test("Lab and three distances of 24 colour pairs, and cie94 the other way round")
  func colours() throws {
    for row in try JSONValue(reference: "metrics/deltaE.json")["pairs"].array {
      func lab(_ key: String) -> Lab {
        let v = row[key].array.compactMap(\.int)
        return Lab(UInt32(v[0]) | UInt32(v[1]) << 8 | UInt32(v[2]) << 16 | 0xFF00_0000, over: 0)
      }
      let (a, b) = (lab("a"), lab("b"))
      for (lab, key) in [(a, "labA"), (b, "labB")] {
        #expect((lab.l - row[key][0].double).magnitude < 1e-3)
        #expect((lab.a - row[key][1].double).magnitude < 1e-3)
        #expect((lab.b - row[key][2].double).magnitude < 1e-3)
      }
      for kind in DeltaE.allCases {
        #expect(
          (a.distance(to: b, kind) - row[kind.rawValue].double).magnitude < 1e-3, "\(row["a"])")
      }
      #expect((b.distance(to: a, .cie94) - row["cie94Reversed"].double).magnitude < 1e-3)
    }
  }
}
