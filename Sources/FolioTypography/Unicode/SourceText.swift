/// A text made ready for layout: control characters settled, divided into paragraphs.
///
/// The rule for control characters: a line ends at LF, CR, CR LF, VT, FF, NEL, U+2028 and U+2029;
/// VT and U+2028 stay within the paragraph. A tab is kept (it is drawn as a space or advances to a
/// tab stop). All other C0 and C1 controls and NUL are dropped. Joiners, variation selectors and
/// direction marks stay.
struct SourceText {
  struct Paragraph {
    var scalars: [Unicode.Scalar] = []
    /// The style run of each scalar.
    var styles: [Int] = []
    /// The offset of each scalar in the whole text, in scalars.
    var offsets: [Int] = []
    /// The style run of the place where the paragraph begins, for one without text.
    var style: Int
    /// The offset of that place.
    var start: Int
  }

  /// One or more paragraphs; a text that ends with a line feed ends with an empty one.
  private(set) var paragraphs: [Paragraph]

  /// The line separator, which ends a line but not its paragraph.
  static let lineSeparator: Unicode.Scalar = "\u{2028}"

  init(_ runs: [TextRun]) {
    var paragraphs: [Paragraph] = []
    var current = Paragraph(style: 0, start: 0)
    var offset = 0
    var previousWasReturn = false
    for (style, run) in runs.enumerated() {
      if current.scalars.isEmpty && current.start == offset { current.style = style }
      for scalar in run.text.unicodeScalars {
        let value = scalar.value
        switch value {
        case 0x0A, 0x0C, 0x0D, 0x85, 0x2029:
          if value == 0x0A && previousWasReturn {
            current.start = offset + 1
          } else {
            paragraphs.append(current)
            current = Paragraph(style: style, start: offset + 1)
          }
        case 0x09:
          current.append(scalar, style: style, offset: offset)
        case 0x0B, 0x2028:
          current.append(Self.lineSeparator, style: style, offset: offset)
        case 0..<0x20, 0x7F..<0xA0:
          break
        default:
          current.append(scalar, style: style, offset: offset)
        }
        previousWasReturn = value == 0x0D
        offset += 1
      }
    }
    paragraphs.append(current)
    self.paragraphs = paragraphs
  }
}

extension SourceText.Paragraph {
  mutating func append(_ scalar: Unicode.Scalar, style: Int, offset: Int) {
    scalars.append(scalar)
    styles.append(style)
    offsets.append(offset)
  }
}
