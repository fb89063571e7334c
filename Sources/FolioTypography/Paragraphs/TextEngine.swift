import FolioGeometry
import FolioRaster

/// Lays text out and gives its shapes.
///
/// The way of a text: control characters are settled and paragraphs found (``SourceText``); each
/// is divided into grapheme clusters, scripts, bidirectional levels and fonts (``AnalyzedText``),
/// shaped in font units (``ShapedText``), and then broken into lines and placed in 1/4096 pt. What
/// comes out depends on the text, the styles, the fonts and the Unicode data alone.
///
/// An engine is not Sendable: FreeType, HarfBuzz and ICU keep state. Use one per thread, all made
/// from the same ``FontBook``; the layouts and paths that come out are Sendable values, and any
/// engine of the same book can draw any engine's layouts.
public final class TextEngine {
  /// The fonts.
  public let fonts: FontBook
  /// How much text is accepted.
  public var limits: TextLimits

  let cache: FontCache
  let breaking: any LineBreaking
  private let shaping = ShapingBuffer()
  private var chains: [ChainKey: FontChain] = [:]
  var colorGlyphs: [ColorGlyphKey: Bitmap] = [:]
  var colorGlyphBytes = 0
  /// How many sizes the last call with ``TextOverflowMode/shrink`` tried after the full one.
  private(set) var shrinkRounds = 0

  private struct ChainKey: Hashable {
    var fonts: [String]
    var weight: Int
  }

  /// An engine.
  ///
  /// - Parameters:
  ///   - fonts: the fonts that may be used.
  ///   - limits: how much text is accepted at once.
  ///   - lineBreaking: the rules for line and grapheme boundaries.
  public init(
    fonts: FontBook, limits: TextLimits = TextLimits(),
    lineBreaking: any LineBreaking = ICULineBreaking()
  ) {
    self.fonts = fonts
    self.limits = limits
    cache = FontCache(book: fonts)
    breaking = lineBreaking
  }

  /// Lays out a text of one style.
  ///
  /// - Parameters:
  ///   - text: the text; lines end at line feeds.
  ///   - style: fonts, size and so on.
  ///   - paragraph: alignment, line height, overflow and so on.
  ///   - width: the width of the box in points, at least 0; `nil` never wraps.
  ///   - height: the height of the box in points, at least 0; `nil` is as high as the text.
  /// - Throws: ``TextError`` when a base font is missing or broken, a value is out of its range,
  ///   or the text exceeds the limits. Missing glyphs and overflow are facts of the result; see
  ///   ``ParagraphLayout/validate()``.
  public func layout(
    _ text: String, style: TextStyle = TextStyle(), paragraph: ParagraphStyle = ParagraphStyle(),
    width: Double? = nil, height: Double? = nil
  ) throws(TextError) -> ParagraphLayout {
    try layout([TextRun(text, style: style)], paragraph: paragraph, width: width, height: height)
  }

  /// Lays out a text of several styles.
  public func layout(
    _ runs: [TextRun], paragraph: ParagraphStyle = ParagraphStyle(), width: Double? = nil,
    height: Double? = nil
  ) throws(TextError) -> ParagraphLayout {
    let runs = runs.isEmpty ? [TextRun("", style: TextStyle())] : runs
    try check(paragraph, width: width, height: height)
    let prepared = try prepare(runs, paragraph: paragraph)
    let composer = LineComposer(engine: self, text: prepared, style: paragraph)
    let boxWidth = width.map { LayoutUnit(points: $0) }
    let boxHeight = height.map { LayoutUnit(points: $0) }

    shrinkRounds = 0
    var scale = LineComposer.Scale(size: prepared.baseSize, of: prepared.baseSize)
    var composition = composer.compose(
      scale: scale, width: boxWidth, maximumLines: paragraph.maximumLines)
    if paragraph.overflow == .shrink, !composition.fits(width: boxWidth, height: boxHeight) {
      scale = shrunkScale(composer, paragraph, width: boxWidth, height: boxHeight)
      composition = composer.compose(
        scale: scale, width: boxWidth, maximumLines: paragraph.maximumLines)
      if let boxHeight, composition.height > boxHeight.rawValue {
        composition = composer.compose(
          scale: scale, width: boxWidth,
          maximumLines: max(1, composition.lineCount(fitting: boxHeight)))
      }
    }
    var layout = composer.place(composition, scale: scale, width: boxWidth, height: boxHeight)
    layout.inkBounds = inkBounds(of: layout)
    return layout
  }

