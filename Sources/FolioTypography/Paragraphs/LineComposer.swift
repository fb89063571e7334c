// Lines are filled first-fit: each takes the last opportunity at which it still fits. A word that
// alone is wider than the line is divided between syllables (Korean) or clusters; a line always
// takes at least one cluster, so composition ends whatever the width.
//
// Widths come from sums of whole font units over runs (ShapedText), so measuring costs no shaping.
// Where a line would begin or end at a place that HarfBuzz calls unsafe (a kerning pair or a joined
// form is divided), the run's part is shaped anew before the line is accepted. The measure of an
// accepted line is therefore exactly what is drawn.

/// Breaks a prepared text into lines at one scale and one width.
struct LineComposer {
  /// A ratio of sizes in layout units.
  struct Scale {
    var size: Int
    var of: Int
    func apply(_ value: Int) -> Int { size == of ? value : scaled(value, by: size, over: of) }
  }

  /// What a line shows: a part of its paragraph, or a text of its own with an ellipsis or a hyphen.
  struct Content {
    var shaped: ShapedText
    var range: Range<Int>
    /// The exact width in layout units.
    var width: Int
  }

  struct Line {
    var content: Content
    /// Offsets in the whole text.
    var source: Range<Int>
    var paragraph: Int
    var indent: Int
    var spaceBefore: Int
    var isTruncated: Bool
    var endsParagraph: Bool
    /// Whether a word was divided between clusters at the end of the line.
    var breaksWord: Bool
    var baselineOffset: Int
    var height: Int
  }

  struct Composition {
    var lines: [Line] = []
    var isTruncated = false
    var brokenWords = 0
    var width = 0
    var height = 0

    /// Whether nothing is left out, divided inside a word, or outside the box.
    func fits(width limit: LayoutUnit?, height most: LayoutUnit?) -> Bool {
      !isTruncated && brokenWords == 0 && width <= limit?.rawValue ?? .max
        && height <= most?.rawValue ?? .max
    }

    /// How many lines from the top lie within a height.
    func lineCount(fitting most: LayoutUnit) -> Int {
      var sum = 0
      for (i, line) in lines.enumerated() {
        sum += line.spaceBefore + line.height
        if sum > most.rawValue { return i }
      }
      return lines.count
    }
  }

  /// The measures of a style at the scale, in layout units.
  struct Measures {
    var size: Int
    var tracking: Int
    var ascent: Int
    var descent: Int
    var gap: Int
    var underlineOffset: Int
    var underlineThickness: Int
  }

  let engine: TextEngine
  let text: PreparedText
  let style: ParagraphStyle

  func measures(_ scale: Scale) -> [Measures] {
    text.styles.map { style in
      let size = scale.apply(LayoutUnit(points: style.style.size).rawValue)
      let metrics = style.metrics
      func length(_ value: Int) -> Int { scaled(value, by: size, over: metrics.unitsPerEm) }
      return Measures(
        size: size, tracking: scale.apply(LayoutUnit(points: style.style.tracking).rawValue),
        ascent: length(metrics.ascender), descent: length(metrics.descender),
        gap: length(metrics.lineGap), underlineOffset: length(metrics.underlineOffset),
        underlineThickness: length(metrics.underlineThickness))
    }
  }

  // MARK: - Composition

