import FolioRaster

/// Keys of layers.
enum LayerKeys {
  // Every layer.
  static let id = Key(
    "id", .name, "A name, to tap it, to set its values and to find it in records.",
    examples: ["go"])
  static let frame = Key(
    "frame", .frame, "Where it lies.", otherwise: "all of its surroundings",
    examples: ["{ cx: 50%, y: 150, w: 220, h: 220 }"])
  static let opacity = Key(
    "opacity", .number(0...1), "0 (invisible) to 1.", default: "1", examples: ["0.6"])
  static let hidden = Key("hidden", .flag, "Whether it is left out.", default: "false")
  static let blend = Key(
    "blend", Codec<BlendMode>.word, "How it is combined with what is beneath.", default: "normal")
  static let rotate = Key(
    "rotate", .number(-36_000...36_000),
    "By how many degrees it is turned about the middle of its frame, clockwise.", default: "0",
    examples: ["-8"])
  static let upright: [AnyKey] = [id.any, frame.any, opacity.any, hidden.any, blend.any]
  static let common: [AnyKey] = upright + [rotate.any]

  static let shadow = Key("shadow", .shadow, "A shadow beneath it.", otherwise: "none")
  static let radius = Key(
    "radius", .cornerRadii, "The radius of its corners in points.", default: "0",
    examples: ["26", "[8, 8, 0, 0]"])

  // Text.
  static let runs = Key(
    "runs", .runs, "Stretches with a look of their own, instead of text.",
    examples: ["[{ text: Plan }, { text: ' it', color: red }]"])
  static let textTable = KeyTable(
    "text layer", "A paragraph.", [TextKeys.text.any] + common + [runs.any] + TextKeys.look,
    choices: [[TextKeys.text.name], [runs.name]])

  // Image.
  static let image = Key(
    "image", .asset(.image), "The picture: a PNG or JPEG file.", examples: ["art/calendar.png"],
    isRequired: true)
  static let fit = Key(
    "fit", Codec<ImageFit>.word, "How the picture is fitted to its frame.", default: "contain")
  static let position = Key(
    "position", .unitPoint, "Which place of the picture lies at the same place of the frame.",
    default: "center", examples: ["top", "[50%, 20%]"])
  static let tint = Key(
    "tint", .color, "A colour that replaces those of the picture.", otherwise: "none")
  static let tile = Key(
    "tile", Codec<ImageTiling>.word, "What continues a picture smaller than its frame.",
    otherwise: "none")
  static let slices = Key(
    "slices", .insets, "Pixels from the picture's sides that keep their size when it stretches.",
    examples: ["[12, 12, 12, 12]"])
  static let alt = Key("alt", .text, "What it shows, in words.", examples: ["A calendar"])
  static let picture: [AnyKey] = [
    image.any, fit.any, position.any, radius.any, tint.any, tile.any, slices.any, shadow.any,
    alt.any,
  ]
  static let imageTable = KeyTable("image layer", "A picture.", picture + common)

  // Shape.
  static let shape = Key(
    "shape", Codec<ShapeWord>.word, "The outline.", examples: ["ellipse"], isRequired: true)
  static let fill = Key("fill", .paint, "What fills it.", otherwise: "nothing")
  static let fillRule = Key(
    "fillRule", Codec<FillRule>.word, "How the inside of the outline is told.",
    default: "nonzero")
  static let stroke = Key("stroke", .paint, "What draws its line.", otherwise: "nothing")
  static let strokeWidth = Key(
    "strokeWidth", .positive(upTo: 10_000), "The width of the line in points.", default: "1")
  static let join = Key(
    "join", Codec<StrokeStyle.Join>.word, "How lines meet.", default: "miter")
  static let cap = Key("cap", Codec<StrokeStyle.Cap>.word, "How lines end.", default: "butt")
  static let miterLimit = Key(
    "miterLimit", .number(1...1000), "The longest mitre as a multiple of the width.",
    default: "4")
  static let dash = Key(
    "dash", Codec<[Double]>.list(of: .number(0...10_000), counts: 1...64, of: "lengths"),
    "Lengths of dashes and gaps in turn, in points.", examples: ["[6, 4]"])
  static let dashOffset = Key(
    "dashOffset", .number(-10_000...10_000), "How far into the pattern the line begins.",
    default: "0")
  static let points = Key(
    "points", .polygonPoints,
    "For a polygon its corners, as places or as a number of them; for a star the number of points.",
    otherwise: "5 for a star", examples: ["6", "[[0, 0], [100%, 0], [50%, 100%]]"])
  static let inner = Key(
    "inner", .number(0...1), "For a star the radius of the inner corners as a share.",
    default: "0.5")
  static let path = Key(
    "path", .pathData, "For a path its data as in SVG.", examples: ["M0 0 L10 0 L5 8 Z"])
  static let viewBox = Key(
    "viewBox", .viewBox, "For a path the box [x, y, width, height] that is mapped to the frame.",
    otherwise: "a unit is a point")
  static let shapeTable = KeyTable(
    "shape layer", "An outline, filled or stroked.",
    [shape.any, fill.any, stroke.any, strokeWidth.any, radius.any] + common + [
      fillRule.any, join.any, cap.any, miterLimit.any, dash.any, dashOffset.any, points.any,
      inner.any, path.any, viewBox.any, shadow.any,
    ])