  /// The largest scale at which everything fits, in steps of 1/64 pt of the first run's size (wider
  /// ones where the range holds more than 4,095 of them), found in at most 12 rounds; the smallest
  /// allowed if nothing fits.
  private func shrunkScale(
    _ composer: LineComposer, _ paragraph: ParagraphStyle, width: LayoutUnit?, height: LayoutUnit?
  ) -> LineComposer.Scale {
    let full = composer.text.baseSize
    let least = min(full, Int((Double(full) * paragraph.minimumScale).rounded(.up)))
    let step = max(LayoutUnit.perPoint / 64, (full - least + 4094) / 4095)
    // Sizes are `least + k * step`; k = low is known or taken to fit, k = high is known not to.
    var low = 0
    var high = (full - least + step - 1) / step
    while high - low > 1 {
      let middle = (low + high) / 2
      shrinkRounds += 1
      let scale = LineComposer.Scale(size: least + middle * step, of: full)
      let composition = composer.compose(
        scale: scale, width: width, maximumLines: paragraph.maximumLines, isTrial: true)
      if composition.fits(width: width, height: height) { low = middle } else { high = middle }
    }
    return LineComposer.Scale(size: least + low * step, of: full)
  }

  // MARK: - Checks

  private func check(_ paragraph: ParagraphStyle, width: Double?, height: Double?)
    throws(TextError)
  {
    func require(
      _ name: String, _ value: Double, _ range: ClosedRange<Double>, _ expected: String
    ) throws(TextError) {
      if !range.contains(value) {
        throw .badValue(name: name, found: "\(value)", expected: expected)
      }
    }
    if let width { try require("width", width, 0...1_000_000, "0 to 1000000 points") }
    if let height { try require("height", height, 0...1_000_000, "0 to 1000000 points") }
    if let line = paragraph.lineHeight {
      try require("line height", line, 0.1...10_000, "0.1 to 10000 points")
    }
    try require(
      "paragraph spacing", paragraph.paragraphSpacing, 0...10_000, "0 to 10000 points")
    try require("first line indent", paragraph.firstLineIndent, 0...10_000, "0 to 10000 points")
    try require("minimum scale", paragraph.minimumScale, 0.01...1, "0.01 to 1")
    for stop in paragraph.tabStops {
      try require("tab stop", stop, 0...1_000_000, "0 to 1000000 points")
    }
    if paragraph.maximumLines < 0 {
      throw .badValue(
        name: "maximum lines", found: "\(paragraph.maximumLines)", expected: "0 or more")
    }
  }

  private func check(_ style: TextStyle) throws(TextError) {
    guard (1...1000).contains(style.size) else {
      throw .badValue(name: "size", found: "\(style.size)", expected: "1 to 1000 points")
    }
    guard (-1000...1000).contains(style.tracking) else {
      throw .badValue(
        name: "tracking", found: "\(style.tracking)", expected: "-1000 to 1000 points")
    }
    guard (1...1000).contains(style.weight) else {
      throw .badValue(name: "weight", found: "\(style.weight)", expected: "1 to 1000")
    }
    for feature in style.features where OpenTypeTag(feature.tag) == nil {
      throw .badValue(
        name: "feature", found: "'\(feature.tag)'", expected: "a tag of four letters")
    }
  }

  // MARK: - Analysis

  /// The fonts of a style.
  ///
  /// - Throws: ``TextError/font(_:)`` for an unknown family or an unusable base font.
  func chain(for style: TextStyle) throws(TextError) -> FontChain {
    let key = ChainKey(fonts: style.fonts, weight: style.weight)
    if let known = chains[key] { return known }
    var references: [FontReference] = []
    for name in style.fonts {
      guard let faces = fonts.faces(ofFamily: name, weight: style.weight) else {
        throw .font(.unknownFamily(name: name, known: fonts.familyNames))
      }
      for face in faces where !references.contains(face) { references.append(face) }
    }
    guard let base = references.first else {
      throw .badValue(
        name: "fonts", found: "an empty list", expected: "a family, such as 'text'")
    }
    do {
      _ = try cache.face(base)
    } catch {
      throw .font(error)
    }
    let chain = FontChain(references: references, cache: cache)
    chains[key] = chain
    return chain
  }