  /// Breaks the text into lines.
  ///
  /// - Parameters:
  ///   - maximumLines: the most lines; 0 is no limit. The last one is truncated if text remains.
  ///   - isTrial: whether only the question if everything fits matters; stops at the first line
  ///     too many.
  func compose(scale: Scale, width: LayoutUnit?, maximumLines: Int, isTrial: Bool = false)
    -> Composition
  {
    let measures = measures(scale)
    var result = Composition()
    let spacing = scale.apply(LayoutUnit(points: style.paragraphSpacing).rawValue)
    for (index, paragraph) in text.paragraphs.enumerated() {
      let isLastParagraph = index == text.paragraphs.count - 1
      let count = paragraph.shaped.text.count
      // A line separator at the end of a paragraph starts one more, empty line.
      var owesEmptyLine = paragraph.shaped.text.scalars.last == SourceText.lineSeparator
      var start = 0
      var isFirstLine = true
      while isFirstLine || start < count || owesEmptyLine {
        if start == count { owesEmptyLine = false }
        let indent =
          isFirstLine ? scale.apply(LayoutUnit(points: style.firstLineIndent).rawValue) : 0
        let limit = width.map { max(0, $0.rawValue - indent) }
        var line = nextLine(paragraph, from: start, indent: indent, limit: limit, measures)
        let hasMore = line.end < count || owesEmptyLine || !isLastParagraph
        if hasMore && maximumLines > 0 && result.lines.count == maximumLines - 1 {
          result.isTruncated = true
          if isTrial { return result }
          if style.overflow == .clip {
            // All that the line would have held; the box cuts it.
            line = nextLine(paragraph, from: start, indent: indent, limit: nil, measures)
          } else {
            let end = paragraph.breaks[(start + 1)...].firstIndex(of: .mandatory) ?? count
            line.content = truncated(
              paragraph, start..<end, moreFollows: end < count || owesEmptyLine || !isLastParagraph,
              indent: indent, limit: limit, measures)
            line.end = end
            line.endsParagraph = true
            line.breaksWord = false
          }
        }
        append(
          line, to: &result, paragraph: index, from: start, indent: indent,
          spaceBefore: isFirstLine && index > 0 ? spacing : 0, scale: scale, measures)
        if result.isTruncated { return result }
        start = line.end
        isFirstLine = false
      }
    }
    return result
  }

  /// A line before it has a place.
  private struct FilledLine {
    var content: Content
    /// Where the next line begins.
    var end: Int
    var endsParagraph: Bool
    var breaksWord: Bool
  }

  private func append(
    _ line: FilledLine, to result: inout Composition, paragraph index: Int, from start: Int,
    indent: Int, spaceBefore: Int, scale: Scale, _ measures: [Measures]
  ) {
    let paragraph = text.paragraphs[index]
    var ascent = 0
    var descent = 0
    var styles = Set(line.content.shaped.text.styles[line.content.range])
    if styles.isEmpty {
      let known = paragraph.shaped.text.styles
      styles = [start < known.count ? known[start] : known.last ?? paragraph.style]
    }
    for style in styles {
      let m = measures[style]
      ascent = max(ascent, m.ascent + (self.style.lineHeight == nil ? m.gap / 2 : 0))
      descent = max(
        descent, m.descent + (self.style.lineHeight == nil ? m.gap - m.gap / 2 : 0))
    }
    var height = ascent + descent
    var baseline = ascent
    if let fixed = style.lineHeight {
      let wanted = scale.apply(LayoutUnit(points: fixed).rawValue)
      baseline += (wanted - height) >> 1
      height = wanted
    }
    let offsets = paragraph.shaped.text.offsets
    let first =
      start < offsets.count ? offsets[start] : (offsets.last.map { $0 + 1 } ?? paragraph.start)
    let last = line.end > start ? offsets[line.end - 1] + 1 : first
    result.lines.append(
      Line(
        content: line.content, source: first..<max(first, last), paragraph: index,
        indent: indent, spaceBefore: spaceBefore,
        isTruncated: result.isTruncated && style.overflow != .clip,
        endsParagraph: line.endsParagraph, breaksWord: line.breaksWord, baselineOffset: baseline,
        height: height))
    if line.breaksWord { result.brokenWords += 1 }
    result.width = max(result.width, line.content.width + indent)
    result.height += spaceBefore + height
  }

  // MARK: - Filling a line

