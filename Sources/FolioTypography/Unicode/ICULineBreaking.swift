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

  /// The version of ICU and of the Unicode data in it, such as "72.1" and "15.0".
  public static var version: (icu: String, unicode: String) {
    unsafe (String(cString: folio_icu_version()), String(cString: folio_icu_unicode_version()))
  }

  /// Opens the rules.
  public init() {
    var error: Int32 = 0
    unsafe lines = folio_boundaries_open(FOLIO_BOUNDARY_LINE, "root", &error)
    unsafe graphemes = folio_boundaries_open(FOLIO_BOUNDARY_GRAPHEME, "root", &error)
  }

  deinit {
    unsafe folio_boundaries_close(lines)
    unsafe folio_boundaries_close(graphemes)
  }

  /// The opportunities by UAX #14; see ``LineBreaking/lineBreaks(in:language:)``.
  public func lineBreaks(in scalars: [Unicode.Scalar], language: String?) -> [LineBreakMark] {
    let marks = unsafe find(lines, in: scalars)
    return marks.map { LineBreakMark(rawValue: $0) ?? .prohibited }
  }

  /// The boundaries by UAX #29; see ``LineBreaking/graphemeBoundaries(in:)``.
  public func graphemeBoundaries(in scalars: [Unicode.Scalar]) -> [Bool] {
    var marks = unsafe find(graphemes, in: scalars).map { $0 != 0 }
    marks[0] = true
    marks[scalars.count] = true
    return marks
  }

  /// One mark a place between scalars. Should ICU's data be missing, nothing may be divided.
  private func find(_ iterator: OpaquePointer?, in scalars: [Unicode.Scalar]) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(scalars.count + scalars.count / 8)
    for scalar in scalars {
      for unit in UTF16.encode(scalar) ?? .init() { units.append(unit) }
    }
    var byUnit = [UInt8](repeating: 0, count: units.count + 1)
    if let iterator = unsafe iterator, units.count <= Int32.max {
      _ = unsafe folio_boundaries_find(iterator, units, Int32(units.count), &byUnit)
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
