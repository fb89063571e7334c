import FolioGeometry
import FolioNumerics
import FolioRaster

/// Keys of `canvas`.
enum CanvasKeys {
  static let device = Key(
    "device", .device, "A device whose size, scale and safe area are taken.",
    examples: ["iphone-16"])
  static let width = Key(
    "width", .positive(upTo: 8192), "The width in points.", examples: ["375"])
  static let height = Key(
    "height", .positive(upTo: 8192), "The height in points.", examples: ["180"])
  static let scale = Key(
    "scale", .positive(upTo: 64), "Pixels a point; may be a fraction.",
    otherwise: "the device's, else 1", examples: ["2"])
  static let pixels = Key(
    "pixels",
    Codec<[Int]>.list(
      of: .integer(1...CanvasDescription.largestSide), counts: 2...2, of: "numbers"),
    "The frame's width and height in pixels, instead of scale.", examples: ["[886, 1920]"])
  static let fit = Key(
    "fit", Codec<CanvasDescription.Fit>.word,
    "With pixels: how points of another shape are fitted.", default: "contain")
  static let fps = Key(
    "fps", .frameRate, "Frames a second: a whole number, or a fraction.", default: "30",
    examples: ["60", "30000/1001"])
  static let background = Key(
    "background", .color, "What is behind everything; transparent makes frames with alpha.",
    default: "white")
  static let safeArea = Key(
    "safeArea", .insets, "The parts to keep clear of.", otherwise: "the device's, else 0",
    examples: ["[59, 0, 34, 0]"])
  static let duration = Key(
    "duration", .positiveDuration, "The length of the film, where no step ends it.",
    examples: ["12s"])
  static let table = KeyTable(
    "canvas", "The frame of the film.",
    [
      device.any, width.any, height.any, scale.any, pixels.any, fit.any, fps.any, background.any,
      safeArea.any, duration.any,
    ],
    choices: [[device.name], [width.name, height.name]])
}

extension Codec where Value == Device {
  fileprivate static let device = Codec(.words(Device.all.map(\.id))) { node, context in
    guard let text = context.text(node, expected: "a device") else { return nil }
    if let device = Device.all.first(where: { $0.id.utf8.elementsEqual(text.utf8) }) {
      return device
    }
    let ids = Device.all.map(\.id)
    let near = Suggestion.nearest(to: text, among: ids)
    context.reportValue(
      .unknownDevice, "no device \(text.quoted)", at: node.span,
      hint: near.map { "did you mean \($0.quoted)?" } ?? "known: \(ids.joined(separator: ", "))",
      fixes: near.map { [Diagnostic.Fix(replacing: node.span, with: $0)] } ?? [])
    return nil
  }
}

extension Codec where Value == CanvasDescription {
  /// A canvas. The frame rate is handed to the context first, since times may count frames. One
  /// without a size is read as a single point, so that the rest can be checked.
  static let canvas = Codec(.object(CanvasKeys.table)) { node, context in
    guard
      let fields = Fields(
        node, CanvasKeys.table, context, hint: "such as { width: 375, height: 180, scale: 2 }")
    else { return nil }
    let rate = fields[CanvasKeys.fps] ?? 30
    context.frameRate = rate
    let hasDevice = fields.has(CanvasKeys.device)
    fields.excludes(CanvasKeys.device, CanvasKeys.width)
    fields.excludes(CanvasKeys.device, CanvasKeys.height)
    fields.excludes(CanvasKeys.scale, CanvasKeys.pixels)
    let device = fields[CanvasKeys.device]
    var size = device?.size
    if !hasDevice {
      if !fields.has(CanvasKeys.width) && !fields.has(CanvasKeys.height) {
        context.report(
          .missingKey, "canvas needs a device, or width and height", at: node.headSpan,
          hint: "such as device: iphone-16, or width: 375, height: 180")
      } else {
        let width = fields.require(CanvasKeys.width)
        if let height = fields.require(CanvasKeys.height), let width {
          size = Size(width: width, height: height)
        }
      }
    }
    let scale = fields[CanvasKeys.scale]
    let pixels = fields[CanvasKeys.pixels]
    let fit = fields[CanvasKeys.fit]
    if let span = fields.keySpan(CanvasKeys.fit.name), !fields.has(CanvasKeys.pixels) {
      context.report(
        .noEffect, "\"fit\" has no effect without pixels", at: span, hint: "remove it",
        severity: .warning)
    }
    let background = fields[CanvasKeys.background] ?? .white
    if background.alpha != 0 && background.alpha != 255 {
      context.within(.key(CanvasKeys.background.name)) {
        context.reportValue(
          .badColor, "a canvas is opaque or transparent, not in between",
          at: fields.node(CanvasKeys.background.name)?.span,
          hint: "write an opaque colour, or transparent")
      }
    }
    var canvas = CanvasDescription(
      size: size ?? Size(width: 1, height: 1),
      resolution: .scale(scale ?? device?.scale ?? 1), frameRate: rate, background: background,
      safeArea: fields[CanvasKeys.safeArea] ?? device?.safeArea ?? .zero,
      duration: fields[CanvasKeys.duration])
    if let pixels, pixels.count == 2 {
      canvas.resolution = .pixels(width: pixels[0], height: pixels[1], fit: fit ?? .contain)
    }
    canvas.device = device?.id
    canvas.provenance = fields.provenance
    if size != nil {
      checkPixels(canvas, fields)
      checkSafeArea(canvas, fields)
    }
    return canvas
  }