  private func nextLine(
    _ paragraph: PreparedText.Paragraph, from start: Int, indent: Int, limit: Int?,
    _ measures: [Measures]
  ) -> FilledLine {
    let shaped = paragraph.shaped
    let count = shaped.text.count
    if start >= count {
      return FilledLine(
        content: Content(shaped: shaped, range: start..<start, width: 0), end: count,
        endsParagraph: true, breaksWord: false)
    }
    func line(endingAt end: Int) -> FilledLine {
      let content = content(paragraph, start..<end, indent: indent, measures)
      return FilledLine(
        content: content, end: end, endsParagraph: paragraph.breaks[end] == .mandatory,
        breaksWord: paragraph.breaks[end] == .cluster)
    }
    guard let limit else {
      return line(endingAt: paragraph.breaks[(start + 1)...].firstIndex(of: .mandatory) ?? count)
    }
    for lowest in [BreakClass.word, .syllable, .cluster] {
      var candidates: [Int] = []
      for end in (start + 1)...count where paragraph.breaks[end] >= lowest {
        let width = measure(shaped, start..<trimmedEnd(shaped, start..<end), indent, measures)
        // One place beyond the limit is kept where kerning across the break may have been counted.
        let fits = width <= limit
        if fits || !shaped.isSafe[end] { candidates.append(end) }
        if !fits || paragraph.breaks[end] == .mandatory { break }
      }
      for end in candidates.reversed() {
        let filled = line(endingAt: end)
        if filled.content.width <= limit { return filled }
      }
    }
    // Not even one cluster fits: take one.
    let end = paragraph.breaks[(start + 1)...].firstIndex { $0 >= .cluster } ?? count
    return line(endingAt: end)
  }

  /// The end of a line's content without the white space and the separator that hang over.
  func trimmedEnd(_ shaped: ShapedText, _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound && shaped.text.scalars[end - 1].hangsAtLineEnd { end -= 1 }
    return end
  }

  /// What a line over a part of a paragraph shows: without the white space at its end, and with a
  /// hyphen where it ends at a soft one.
  private func content(
    _ paragraph: PreparedText.Paragraph, _ range: Range<Int>, indent: Int,
    _ measures: [Measures]
  ) -> Content {
    let shaped = paragraph.shaped
    let end = trimmedEnd(shaped, range)
    if range.upperBound < shaped.text.count, end > range.lowerBound,
      shaped.text.scalars[end - 1].value == 0xAD
    {
      var text = AnalyzedText()
      text.append(shaped.text, range.lowerBound..<(end - 1))
      let soft = end - 1
      let styleIndex = shaped.text.styles[soft]
      let chain = text.fonts.last ?? nil
      let hyphen = hyphen(in: chain)
      text.append(
        hyphen, offset: shaped.text.offsets[soft], style: styleIndex,
        level: shaped.text.levels[soft], script: shaped.text.scripts[soft],
        font: chain ?? shaped.text.fonts[soft])
      return content(of: text, indent: indent, measures)
    }
    return Content(
      shaped: shaped, range: range.lowerBound..<end,
      width: exactWidth(shaped, range.lowerBound..<end, indent, measures))
  }

  /// U+2010 where the font has it, else the hyphen of ASCII.
  private func hyphen(in font: FontReference?) -> Unicode.Scalar {
    guard let font, let face = try? engine.cache.face(font) else { return "-" }
    return face.glyph(for: "\u{2010}") != nil ? "\u{2010}" : "-"
  }

  private func content(of text: AnalyzedText, indent: Int, _ measures: [Measures]) -> Content {
    let shaped = engine.shape(text, styles: self.text.styles)
    return Content(
      shaped: shaped, range: 0..<text.count,
      width: exactWidth(shaped, 0..<text.count, indent, measures))
  }

  // MARK: - Measuring