  private func prepare(_ runs: [TextRun], paragraph style: ParagraphStyle) throws(TextError)
    -> PreparedText
  {
    var bytes = 0
    for run in runs { bytes += run.text.utf8.count }
    if bytes > limits.bytes { throw .tooLong(what: "bytes", found: bytes, limit: limits.bytes) }

    var resolved: [PreparedText.Style] = []
    let regional = Self.regionalLanguage(of: runs)
    for run in runs {
      try check(run.style)
      let chain = try chain(for: run.style)
      guard let base = chain.face(0) else {
        throw .font(.unknownFamily(name: run.style.fonts[0], known: fonts.familyNames))
      }
      let isBuiltIn = fonts.records[chain.references[0].record].isBuiltIn
      var features = run.style.features
      if run.style.tracking != 0 {
        features = [FontFeature("liga", 0), FontFeature("clig", 0)] + features
      }
      resolved.append(
        PreparedText.Style(
          style: run.style, chain: chain,
          metrics: isBuiltIn ? .system(underlinedAs: base.metrics) : base.metrics,
          language: run.style.language ?? regional, features: features))
    }

    let source = SourceText(runs)
    var result = PreparedText(styles: resolved)
    var graphemes = 0
    for part in source.paragraphs {
      let starts = try breaking.graphemeBoundaries(in: part.scalars)
      try checkClusters(part.scalars, starts, &graphemes)
      let paragraph = try prepare(part, starts, styles: resolved, style, &result.missing)
      result.paragraphs.append(paragraph)
    }
    return result
  }

  private func checkClusters(
    _ scalars: [Unicode.Scalar], _ starts: [Bool], _ graphemes: inout Int
  ) throws(TextError) {
    var marks = 0
    for i in scalars.indices {
      if starts[i] {
        graphemes += 1
        marks = 0
      }
      if scalars[i].value >= 0x300 && scalars[i].isMark { marks += 1 }
      if marks > limits.marks {
        throw .tooLong(
          what: "combining marks on one character", found: marks, limit: limits.marks)
      }
    }
    if graphemes > limits.graphemes {
      throw .tooLong(what: "characters", found: graphemes, limit: limits.graphemes)
    }
  }

  private func prepare(
    _ part: SourceText.Paragraph, _ starts: [Bool], styles: [PreparedText.Style],
    _ style: ParagraphStyle, _ missing: inout MissingGlyphs
  ) throws(TextError) -> PreparedText.Paragraph {
    let count = part.scalars.count
    let bidi = BidiParagraph(part.scalars, direction: style.direction)
    var text = AnalyzedText()
    text.scalars = part.scalars
    if style.tabStops.isEmpty {
      for i in 0..<count where text.scalars[i] == "\t" { text.scalars[i] = " " }
    }
    text.offsets = part.offsets
    text.styles = part.styles
    text.levels = bidi.levels
    text.scripts = ScriptResolution.resolve(part.scalars)
    text.clusterStarts = starts
    text.fonts = [FontReference?](repeating: nil, count: count)
    text.takesTracking = [Bool](repeating: false, count: count)

    var previous: Int? = nil
    var previousStyle = -1
    var start = 0
    while start < count {
      var end = start + 1
      while end < count && !starts[end] { end += 1 }
      let cluster = text.scalars[start..<end]
      let styleIndex = text.styles[start]
      let chain = styles[styleIndex].chain
      if styleIndex != previousStyle { previous = nil }
      previousStyle = styleIndex

      var font: FontReference? = nil
      let isSeparator = cluster.first == SourceText.lineSeparator || cluster.first == "\t"
      switch isSeparator ? .font(previous ?? 0) : chain.choose(cluster, previous: previous) {
      case .font(let place):
        previous = place
        font = chain.references[place]
      case .partial(let place):
        previous = place
        font = chain.references[place]
        if let face = chain.face(place) {
          missing.report(
            FontChain.missing(from: face, cluster), at: text.offsets[start], chain: chain)
        }
      case .none:
        previous = nil
        missing.report(
          cluster.filter { !$0.isDefaultIgnorable }, at: text.offsets[start], chain: chain)
      }
      // The strongest script within the cluster: marks take part in their base's run.
      let script = text.scripts[start]
      for i in start..<end {
        text.fonts[i] = font
        text.levels[i] = text.levels[start]
        text.scripts[i] = script
        text.styles[i] = styleIndex
      }
      text.takesTracking[start] =
        !cluster.allSatisfy(\.isDefaultIgnorable)
        && !(cluster.first.map { $0.script.isCursive } ?? false)
      start = end
    }

    let shaped = shape(text, styles: styles)
    reportMissing(in: shaped, styles: styles, &missing)
    return PreparedText.Paragraph(
      shaped: shaped, breaks: try breakClasses(shaped, part, style),
      baseLevel: bidi.baseLevel, style: part.style, start: part.start)
  }

