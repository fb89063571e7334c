import Foundation
import Testing

@testable import FolioTypography

/// Unicode's own test files, version 15.0, from the Debian package `unicode-data`.
private enum UnicodeData {
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  /// The lines of a file without comments and blank lines.
  static func lines(_ name: String) throws -> [String] {
    let path = "/usr/share/unicode/\(name)"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw Missing(description: "\(path) is missing; install the Debian package unicode-data")
    }
    return text.split(separator: "\n").map {
      String($0.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }

  /// The scalars and break marks of a line such as `÷ 0020 × 0308 ÷`. Scalars that are surrogates
  /// make the line untestable and give `nil`.
  static func breaks(_ line: String) -> (scalars: [Unicode.Scalar], marks: [Bool])? {
    var scalars: [Unicode.Scalar] = []
    var marks: [Bool] = []
    for part in line.split(separator: " ") {
      switch part {
      case "÷": marks.append(true)
      case "×": marks.append(false)
      default:
        guard let value = UInt32(part, radix: 16), let scalar = Unicode.Scalar(value) else {
          return nil
        }
        scalars.append(scalar)
      }
    }
    return (scalars, marks)
  }
}

@Suite("Unicode's own test files give the results they state")
struct UnicodeConformanceTests {
  @Test("GraphemeBreakTest: every line, without exception")
  func graphemes() throws {
    let breaking = ICULineBreaking()
    var count = 0
    for line in try UnicodeData.lines("auxiliary/GraphemeBreakTest.txt") {
      guard let (scalars, marks) = UnicodeData.breaks(line) else { continue }
      count += 1
      #expect(try breaking.graphemeBoundaries(in: scalars) == marks, "\(line)")
    }
    #expect(count == 602)
  }

  /// ICU 72 differs from the file at 22 lines, by two refinements of its rules that Unicode 16
  /// and 15.1 made the standard's own.
  @Test("LineBreakTest: every line but 22, each for one of two reasons")
  func lines() throws {
    let breaking = ICULineBreaking()
    var count = 0
    var hyphens = 0
    var numbers = 0
    var points = 0
    for line in try UnicodeData.lines("auxiliary/LineBreakTest.txt") {
      guard let (scalars, marks) = UnicodeData.breaks(line) else { continue }
      count += 1
      let found = try breaking.lineBreaks(in: scalars).map { $0 != .prohibited }
      for i in marks.indices where found[i] != marks[i] {
        if !marks[i] {
          // ... and a line may end before such a number.
          points += 1
          #expect(scalars[i] == "." && scalars[i - 1] == " ", "\(line)")
          #expect(scalars[i + 1].properties.numericType == .decimal, "\(line)")
          continue
        }
        let bases = scalars[..<i].filter { $0.value != 0x308 }
        if bases == ["-"] {
          // A hyphen that begins a word stays with it: "-letter" (LB20a of Unicode 16).
          hyphens += 1
          #expect(scalars[i].properties.numericType == nil, "\(line)")
        } else {
          // A number may begin with a point: "equals .35" (LB15c and LB25 of Unicode 15.1).
          numbers += 1
          #expect(bases.last == "." || bases.last == ",", "\(line)")
          #expect(scalars[i].properties.numericType == .decimal, "\(line)")
        }
      }
    }
    #expect(count == 7654)
    #expect(hyphens == 8)
    #expect(numbers == 14)
    #expect(points == 1)
  }

  @Test("BidiCharacterTest: levels and visual order of every case, without exception")
  func bidi() throws {
    var count = 0
    var wrong: [String] = []
    for line in try UnicodeData.lines("BidiCharacterTest.txt") {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { continue }
      let scalars = fields[0].split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let direction: TextDirection? =
        fields[1] == "0" ? .leftToRight : fields[1] == "1" ? .rightToLeft : nil
      let paragraph = BidiParagraph(scalars, direction: direction)
      let levels = paragraph.lineLevels(0..<scalars.count)
      let expected = fields[3].split(separator: " ").map { UInt8($0) }
      count += 1
      var isRight =
        paragraph.baseLevel == UInt8(fields[2]) && expected.count == levels.count
        && zip(levels, expected).allSatisfy { $1 == nil || $0 == $1 }
      // Characters that rule X9 removes have no level and no place in the order.
      let kept = levels.indices.filter { expected[$0] != nil }
      let order = BidiParagraph.visualOrder(of: kept.map { levels[$0] }).map { kept[$0] }
      isRight = isRight && order == fields[4].split(separator: " ").compactMap { Int($0) }
      if !isRight { wrong.append(line) }
    }
    #expect(count == 91_707)
    #expect(wrong.count == 0, "\(wrong.prefix(5))")
  }
}
