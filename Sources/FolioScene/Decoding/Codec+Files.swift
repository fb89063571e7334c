/// What a file is for, and how large it may be.
enum AssetKind: Sendable {
  case image
  case font
  case touches
  case yaml

  var name: String {
    switch self {
    case .image: "an image"
    case .font: "a font"
    case .touches: "a touch trace"
    case .yaml: "a YAML file"
    }
  }

  /// The most bytes.
  var limit: Int {
    switch self {
    case .image: 256 << 20
    case .font: 64 << 20
    case .touches, .yaml: 16 << 20
    }
  }
}

extension Codec where Value == AssetPath {
  /// A file that must exist. Relative paths count from the folder of the file they are written in.
  static func asset(_ kind: AssetKind) -> Codec {
    Codec(.text()) { node, context in
      guard let text = context.text(node, expected: "the path of \(kind.name)") else {
        return nil
      }
      return context.asset(text, kind, at: node.span)
    }
  }
}

extension DecodingContext {
  /// The file of a path, checked for existence and kind.
  func asset(_ text: String, _ kind: AssetKind, at span: SourceSpan) -> AssetPath? {
    if text.isEmpty || text.utf8.count > 4096 || text.utf8.contains(0) {
      reportValue(
        .badText, "\(text.quoted) is not a path", at: span, hint: "write a path such as img/hat.jpg"
      )
      return nil
    }
    let folder = FileProbe.folder(of: span.file.path)
    let resolved = text.hasPrefix("/") ? text : folder + text
    var asset = AssetPath(written: text, resolved: resolved)
    asset.provenance = Provenance(span: span)
    guard options.checksFiles else { return asset }
    let found = files.kind(of: resolved)
    let place = folder.isEmpty ? "the working directory" : folder
    switch found {
    case .regular(let bytes):
      if bytes > kind.limit {
        reportValue(
          .limit, "\(text) has \(bytes) bytes; the limit for \(kind.name) is \(kind.limit)",
          at: span)
        return nil
      }
    case .missing:
      reportValue(
        .missingFile, "\(text) not found; looked in \(place)", at: span,
        hint: "paths count from the file they are written in")
      return nil
    case .forbidden:
      reportValue(
        .unreadableFile, "\(text) may not be read; looked in \(place)", at: span,
        hint: "check the permissions of the file and its folders")
      return nil
    case .folder, .pipe, .device, .socket:
      reportValue(
        .notAFile, "\(text) is \(found.name), not \(kind.name)", at: span,
        hint: "name a regular file; looked in \(place)")
      return nil
    case .unusable(let reason):
      reportValue(
        .missingFile, "\(text) cannot be opened: \(reason); looked in \(place)", at: span)
      return nil
    }
    if !options.allowsOutsideFiles && isOutside(resolved) {
      reportValue(
        .outsideFile, "\(text) lies outside the scene's folder", at: span,
        hint: "move it beside the scene, or allow it with --allow-outside")
      return nil
    }
    return asset
  }

  /// Whether a path leads, links followed, out of the folder of the scene's file.
  private func isOutside(_ path: String) -> Bool {
    let folder = FileProbe.folder(of: file.path)
    guard let root = files.canonical(folder.isEmpty ? "." : folder),
      let real = files.canonical(path)
    else { return false }
    let prefix = root == "/" ? root : root + "/"
    return !real.utf8.starts(with: prefix.utf8)
  }
}
