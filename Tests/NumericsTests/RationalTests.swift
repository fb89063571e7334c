import FolioNumerics
import TestSupport
import Testing

@Suite("Fractions are exact")
struct RationalTests {
  @Test("every small fraction is kept in lowest terms with a positive denominator")
  func lowestTerms() {
    for n in -12...12 {
      for d in -12...12 where d != 0 {
        let r = Rational(n, d)
        #expect(r.denominator > 0)
        #expect(r.numerator * Int64(d) == r.denominator * Int64(n))
        for k in 2...12 {
          #expect(!(r.numerator % Int64(k) == 0 && r.denominator % Int64(k) == 0))
        }
      }
    }
  }

  @Test("arithmetic, order, floor and ceiling agree with integers for all small fractions")
  func arithmetic() {
    for a in -6...6 {
      for b in 1...6 {
        for c in -6...6 {
          for d in 1...6 {
            let x = Rational(a, b)
            let y = Rational(c, d)
            #expect(x + y == Rational(a * d + c * b, b * d))
            #expect(x - y == Rational(a * d - c * b, b * d))
            #expect(x * y == Rational(a * c, b * d))
            if c != 0 { #expect(x / y == Rational(a * d, b * c)) }
            #expect((x < y) == (a * d < c * b))
          }
        }
        let q = Double(a) / Double(b)
        #expect(Rational(a, b).floor == Int64(q.rounded(.down)))
        #expect(Rational(a, b).ceiling == Int64(q.rounded(.up)))
      }
    }
  }

  @Test("large parts are in lowest terms too, and sums of them agree with 128-bit arithmetic")
  func largeParts() {
    func divisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
      var (x, y) = (a, b)
      while y != 0 { (x, y) = (y, x % y) }
      return x
    }
    var random = SplitMix64(seed: 11)
    for _ in 0..<5000 {
      func part(_ bits: UInt64) -> Int64 { Int64(random.next() >> (64 - bits)) }
      let (a, b) = (part(40) - part(40), part(30) + 1)
      let (c, d) = (part(40) - part(40), part(30) + 1)
      let x = Rational(a, over: b)
      let y = Rational(c, over: d)
      #expect(divisor(UInt128(x.numerator.magnitude), UInt128(x.denominator)) == 1)
      let numerator = Int128(a) * Int128(d) + Int128(c) * Int128(b)
      let denominator = Int128(b) * Int128(d)
      if let sum = x.adding(y) {
        #expect(Int128(sum.numerator) * denominator == numerator * Int128(sum.denominator))
        #expect(divisor(UInt128(sum.numerator.magnitude), UInt128(sum.denominator)) == 1)
      }
    }
  }

  @Test("results that do not fit are reported, not wrapped")
  func overflow() {
    let big = Rational(Int64.max, over: 1)
    #expect(big.adding(big) == nil)
    #expect(big.multiplied(by: big) == nil)
    #expect(big.divided(by: .zero) == nil)
    #expect(big.multiplied(by: Rational(1, Int.max)) == .one)
  }

  @Test("a solved instant is never before the solution")
  func instants() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<1000 {
      let t = random.double(in: -100...100)
      let r = Rational(roundingUp: t)
      #expect(r.double >= t && r.double - t < 2e-9)
    }
    #expect(Rational(roundingUp: .nan) == .zero)
    #expect(Rational(roundingUp: .infinity) == Rational(1_000_000_000))
  }
}
