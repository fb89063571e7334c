extension LineComposer {
  /// Gives every line and every glyph of a composition its place.
  func place(_ composition: Composition, scale: Scale, width: LayoutUnit?, height: LayoutUnit?)
    -> ParagraphLayout
  {
    let measures = measures(scale)
    let boxWidth = width?.rawValue ?? composition.width
    let boxHeight = height?.rawValue ?? composition.height
    var missing = text.missing
    var y: Int
    switch style.verticalAlignment {
    case .top: y = 0
    case .center: y = (boxHeight - composition.height) >> 1
    case .bottom: y = boxHeight - composition.height
    }
    var lines: [TextLine] = []
    for line in composition.lines {
      y += line.spaceBefore
      let paragraph = text.paragraphs[line.paragraph]
      let direction: TextDirection = paragraph.baseLevel == 0 ? .leftToRight : .rightToLeft
      var room = boxWidth - line.indent - line.content.width
      var spread = 0
      let x: Int
      switch (style.alignment, direction) {
      case (.justified, _) where !line.endsParagraph && room > 0 && width != nil:
        spread = room
        room = 0
        x = direction == .leftToRight ? line.indent : 0
      case (.start, .leftToRight), (.justified, .leftToRight), (.left, .leftToRight),
        (.end, .rightToLeft):
        x = direction == .leftToRight ? line.indent : 0
      case (.left, .rightToLeft): x = 0
      case (.center, _):
        x = (room >> 1) + (direction == .leftToRight ? line.indent : 0)
      case (.end, .leftToRight), (.right, .leftToRight): x = room + line.indent
      case (.start, .rightToLeft), (.justified, .rightToLeft), (.right, .rightToLeft): x = room
      }
      let placed = glyphs(of: line, x: x, spread: spread, measures, baseLevel: paragraph.baseLevel)
      lines.append(
        TextLine(
          range: line.source, top: LayoutUnit(rawValue: y),
          baseline: LayoutUnit(rawValue: y + line.baselineOffset),
          height: LayoutUnit(rawValue: line.height), x: LayoutUnit(rawValue: x),
          width: LayoutUnit(rawValue: placed.width), direction: direction,
          isTruncated: line.isTruncated, endsParagraph: line.endsParagraph, runs: placed.runs,
          underlines: placed.underlines))
      if line.isTruncated { reportMissingEllipsis(line, &missing) }
      y += line.height
    }
    let excess = TextOverflow(
      isTruncated: composition.isTruncated, brokenWords: composition.brokenWords,
      excessWidth: width.map {
        LayoutUnit(rawValue: max(0, composition.width - $0.rawValue)).points
      } ?? 0,
      excessHeight: height.map {
        LayoutUnit(rawValue: max(0, composition.height - $0.rawValue)).points
      } ?? 0)
    return ParagraphLayout(
      lines: lines, width: LayoutUnit(rawValue: composition.width),
      height: LayoutUnit(rawValue: composition.height), boxWidth: LayoutUnit(rawValue: boxWidth),
      boxHeight: LayoutUnit(rawValue: boxHeight), inkBounds: nil,
      scale: Double(scale.size) / Double(scale.of), clipsToBox: style.overflow == .clip,
      overflow: excess, missingGlyphs: missing.list.sorted { $0.offset < $1.offset },
      overflowIsError: style.overflow == .error)
  }

  /// An ellipsis that even as full stops is in none of the fonts.
  private func reportMissingEllipsis(_ line: Line, _ missing: inout MissingGlyphs) {
    let shaped = line.content.shaped
    for run in shaped.runs(in: line.content.range) where run.font == nil {
      let first = run.range.lowerBound
      if shaped.text.scalars[first] == "." {
        missing.report(
          ["\u{2026}"], at: shaped.text.offsets[first], chain: text.styles[run.style].chain)
      }
    }
  }

  /// The glyphs of a line from left to right, beginning at `x`; `spread` is the width that
  /// justification adds.
  private func glyphs(
    of line: Line, x left: Int, spread: Int, _ measures: [Measures], baseLevel: UInt8
  ) -> (runs: [GlyphRun], underlines: [Underline], width: Int) {
    let content = line.content
    let isWhole = content.range == 0..<content.shaped.text.count
    let shaped = isWhole ? content.shaped : divided(content.shaped, content.range)
    let range = 0..<shaped.text.count
    let extra = justification(shaped, spread)
    let last = lastCluster(shaped, range)
    let tabs = tabWidths(shaped, indent: line.indent, measures)

    let order = BidiParagraph.visualOrder(
      of: shaped.runs.map { $0.isTab ? baseLevel : $0.level })
    var runs: [GlyphRun] = []
    var underlines: [Underline] = []
    var x = left
    for index in order {
      let run = shaped.runs[index]
      let m = measures[run.style]
      let start = x
      if let tab = tabs[index] {
        x += tab
        appendUnderline(run, from: start, to: x, m, to: &underlines)
        continue
      }
      let isRightToLeft = run.level % 2 == 1
      var placed: [PositionedGlyph] = []
      placed.reserveCapacity(run.glyphs.count)
      var units = 0
      var gaps = 0
      for (i, glyph) in run.glyphs.enumerated() {
        let beginsCluster = i == 0 || run.glyphs[i - 1].cluster != glyph.cluster
        let endsCluster =
          i == run.glyphs.count - 1 || run.glyphs[i + 1].cluster != glyph.cluster
        var gap = extra.isEmpty ? 0 : extra[glyph.cluster]
        if shaped.text.takesTracking[glyph.cluster] && glyph.cluster != last { gap += m.tracking }
        // What follows a cluster is on its right or, from right to left, on its left.
        if isRightToLeft && beginsCluster { gaps += gap }
        let origin = scaled(units + glyph.xOffset, by: m.size, over: run.unitsPerEm)
        let pen = scaled(units, by: m.size, over: run.unitsPerEm)
        units += glyph.advance
        let next = scaled(units, by: m.size, over: run.unitsPerEm)
        let trailing = !isRightToLeft && endsCluster ? gap : 0
        placed.append(
          PositionedGlyph(
            id: glyph.id, isMissing: glyph.isMissing,
            cluster: shaped.text.offsets[glyph.cluster],
            x: LayoutUnit(rawValue: start + gaps + origin),
            y: LayoutUnit(
              rawValue: -scaled(glyph.yOffset, by: m.size, over: run.unitsPerEm)),
            advance: LayoutUnit(rawValue: next - pen + trailing)))
        gaps += trailing
      }
      x = start + scaled(units, by: m.size, over: run.unitsPerEm) + gaps
      runs.append(
        GlyphRun(
          font: run.font, size: LayoutUnit(rawValue: m.size), style: run.style, level: run.level,
          glyphs: placed))
      appendUnderline(run, from: start, to: x, m, to: &underlines)
    }
    return (runs, underlines, x - left)
  }

  private func appendUnderline(
    _ run: ShapedText.Run, from start: Int, to end: Int, _ m: Measures,
    to underlines: inout [Underline]
  ) {
    guard text.styles[run.style].style.underline, end > start else { return }
    underlines.append(
      Underline(
        style: run.style, x: LayoutUnit(rawValue: start),
        width: LayoutUnit(rawValue: end - start),
        offset: LayoutUnit(rawValue: m.underlineOffset),
        thickness: LayoutUnit(rawValue: m.underlineThickness)))
  }

  /// The width of each tab by its run's index, in the order of reading.
  private func tabWidths(_ shaped: ShapedText, indent: Int, _ measures: [Measures]) -> [Int: Int] {
    guard shaped.runs.contains(where: \.isTab) else { return [:] }
    var result: [Int: Int] = [:]
    var x = indent
    for (index, run) in shaped.runs.enumerated() {
      let m = measures[run.style]
      if run.isTab {
        let end = tabEnd(from: x, run, measures)
        result[index] = end - x
        x = end
      } else {
        let gaps =
          shaped.gapsBefore[run.range.upperBound] - shaped.gapsBefore[run.range.lowerBound]
        let units = run.glyphs.reduce(0) { $0 + $1.advance }
        x += scaled(units, by: m.size, over: run.unitsPerEm) + gaps * m.tracking
      }
    }
    return result
  }

  /// The width that justification adds after each scalar: after spaces, and between Chinese and
  /// Japanese characters. The shares differ by one unit at most and add up exactly.
  private func justification(_ shaped: ShapedText, _ spread: Int) -> [Int] {
    let text = shaped.text
    guard spread > 0, let last = lastCluster(shaped, 0..<text.count) else { return [] }
    var places: [Int] = []
    var start = 0
    while start < text.count {
      var end = start + 1
      while end < text.count && !(text.clusterStarts[end] && shaped.startsGlyphs[end]) { end += 1 }
      if start != last && shaped.startsGlyphs[start] && end < text.count {
        let isSpace = text.scalars[start] == " " || text.scalars[start] == "\u{A0}"
        if isSpace || (text.scripts[start].isIdeographic && text.scripts[end].isIdeographic) {
          places.append(start)
        }
      }
      start = end
    }
    var result = [Int](repeating: 0, count: text.count)
    for (i, place) in places.enumerated() {
      result[place] = spread * (i + 1) / places.count - spread * i / places.count
    }
    return result
  }
}

extension OpenTypeTag {
  /// Whether justification may widen the space between its characters.
  fileprivate var isIdeographic: Bool {
    self == .han || self == .hiragana || self == .katakana || self == .bopomofo
  }
}