  /// Adds characters that a font maps to no glyph although it claimed to have them.
  private func reportMissing(
    in shaped: ShapedText, styles: [PreparedText.Style], _ missing: inout MissingGlyphs
  ) {
    for run in shaped.runs where run.font != nil {
      for glyph in run.glyphs where glyph.isMissing {
        let offset = shaped.text.offsets[glyph.cluster]
        if missing.offsets.contains(offset) { continue }
        missing.report(
          [shaped.text.scalars[glyph.cluster]], at: offset, chain: styles[run.style].chain)
      }
    }
  }

  /// What may end a line at each place of a paragraph.
  private func breakClasses(
    _ shaped: ShapedText, _ part: SourceText.Paragraph, _ style: ParagraphStyle
  ) throws(TextError) -> [BreakClass] {
    let scalars = part.scalars
    let count = scalars.count
    let marks = try breaking.lineBreaks(in: scalars)
    var classes = [BreakClass](repeating: .none, count: count + 1)
    for i in 1..<max(count, 1) where shaped.text.clusterStarts[i] {
      switch marks[i] {
      case .mandatory:
        classes[i] = scalars[i - 1] == SourceText.lineSeparator ? .mandatory : .word
      case .allowed:
        let insideWord =
          style.keepsHangulWords && scalars[i - 1].isHangulLetter && scalars[i].isHangulLetter
        classes[i] = insideWord ? .syllable : .word
      case .prohibited:
        if shaped.startsGlyphs[i] { classes[i] = .cluster }
      }
    }
    classes[count] = .mandatory
    return classes
  }

  /// The language whose regional forms Chinese characters take when a style names none.
  private static func regionalLanguage(of runs: [TextRun]) -> String? {
    var hasHan = false
    var hasHangul = false
    for run in runs {
      for scalar in run.text.unicodeScalars where scalar.value >= 0x1100 {
        switch scalar.script {
        case .hiragana, .katakana: return "ja"
        case .hangul: hasHangul = true
        case .han: hasHan = true
        default: break
        }
      }
    }
    return hasHangul ? "ko" : hasHan ? "zh-Hans" : nil
  }

  // MARK: - Shaping

  /// Shapes every run of a text.
  func shape(_ text: AnalyzedText, styles: [PreparedText.Style]) -> ShapedText {
    let values = text.scalars.map(\.value)
    return ShapedText(
      text: text, runs: text.runs.map { shape(text, values, $0, styles: styles) })
  }

  /// Shapes a part of one run; the rest of the text is its context.
  func shape(
    _ text: AnalyzedText, _ values: [UInt32], _ range: Range<Int>, styles: [PreparedText.Style]
  ) -> ShapedText.Run {
    let first = range.lowerBound
    let style = styles[text.styles[first]]
    let level = text.levels[first]
    let isTab = text.scalars[first] == "\t"
    guard let reference = text.fonts[first], let face = try? cache.face(reference) else {
      var glyphs: [ShapedGlyph] = []
      for i in range where text.clusterStarts[i] {
        glyphs.append(
          ShapedGlyph(
            id: 0, cluster: i, advance: ShapedText.boxAdvance, xOffset: 0, yOffset: 0,
            isUnsafeToBreak: false, isMissing: true))
      }
      if level % 2 == 1 { glyphs.reverse() }
      return ShapedText.Run(
        range: range, level: level, style: text.styles[first], font: nil, unitsPerEm: 1000,
        isTab: false, glyphs: glyphs)
    }
    var glyphs: [ShapedGlyph]
    if isTab || text.scalars[first] == SourceText.lineSeparator {
      let space = face.glyph(for: " ") ?? 0
      glyphs = range.map {
        ShapedGlyph(
          id: space, cluster: $0, advance: isTab ? face.advance(of: space) : 0, xOffset: 0,
          yOffset: 0, isUnsafeToBreak: false, isMissing: false)
      }
    } else {
      glyphs = shaping.shape(
        values, range, font: face.harfBuzz, level: level, script: text.scripts[first],
        language: style.language, features: style.features)
      for i in glyphs.indices where glyphs[i].isMissing {
        glyphs[i].advance = face.unitsPerEm * ShapedText.boxAdvance / 1000
        glyphs[i].xOffset = 0
        glyphs[i].yOffset = 0
      }
    }
    return ShapedText.Run(
      range: range, level: level, style: text.styles[first], font: reference,
      unitsPerEm: face.unitsPerEm, isTab: isTab, glyphs: glyphs)
  }
}