  // Button.
  static let button = Key(
    "button", .paragraph, "Its title.", examples: ["Get started"], isRequired: true)
  static let buttonShadow = Key("shadow", .shadow, "A shadow beneath it.", otherwise: "none")
  static let buttonTable = KeyTable(
    "button layer", "A labelled area that can be tapped.",
    [button.any, fill.any, radius.any] + common
      + TextKeys.look.filter { $0.name != TextKeys.shadow.name }
      .defaulting([
        TextKeys.align.name: "center", TextKeys.vertical.name: "center",
        TextKeys.maxLines.name: "1",
      ]) + [buttonShadow.any])

  // Group.
  static let group = Key(
    "group", .layers, "Its layers, the lowest first.", examples: ["[{ text: Hello }]"],
    isRequired: true)
  static let clip = Key("clip", .flag, "Whether it is cut at its frame.", default: "false")
  static let clipPath = Key(
    "clipPath", .pathData, "A path that cuts it: data as in SVG, from the corner of its frame.",
    otherwise: "none", examples: ["M0 0 L100 0 L50 80 Z"])
  static let clipRule = Key(
    "clipRule", Codec<FillRule>.word, "How the inside of the clip path is told.",
    default: "nonzero")
  static let clipBox = Key(
    "viewBox", .viewBox,
    "The box [x, y, width, height] of the clip path that is mapped to the frame.",
    otherwise: "a unit is a point")
  static let mask = Key(
    "mask", .layers, "Layers whose alpha says where it shows, and how much.", otherwise: "none",
    examples: ["[{ shape: ellipse, fill: black }]"])
  static let maskType = Key(
    "maskType", Codec<LayerMask.Kind>.word, "What of the mask counts.", default: "alpha")
  static let blur = Key(
    "blur", .number(0...500), "The radius of a blur of the whole in points, as in CSS.",
    default: "0")
  static let groupTable = KeyTable(
    "group layer", "Layers that move, fade and clip together.",
    [group.any, clip.any, radius.any] + common + [
      clipPath.any, clipRule.any, clipBox.any, mask.any, maskType.any, blur.any,
    ])

  // Pager.
  static let pager = Key(
    "pager", .pager, "How the pager behaves.", examples: ["{ axis: vertical }"], isRequired: true)
  static let pages = Key("pages", .pages, "Its pages.", isRequired: true)
  static let pageControl = Key(
    "pageControl", .pageControl, "Its page control.", otherwise: "none", examples: ["true"])
  static let pagerTable = KeyTable(
    "pager layer", "A pager of its own.",
    [pager.any, pages.any, pageControl.any] + upright)

  /// The kinds of layers: the keys that make a layer one, and its table.
  static var kinds: [(keys: [String], table: KeyTable)] {
    [
      ([TextKeys.text.name, runs.name], textTable), ([image.name], imageTable),
      ([shape.name], shapeTable), ([button.name], buttonTable), ([group.name], groupTable),
      ([pager.name], pagerTable),
    ]
  }
}
