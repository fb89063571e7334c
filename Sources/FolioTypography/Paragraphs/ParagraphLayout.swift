import FolioGeometry

/// A text laid out: every glyph has its place.
///
/// Places are in 1/4096 pt from the upper left corner of the box, x to the right and y down. The
/// value holds no font; ``TextEngine`` turns it into paths. Sendable, and equal for equal input on
/// every machine with the same fonts and the same Unicode data.
public struct ParagraphLayout: Hashable, Sendable {
  /// The lines from top to bottom; at least one.
  public internal(set) var lines: [TextLine]
  /// The width of the widest line, without white space at its end.
  public internal(set) var width: LayoutUnit
  /// The sum of the line heights and of the space between paragraphs.
  public internal(set) var height: LayoutUnit
  /// The width of the box, or that of the widest line if none was given.
  public internal(set) var boxWidth: LayoutUnit
  /// The height of the box, or that of the text if none was given.
  public internal(set) var boxHeight: LayoutUnit
  /// The smallest rectangle around everything that is drawn, underlines included, in points; `nil`
  /// for text without ink. It may reach beyond the box: accents above and below, slanted letters.
  public internal(set) var inkBounds: Rect?
  /// The share of the size that shrinking left: 1 unless the mode is ``TextOverflowMode/shrink``.
  public internal(set) var scale: Double
  /// Whether drawing has to be cut off at the box.
  public internal(set) var clipsToBox: Bool
  /// In which ways the text did not fit.
  public internal(set) var overflow: TextOverflow
  /// The characters that no font of their style has, in the order of the text, each where it comes
  /// first; they are drawn as hollow boxes.
  public internal(set) var missingGlyphs: [MissingGlyph]
  /// Whether the style makes any excess an error.
  let overflowIsError: Bool

  /// Whether text was left out.
  public var isTruncated: Bool { overflow.isTruncated }

  /// Throws what makes the layout unfit to be drawn without a word: characters that no font has,
  /// and text that does not fit where the overflow mode is ``TextOverflowMode/error``.
  public func validate() throws(TextError) {
    if !missingGlyphs.isEmpty { throw .missingGlyphs(missingGlyphs) }
    if overflowIsError && overflow.isPresent { throw .overflow(overflow) }
  }
}

/// A line of text.
public struct TextLine: Hashable, Sendable {
  /// The part of the text that it shows, as offsets in Unicode scalars from the start of the whole
  /// text; white space and the separator at its end included.
  public let range: Range<Int>
  /// The upper edge.
  public internal(set) var top: LayoutUnit
  /// The baseline.
  public internal(set) var baseline: LayoutUnit
  /// The distance to the upper edge of the next line of the paragraph.
  public let height: LayoutUnit
  /// The left edge of the text.
  public let x: LayoutUnit
  /// The width, without white space at the end and without letter space after the last letter.
  public let width: LayoutUnit
  /// The direction of its paragraph.
  public let direction: TextDirection
  /// Whether an ellipsis stands for text that was left out.
  public let isTruncated: Bool
  /// Whether it ends where the text says so (at a separator or at the end) rather than for want of
  /// room.
  public let endsParagraph: Bool
  /// The glyphs, in runs from left to right.
  public let runs: [GlyphRun]
  /// The lines under its text.
  public internal(set) var underlines: [Underline]
}

/// Glyphs of one font, size and style that stand next to each other.
public struct GlyphRun: Hashable, Sendable {
  /// The font within the book of the engine; `nil` for the boxes of missing characters.
  public let font: FontReference?
  /// The size of the em.
  public let size: LayoutUnit
  /// Which of the text's runs it comes from, from 0: the key to its colour.
  public let style: Int
  /// The embedding level; odd ones run from right to left.
  public let level: UInt8
  /// The glyphs from left to right.
  public let glyphs: [PositionedGlyph]
}

/// A glyph and its place.
public struct PositionedGlyph: Hashable, Sendable {
  /// The glyph in its font.
  public let id: GlyphID
  /// Whether it is the box for a character that no font has.
  public let isMissing: Bool
  /// The first character of its cluster: an offset in Unicode scalars from the start of the text.
  public let cluster: Int
  /// The origin, from the left edge of the box.
  public let x: LayoutUnit
  /// The origin above (negative) or below the line's baseline.
  public let y: LayoutUnit
  /// The advance, letter space included.
  public let advance: LayoutUnit
}

/// A line under text.
public struct Underline: Hashable, Sendable {
  /// Which of the text's runs it comes from.
  public let style: Int
  /// The left edge.
  public let x: LayoutUnit
  /// The width.
  public let width: LayoutUnit
  /// The upper edge below the line's baseline.
  public let offset: LayoutUnit
  /// The thickness.
  public let thickness: LayoutUnit
}
