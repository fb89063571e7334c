import FolioGeometry
import FolioScene
import FolioTypography

// A scene speaks of text in its own words; these turn them into Typography's.

extension FolioScene.TextStyle {
  /// The style of the glyphs.
  func glyphStyle(locale: String?) -> FolioTypography.TextStyle {
    FolioTypography.TextStyle(
      fonts: [font], weight: weight, size: size, tracking: tracking,
      features: features.map { feature in
        let parts = feature.split(separator: "=")
        return FontFeature(
          String(parts.first ?? ""), parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
      }, language: locale, underline: underline)
  }

  /// The style of the paragraph.
  func paragraphStyle(direction: LayoutDirection) -> ParagraphStyle {
    let alignment: FolioTypography.TextAlignment =
      switch align {
      case .start: .start
      case .center: .center
      case .end: .end
      case .justified: .justified
      case .left: .left
      case .right: .right
      }
    let vertical: FolioTypography.VerticalAlignment =
      switch vertical {
      case .top: .top
      case .center: .center
      case .bottom: .bottom
      }
    let mode: TextOverflowMode =
      switch overflow {
      case .wrap: .wrap
      case .shrink: .shrink
      case .clip: .clip
      case .error: .error
      }
    let truncation: FolioTypography.TextTruncation =
      switch truncate {
      case .head: .head
      case .middle: .middle
      case .tail: .tail
      }
    return ParagraphStyle(
      alignment: alignment, direction: direction == .rightToLeft ? .rightToLeft : nil,
      lineHeight: line, paragraphSpacing: paragraphSpacing, maximumLines: maxLines, overflow: mode,
      truncation: truncation,
      minimumScale: minScale, verticalAlignment: vertical)
  }
}

extension FontBook {
  /// A book of the fonts that ship and of a scene's own; what cannot be used is reported.
  static func book(
    for scene: Scene, folders: [String], _ report: (Diagnostic) -> Void
  ) -> FontBook {
    var book = FontBook(folders: folders)
    for family in scene.fonts {
      let sources = family.sources.map { source in
        FolioTypography.FontSource(
          path: source.path.resolved, index: source.index,
          variations: source.axes.map { FontVariation(axis: $0.tag, value: $0.value) })
      }
      do throws(FontError) {
        try book.register(FolioTypography.FontFamily(name: family.id, sources: sources))
      } catch {
        report(
          Diagnostic(
            .error, error.diagnosticCode, "fonts.\(family.id): \(error)",
            at: family.provenance.span))
      }
    }
    return book
  }
}

extension FontError {
  /// The kind of fault, for its exit status.
  var diagnosticCode: Diagnostic.Code {
    switch self {
    case .notFound: .missingFile
    case .unreadable: .unreadableFile
    case .notRegularFile: .notAFile
    case .tooLarge: .limit
    case .unknownFamily, .duplicateFamily, .emptyFamily: .unknownFont
    case .broken, .noSuchFace, .noUnicodeMap, .noOutlines, .noSuchAxis: .badText
    }
  }
}
