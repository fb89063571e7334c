import FolioICUBridge

/// Line and grapheme boundaries by ICU: the rules of UAX #14 and UAX #29, and dictionaries for
/// Thai, Lao, Khmer and Burmese.
///
/// The root locale's rules are used whatever the language, so a break never depends on where the
/// program runs; they are the strict ones, which keep small kana and prolonged sound marks with
/// the character before. Not Sendable: ICU's iterators hold their place in the text.
@safe public final class ICULineBreaking: LineBreaking {
  private let lines: OpaquePointer?
  private let graphemes: OpaquePointer?
  private let error: Int32

  /// The version of ICU and of the Unicode data in it, such as "72.1" and "15.0".
  public static var version: (icu: String, unicode: String) {
    unsafe (String(cString: folio_icu_version()), String(cString: folio_icu_unicode_version()))
  }

  /// Opens the rules.
  public init() {
    var first: Int32 = 0
    var second: Int32 = 0
    unsafe lines = folio_boundaries_open(FOLIO_BOUNDARY_LINE, "root", &first)
    unsafe graphemes = folio_boundaries_open(FOLIO_BOUNDARY_GRAPHEME, "root", &second)
    error = first != 0 ? first : second
  }

  deinit {
    unsafe folio_boundaries_close(lines)
    unsafe folio_boundaries_close(graphemes)
  }

  /// The opportunities by UAX #14; see ``LineBreaking/lineBreaks(in:)``.
  public func lineBreaks(in scalars: [Unicode.Scalar]) throws(TextError) -> [LineBreakMark] {
    try unsafe find(lines, in: scalars).map { LineBreakMark(rawValue: $0) ?? .prohibited }
  }

  /// The boundaries by UAX #29; see ``LineBreaking/graphemeBoundaries(in:)``.
  public func graphemeBoundaries(in scalars: [Unicode.Scalar]) throws(TextError) -> [Bool] {
    var marks = try unsafe find(graphemes, in: scalars).map { $0 != 0 }
    marks[0] = true
    return marks
  }

  /// One mark a place between scalars.
  private func find(_ iterator: OpaquePointer?, in scalars: [Unicode.Scalar]) throws(TextError)
    -> [UInt8]
  {
    var units: [UInt16] = []
    units.reserveCapacity(scalars.count + scalars.count / 8)
    for scalar in scalars {
      if scalar.value > 0xFFFF {
        units.append(UInt16(0xD800 + ((scalar.value - 0x10000) >> 10)))
        units.append(UInt16(0xDC00 + (scalar.value & 0x3FF)))
      } else {
        units.append(UInt16(scalar.value))
      }
    }
    var byUnit = [UInt8](repeating: 0, count: units.count + 1)
    guard let iterator = unsafe iterator else {
      throw .unicodeData("ICU \(Self.version.icu) cannot open its rules (error \(error))")
    }
    let failed = unsafe folio_boundaries_find(
      iterator, units, Int32(clamping: units.count), &byUnit)
    if failed != 0 {
      throw .unicodeData("ICU \(Self.version.icu) cannot divide the text (error \(failed))")
    }
    var result: [UInt8] = []
    result.reserveCapacity(scalars.count + 1)
    var at = 0
    for scalar in scalars {
      result.append(byUnit[at])
      at += scalar.value > 0xFFFF ? 2 : 1
    }
    result.append(byUnit[at])
    return result
  }
}