  private static func checkSafeArea(_ canvas: CanvasDescription, _ fields: Fields) {
    if canvas.safeAreaLeavesRoom { return }
    fields.context.within(.key(CanvasKeys.safeArea.name)) {
      fields.context.reportValue(
        .badNumber, "the safe area leaves nothing of the canvas",
        at: fields.node(CanvasKeys.safeArea.name)?.headSpan,
        hint: "the canvas has \(Codec<Double>.plain(canvas.size.width))×"
          + "\(Codec<Double>.plain(canvas.size.height)) points")
    }
  }

  private static func checkPixels(_ canvas: CanvasDescription, _ fields: Fields) {
    guard case .scale(let scale) = canvas.resolution else { return }
    let limit = Double(CanvasDescription.largestSide)
    let width = (canvas.size.width * scale + 0.5).rounded(.down)
    let height = (canvas.size.height * scale + 0.5).rounded(.down)
    let span =
      (fields.node(CanvasKeys.scale.name) ?? fields.node(CanvasKeys.width.name))?.span
      ?? fields.node.headSpan
    if width > limit || height > limit {
      fields.context.report(
        .limit,
        "a frame of \(Codec<Double>.plain(width))×\(Codec<Double>.plain(height)) px; the limit is "
          + "\(CanvasDescription.largestSide) a side", at: span, hint: "reduce the scale")
    } else if width < 1 || height < 1 {
      fields.context.report(
        .badNumber, "a frame of less than one pixel", at: span, hint: "raise the scale")
    }
  }
}

/// Keys of `output`.
enum OutputKeys {
  static let dir = Key(
    "dir", .outputPath, "The folder for the frames, from this file's.", otherwise: "out/NAME",
    examples: ["out/walkthrough"])
  static let name = Key(
    "name", .frameName, "The name of a frame's file, with its number as %05d, ##### or {frame}.",
    default: "frame-%05d.png", examples: ["'p_####.png'"])
  static let start = Key(
    "start", .integer(0...1_000_000_000), "The number of the first frame.", default: "0")
  static let alpha = Key(
    "alpha", .alpha,
    "Which frames have an alpha channel: auto (on a transparent canvas), true, false.",
    default: "auto")
  static let holdLast = Key(
    "holdLast", .duration, "How long the last frame is repeated.", default: "0",
    examples: ["2s"])
  static let includeEnd = Key(
    "includeEnd", .flag, "Whether the state at the very end is one more frame.",
    default: "false")
  static let png = Key("png", .png, "How frames are encoded.", examples: ["{ level: small }"])
  static let level = Key(
    "level", Codec<OutputDescription.Level>.word, "How hard the encoder tries.", default: "fast")
  static let pngTable = KeyTable("png", "How frames are encoded.", [level.any])
  static let table = KeyTable(
    "output", "Where and how frames are written.",
    [dir.any, name.any, start.any, alpha.any, holdLast.any, includeEnd.any, png.any])
}

extension Codec where Value == OutputDescription.Level {
  fileprivate static let png = Codec(.object(OutputKeys.pngTable)) { node, context in
    guard let fields = Fields(node, OutputKeys.pngTable, context) else { return nil }
    return fields[OutputKeys.level] ?? .fast
  }
}

extension Codec where Value == OutputDescription.Alpha {
  fileprivate static let alpha = Codec(.anyOf([.words(["auto"]), .flag])) { node, context in
    guard let text = context.text(node, expected: "auto, true or false") else { return nil }
    switch text {
    case "auto": return .auto
    case "true": return .always
    case "false": return .never
    default:
      context.reportValue(
        .unknownWord, "auto, true or false is expected, found \(text.quoted)", at: node.span)
      return nil
    }
  }
}

extension Codec where Value == String {
  fileprivate static let outputPath = Codec(.text()) { node, context in
    guard let text = context.text(node, expected: "a folder") else { return nil }
    if text.isEmpty || text.utf8.count > 4096 || text.utf8.contains(0) {
      context.reportValue(.badText, "\(text.quoted) is not a folder", at: node.span)
      return nil
    }
    return text
  }

  fileprivate static let frameName = Codec(.text()) { node, context in
    guard let text = context.text(node, expected: "a file name") else { return nil }
    do throws(ValueFault) {
      _ = try FrameName(text)
      return text
    } catch {
      context.reportValue(.badText, error.message, at: node.span, hint: error.hint)
      return nil
    }
  }
}

extension Codec where Value == OutputDescription {
  /// An output.
  static let output = Codec(.object(OutputKeys.table)) { node, context in
    guard
      let fields = Fields(node, OutputKeys.table, context, hint: "such as { dir: out/banner }")
    else { return nil }
    var output = OutputDescription()
    output.directory = fields[OutputKeys.dir]
    output.name = fields[OutputKeys.name] ?? output.name
    output.start = fields[OutputKeys.start] ?? output.start
    output.alpha = fields[OutputKeys.alpha] ?? output.alpha
    output.holdLast = fields[OutputKeys.holdLast] ?? output.holdLast
    output.includesEnd = fields[OutputKeys.includeEnd] ?? output.includesEnd
    output.level = fields[OutputKeys.png] ?? output.level
    output.provenance = fields.provenance
    return output
  }
}