  /// The width of a part of a text by the sums of its advances, as if it could be divided there.
  private func measure(
    _ shaped: ShapedText, _ range: Range<Int>, _ indent: Int, _ measures: [Measures]
  ) -> Int {
    var x = 0
    for run in shaped.runs(in: range) {
      let start = max(run.range.lowerBound, range.lowerBound)
      let end = min(run.range.upperBound, range.upperBound)
      if run.isTab {
        x = tabEnd(from: x + indent, run, measures) - indent
        continue
      }
      let units = shaped.advanceBefore[end] - shaped.advanceBefore[start]
      let gaps = shaped.gapsBefore[end] - shaped.gapsBefore[start]
      x += scaled(units, by: measures[run.style].size, over: run.unitsPerEm)
      x += gaps * measures[run.style].tracking
    }
    return x - finalGap(shaped, range, measures)
  }

  /// The letter space after the last cluster of a part, which a line does not have.
  func finalGap(_ shaped: ShapedText, _ range: Range<Int>, _ measures: [Measures]) -> Int {
    guard let last = lastCluster(shaped, range), shaped.text.takesTracking[last],
      shaped.text.scalars[last] != "\t"
    else { return 0 }
    return measures[shaped.text.styles[last]].tracking
  }

  /// The beginning of the last cluster with a glyph.
  func lastCluster(_ shaped: ShapedText, _ range: Range<Int>) -> Int? {
    range.last { shaped.startsGlyphs[$0] }
  }

  private func exactWidth(
    _ shaped: ShapedText, _ range: Range<Int>, _ indent: Int, _ measures: [Measures]
  ) -> Int {
    if shaped.isSafe[range.lowerBound] && shaped.isSafe[range.upperBound] {
      return measure(shaped, range, indent, measures)
    }
    let part = divided(shaped, range)
    return measure(part, 0..<part.text.count, indent, measures)
  }

  /// A part of a text as a text of its own, its runs shaped anew where they were divided at an
  /// unsafe place.
  func divided(_ shaped: ShapedText, _ range: Range<Int>) -> ShapedText {
    let offset = range.lowerBound
    var text = AnalyzedText()
    text.append(shaped.text, range)
    let values = shaped.text.scalars.map(\.value)
    var runs: [ShapedText.Run] = []
    for run in shaped.runs(in: range) {
      let part = run.range.clamped(to: range)
      var piece: ShapedText.Run
      if part == run.range {
        piece = run
      } else if shaped.isSafe[part.lowerBound] && shaped.isSafe[part.upperBound] {
        piece = run
        piece.glyphs = run.glyphs.filter { part.contains($0.cluster) }
      } else {
        piece = engine.shape(shaped.text, values, part, styles: self.text.styles)
      }
      piece.range = (part.lowerBound - offset)..<(part.upperBound - offset)
      for i in piece.glyphs.indices { piece.glyphs[i].cluster -= offset }
      runs.append(piece)
    }
    return ShapedText(text: text, runs: runs)
  }

  /// Where a tab that begins at `x` ends; both measured from the edge where the paragraph starts.
  func tabEnd(from x: Int, _ run: ShapedText.Run, _ measures: [Measures]) -> Int {
    for stop in style.tabStops.map({ LayoutUnit(points: $0).rawValue }).sorted() where stop > x {
      return stop
    }
    let space = run.glyphs.first?.advance ?? 0
    return x + scaled(space, by: measures[run.style].size, over: run.unitsPerEm)
  }

  // MARK: - Truncation

