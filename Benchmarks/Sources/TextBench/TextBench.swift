// Measures typography: opening the fonts, laying out titles and drawing them. The figures to reach
// are those of Documentation/Text.md; the smallest of many rounds is printed, since other load only
// ever adds.

import FolioTypography
import Folioscope

@main
enum TextBench {
  static let titles: [(name: String, text: String)] = [
    ("english", "AVATAR WAVE To Type — fi ffl office"),
    ("caption", "Spring shoes, from 39 · Bags: second one half price"),
    ("chinese", "2024年新品 iPhone 发布会，新品八折起"),
    ("japanese", "春の新作、ただいま公開中です。"),
    ("korean", "봄 신상품이 도착했습니다"),
    ("arabic", "وصلت مجموعة الربيع الجديدة"),
    ("hebrew", "שלום עולם, ברוכים הבאים"),
    ("mixed", "مجموعة iPhone 15 الجديدة (5)"),
    ("hindi", "क्षत्रिय स्वागत है दुनिया"),
    ("thai", "ภาษาไทยไม่มีช่องว่าง"),
    ("emoji", "Hi 👨‍👩‍👧‍👦 🇬🇧 🏳️‍🌈 👍🏽 1️⃣"),
  ]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 2 else {
      print("usage: text-bench FONT-FOLDER")
      return
    }
    let book = FontBook(folders: [arguments[1]])
    let style = FolioTypography.TextStyle(weight: 600, size: 22)
    let paragraph = ParagraphStyle(maximumLines: 2)
    let everything = titles.map(\.text).joined(separator: " ") + " ★ ✓"

    var opening = Double.infinity
    for _ in 0..<5 {
      opening = min(
        opening,
        try time {
          // Asks every font of the family, so that all nine are opened.
          _ = try TextEngine(fonts: book).layout("\u{E000}", style: style)
        })
    }
    print("open all 9 fonts of a family: \(milliseconds(opening))")

    let first = try time { _ = try TextEngine(fonts: book).layout(everything, style: style) }
    print("open and lay out a title in every script: \(milliseconds(first))")

    let engine = TextEngine(
      fonts: book, limits: TextLimits(bytes: 1 << 16, graphemes: 1 << 16, marks: 32))
    print("title              layout warm   paths warm  draw @2x warm")
    for (name, text) in titles {
      var layout = try engine.layout(text, style: style, paragraph: paragraph, width: 340)
      let layoutTime = try best(200) {
        layout = try engine.layout(text, style: style, paragraph: paragraph, width: 340)
      }
      let pathTime = best(200) { _ = engine.paths(for: layout, pixelScale: 2) }
      let drawTime = try best(100) {
        var canvas = Canvas(width: 700, height: 120)
        canvas.transform = Affine(scaleX: 2, y: 2)
        for part in engine.paths(for: layout, pixelScale: 2) {
          canvas.fill(part.path, with: .color(Color(red: 0, green: 0, blue: 0)))
        }
        for image in try engine.images(for: layout, pixelScale: 2) {
          canvas.draw(image.bitmap, x: image.x, y: image.y)
        }
        _ = canvas.finish()
      }
      print(
        "\(name.padded(to: 18)) \(milliseconds(layoutTime))  \(milliseconds(pathTime))  "
          + "\(milliseconds(drawTime))")
    }

    let long = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 36)
    let longTime = try best(20) {
      _ = try engine.layout(long, style: style, paragraph: paragraph, width: 340)
    }
    print("1,620 characters in two lines with an ellipsis: \(milliseconds(longTime))")
    let allLines = try best(20) { _ = try engine.layout(long, style: style, width: 340) }
    print("1,620 characters in all their lines: \(milliseconds(allLines))")
  }

  static func best(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<rounds { least = min(least, try time(body)) }
    return least
  }

  static func time(_ body: () throws -> Void) rethrows -> Double {
    let took = try ContinuousClock().measure(body)
    return Double(took.components.attoseconds) / 1e15 + Double(took.components.seconds) * 1000
  }

  static func milliseconds(_ value: Double) -> String {
    let micro = Int((value * 1000).rounded())
    let fraction = String(micro % 1000)
    return "\(micro / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) ms"
      .padded(to: 11)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
