import FolioSequence
import Testing

@testable import FolioFilm

@Suite("Frames are seen for whole ticks that add up to the right time")
struct PictureTimingTests {
  static let rates = [
    "1", "7", "10", "12", "15", "20", "24", "24000/1001", "25", "30", "30000/1001", "33", "50",
    "60000/1001", "60", "100", "120", "240", "1000", "1/7", "997/13",
  ]

  @Test(
    "a GIF: no delay under 2, the whole within a hundredth, each picture at its time",
    arguments: rates)
  func gif(rate text: String) throws {
    let rate = try #require(FrameRate(text))
    for count in [1, 2, 3, 7, 60, 61, 240] {
      for held in [0, 1, 50] {
        let timing = PictureTiming(FrameSet(0..<count), rate: rate, held: held, in: .gif)
        #expect(timing.frames.count == timing.ticks.count)
        let isFast = rate.numerator > 50 * rate.denominator
        if isFast { #expect(timing.ticks.allSatisfy { $0 >= 2 && $0 % 2 == 0 }) }
        if !isFast { #expect(timing.ticks.allSatisfy { $0 >= 2 } && timing.frames.count == count) }
        // |ticks/100 - (count + held)/rate| <= 1/100, in whole numbers.
        let total = timing.ticks.reduce(0, +)
        let error = total * rate.numerator - 100 * (count + held) * rate.denominator
        // What is shorter than a hundredth is one picture of the least delay.
        if 100 * (count + held) * rate.denominator >= rate.numerator {
          #expect(error.magnitude <= rate.numerator.magnitude, "\(text) \(count) \(held)")
        }
        // A picture that begins at tick t is the frame on show then, to within half a tick where
        // instants are rounded.
        var tick = 0
        for (frame, ticks) in zip(timing.frames, timing.ticks) {
          let exact = 100 * frame * rate.denominator
          if isFast {
            let shown = min(count - 1, tick * rate.numerator / (100 * rate.denominator))
            #expect(frame == shown)
          } else {
            #expect((2 * (tick * rate.numerator - exact)).magnitude <= rate.numerator.magnitude)
          }
          tick += ticks
        }
      }
    }
  }

  @Test("a WebP: thousandths, the whole to half of one", arguments: rates)
  func webp(rate text: String) throws {
    let rate = try #require(FrameRate(text))
    for count in [1, 2, 61] {
      let timing = PictureTiming(FrameSet(0..<count), rate: rate, held: 3, in: .webp)
      #expect(timing.frames == FrameSet(0..<count))
      #expect(timing.ticks.allSatisfy { $0 >= 1 })
      let error =
        timing.ticks.reduce(0, +) * rate.numerator - 1000 * (count + 3) * rate.denominator
      #expect((2 * error).magnitude <= rate.numerator.magnitude)
    }
  }

  @Test("the known cases: 30 and 60 frames a second")
  func known() throws {
    let thirty = PictureTiming(
      FrameSet(0..<6), rate: try #require(FrameRate(30)), held: 0, in: .gif)
    // Instants 0, 3.33, 6.67, 10 … rounded.
    #expect(thirty.ticks == [3, 4, 3, 3, 4, 3])
    let sixty = PictureTiming(
      FrameSet(10..<22), rate: try #require(FrameRate(60)), held: 0, in: .gif)
    #expect(sixty.ticks == [Int](repeating: 2, count: 10))
    #expect(Array(sixty.frames) == [10, 11, 12, 13, 14, 16, 17, 18, 19, 20])
  }

  @Test("a video counts frames, and repeats the last one")
  func constant() throws {
    let timing = PictureTiming(
      FrameSet([3, 5, 9]), rate: try #require(FrameRate(60)), held: 2, in: .mp4)
    #expect(timing.ticks == [1, 1, 3])
    #expect(Array(timing.frames) == [3, 5, 9])
  }

  @Test(
    "a PNG's delays add up exactly, whatever 16 bits hold",
    arguments: [
      (1, "60"), (60, "60"), (1_000_000, "60"), (66, "30000/1001"), (100_000, "60000/1001"),
      (7, "65535/65534"), (131_071, "65535/65534"), (500, "1/1000"),
    ])
  func stays(frames: Int, rate text: String) throws {
    let rate = try #require(FrameRate(text))
    let stays = AnimatedPNGSink.stays(frames, at: rate)
    // All denominators divide the rate's numerator.
    var total = 0
    for stay in stays {
      #expect(rate.numerator % stay.denominator == 0)
      total += stay.numerator * (rate.numerator / stay.denominator)
    }
    #expect(total == frames * rate.denominator)
  }
}
