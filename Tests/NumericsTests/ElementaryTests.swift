import FolioNumerics
import TestSupport
import Testing

@Suite("Elementary functions are right to 1e-15")
struct ElementaryTests {
  static let functions: [(String, @Sendable (Double) -> Double, isRelative: Bool)] = [
    ("exp", Elementary.exp, true), ("log", Elementary.log, true),
    ("sin", Elementary.sin, false), ("cos", Elementary.cos, false),
    ("asin", Elementary.asin, false),
  ]

  @Test("against values computed to 50 digits", arguments: functions.map(\.0))
  func reference(name: String) throws {
    let table = try JSONValue(reference: "elementary/elementary.json")
    let entry = try #require(Self.functions.first { $0.0 == name })
    let rows = table[name].array
    #expect(rows.count == 300)
    var worst = 0.0
    for row in rows {
      let x = try #require(row[0].string.flatMap(Double.init))
      let right = try #require(row[1].string.flatMap(Double.init))
      let error = (entry.1(x) - right).magnitude
      // The log of a number near one is near zero; there the absolute error counts.
      let scale = entry.isRelative ? max(right.magnitude, name == "log" ? 1 : 0) : 1
      worst = max(worst, error / scale)
    }
    #expect(worst <= 1e-15)
  }

  @Test("exact where mathematics is exact")
  func exactPoints() {
    #expect(Elementary.exp(0) == 1)
    #expect(Elementary.log(1) == 0)
    #expect(Elementary.sin(0) == 0)
    #expect(Elementary.cos(0) == 1)
    #expect(Elementary.cos(Elementary.pi) == -1)
    #expect(Elementary.asin(0) == 0)
    #expect(Elementary.asin(1) == Elementary.pi / 2)
    #expect(Elementary.asin(-1) == -Elementary.pi / 2)
  }

  @Test("hostile arguments give infinities and NaN, never a trap")
  func hostile() {
    #expect(Elementary.exp(1e308) == .infinity)
    #expect(Elementary.exp(-1e308) == 0)
    #expect(Elementary.exp(-745) == Double.leastNonzeroMagnitude)
    #expect(Elementary.exp(709.7).isFinite)
    #expect(Elementary.exp(.nan).isNaN)
    #expect(Elementary.log(0) == -.infinity)
    #expect(Elementary.log(-1).isNaN)
    #expect(Elementary.log(.infinity) == .infinity)
    #expect((Elementary.log(Double.leastNonzeroMagnitude) + 744.4400719213812).magnitude < 1e-12)
    for x in [Double.infinity, -.infinity, .nan, 1e300] {
      #expect(Elementary.sin(x).isNaN)
      #expect(Elementary.cos(x).isNaN)
      #expect(Elementary.asin(x).isNaN)
    }
  }
}