  /// The last line of a text that goes on: as much of `range` as fits beside an ellipsis.
  private func truncated(
    _ paragraph: PreparedText.Paragraph, _ range: Range<Int>, moreFollows: Bool, indent: Int,
    limit: Int?, _ measures: [Measures]
  ) -> Content {
    let shaped = paragraph.shaped
    let end = trimmedEnd(shaped, range)
    // The rest of the paragraph fits and only later ones are left out.
    let whole = withEllipsis(paragraph, range.lowerBound..<end, end..<end, indent, measures)
    guard let limit else { return whole }
    if moreFollows && whole.width <= limit { return whole }

    let stops = (range.lowerBound...end).filter {
      $0 == range.lowerBound || $0 == end
        || (shaped.text.clusterStarts[$0] && shaped.startsGlyphs[$0])
    }
    let ellipsis = withEllipsis(
      paragraph, range.lowerBound..<range.lowerBound, end..<end, indent, measures)
    if ellipsis.width > limit {
      return Content(
        shaped: shaped, range: range.lowerBound..<range.lowerBound, width: 0)
    }
    let room = limit - ellipsis.width

    func width(_ part: Range<Int>) -> Int { measure(shaped, part, indent, measures) }
    /// The last stop whose prefix has at most a width.
    func prefixStop(_ most: Int) -> Int {
      var low = 0
      var high = stops.count - 1
      while low < high {
        let middle = (low + high + 1) / 2
        if width(range.lowerBound..<trimmedEnd(shaped, range.lowerBound..<stops[middle])) <= most {
          low = middle
        } else {
          high = middle - 1
        }
      }
      return low
    }
    /// The first stop, not before `first`, whose rest has at most a width.
    func suffixStop(_ most: Int, from first: Int) -> Int {
      var low = first
      var high = stops.count - 1
      while low < high {
        let middle = (low + high) / 2
        if width(stops[middle]..<end) <= most { high = middle } else { low = middle + 1 }
      }
      return low
    }

    var prefix = 0
    var suffix = stops.count - 1
    switch style.truncation {
    case .tail: prefix = prefixStop(room)
    case .head: suffix = suffixStop(room, from: 0)
    case .middle:
      prefix = prefixStop(room / 2)
      suffix = suffixStop(room - width(range.lowerBound..<stops[prefix]), from: prefix)
    }
    // The estimate ignores what the cut does to kerning and letter space: settle it exactly.
    while true {
      let content = withEllipsis(
        paragraph, range.lowerBound..<stops[prefix], stops[suffix]..<end, indent, measures)
      if content.width <= limit { return content }
      if suffix < stops.count - 1 && (prefix == 0 || stops.count - 1 - suffix >= prefix) {
        suffix += 1
      } else if prefix > 0 {
        prefix -= 1
      } else {
        return ellipsis
      }
    }
  }

  /// Two parts of a paragraph with an ellipsis between them, shaped as one text. White space beside
  /// the ellipsis goes; it stands at the paragraph's own level and so at the end of what is read.
  /// A font without U+2026 gives three full stops.
  private func withEllipsis(
    _ paragraph: PreparedText.Paragraph, _ before: Range<Int>, _ after: Range<Int>,
    _ indent: Int, _ measures: [Measures]
  ) -> Content {
    let source = paragraph.shaped.text
    let beforeEnd = trimmedEnd(paragraph.shaped, before)
    var afterStart = after.lowerBound
    while afterStart < after.upperBound && source.scalars[afterStart].hangsAtLineEnd {
      afterStart += 1
    }
    var text = AnalyzedText()
    text.append(source, before.lowerBound..<beforeEnd)
    let near = max(
      0, min(beforeEnd > before.lowerBound ? beforeEnd - 1 : afterStart, source.count - 1))
    let style = source.count > 0 ? source.styles[near] : paragraph.style
    let chain = self.text.styles[style].chain
    var dots: [Unicode.Scalar] = ["\u{2026}"]
    var choice = chain.choose(dots[...], previous: nil)
    if case .font = choice {
    } else {
      dots = [".", ".", "."]
      choice = chain.choose(["."], previous: nil)
    }
    var font: FontReference? = nil
    if case .font(let place) = choice { font = chain.references[place] }
    for dot in dots {
      text.append(
        dot, offset: source.count > 0 ? source.offsets[near] : paragraph.start, style: style,
        level: paragraph.baseLevel, script: source.count > 0 ? source.scripts[near] : .common,
        font: font)
    }
    text.append(source, afterStart..<max(afterStart, after.upperBound))
    return content(of: text, indent: indent, measures)
  }
}
