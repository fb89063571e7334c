import Testing

@testable import FolioScene

/// A scene with marks where faults are expected, and the faults in the order of their places.
struct FaultCase: Sendable, CustomTestStringConvertible {
  var marked: String
  var messages: [String]

  init(_ marked: String, _ messages: String...) {
    self.marked = marked
    self.messages = messages
  }

  var testDescription: String { messages.first ?? marked }
}

@Suite("Every fault is told with its place, what was found, and what would do")
struct ErrorTests {
  @Test(arguments: keys + numbers + words + colors + times + texts + references + timeline)
  func fault(_ test: FaultCase) {
    let marked = Marked(test.marked)
    let list = faults(marked.text)
    let told = list.diagnostics.map { diagnostic in
      diagnostic.rendered(showsSource: false).split(separator: "\n", maxSplits: 1)[0]
        .drop { $0 != " " }.dropFirst()
    }
    #expect(told.map(String.init) == test.messages)
    #expect(list.diagnostics.map(\.line) == marked.places.map(\.line))
    #expect(list.diagnostics.map(\.column) == marked.places.map(\.column))
  }

  static let keys = [
    FaultCase(
      scene("«pagr: { loop: true }"),
      #"error: unknown key "pagr"; did you mean "pager"?  (also here: folioscope, name, canvas)"#),
    FaultCase(
      scene("pager: { «colour: red }"),
      #"error: unknown key "colour" in pager; known: preset, frame, transition, axis, loop, spacing, itemSize, padEnds, …"#
    ),
    FaultCase(
      scene("", page: "{ id: a, layers: [{ text: Hi, «stlye: h1 }] }"),
      #"error: unknown key "stlye" in pages[0].layers[0]; did you mean "style"?  (also here: text, id, frame)"#
    ),
    FaultCase(
      scene("pager: { loop: true, «loop: false }"),
      #"error: the key "loop" is given twice; remove one"#),
    FaultCase(
      scene("output: &o { dir: out }\nx-more: { <<: *o, dir: a, «dir: b }"),
      #"error: the key "dir" is given twice; remove one"#),
    FaultCase(
      "«canvas: { width: 320, height: 180, duration: 1s }\npages: []\n",
      #"error: the scene needs the key "folioscope"; begin with folioscope: 1"#),
    FaultCase(
      "folioscope: «2\nnew: stuff\n",
      "error: the scene is of format 2; this Folioscope reads format 1; use a newer Folioscope"),
    FaultCase(
      "folioscope: «one\ncanvas: { width: 320, height: 180, duration: 1s }\npages: []\n",
      #"error: folioscope: a whole number is expected, found "one""#),
    FaultCase(
      "folioscope: 1\ncanvas: { device: iphone-16, «width: 320, duration: 1s }\npages: []\n",
      #"error: "device" and "width" exclude one another; keep one"#),
    FaultCase(
      "folioscope: 1\ncanvas: «{ width: 320, duration: 1s }\npages: []\n",
      #"error: canvas needs the key "height"; such as height: 180"#),
    FaultCase(
      "folioscope: 1\ncanvas: «{ duration: 1s }\npages: []\n",
      "error: canvas needs a device, or width and height; such as device: iphone-16, or width: 375, height: 180"
    ),
    FaultCase(
      "folioscope: 1\ncanvas: { width: 320, «heigth: 180, duration: 1s }\npages: []\n",
      #"error: unknown key "heigth" in canvas; did you mean "height"?  (also here: device, width, scale)"#
    ),
    FaultCase(
      "«folioscope: 1\ncanvas: { width: 320, height: 180, duration: 1s }\n",
      #"error: the scene needs the key "pages"; a list of pages; [] for none"#),
    FaultCase(
      "folioscope: 1\ncanvas: { width: 320, height: 180, duration: 1s }\npages:«\n",
      "error: pages: a list of pages is expected, the value is empty; write [] for none"),
    FaultCase(
      scene("", page: "{ id: a, layers: [{ text: Hi, «image: a.png }] }"),
      #"error: pages[0].layers[0] is one layer: "text" and "image" exclude one another; write two layers"#
    ),
    FaultCase(
      scene("", page: "{ id: a, layers: [«{ frame: { x: 1 } }] }"),
      "error: pages[0].layers[0] is no layer: it has none of text, image, shape, button, group, pager; such as { text: Hello }"
    ),
    FaultCase(
      scene("", page: "{ id: a, layers: [{ text: Hi, frame: { x: 1, «cx: 2 } }] }"),
      #"error: "x" and "cx" exclude one another; keep one"#),
    FaultCase(
      scene("«[a, b]: c"), "error: a key is a text, not a list or a map"),
    FaultCase(
      scene("name: «!!python/object a"),
      #"error: the tag "tag:yaml.org,2002:python/object" is not used in scenes; remove it; a value is typed by its key"#
    ),
    FaultCase(scene("x-a: «*nothing"), "error: no anchor &nothing stands before this alias"),
    FaultCase(scene("x-a: &me [«*me]"), "error: *me stands inside its own anchor"),
    FaultCase(
      scene("x-a: { <<: [«1] }"),
      #"error: <<: a map or a list of maps is expected, found the text "1"; name one: <<: *anchor"#),
    FaultCase(
      scene("«---\nfolioscope: 1"),
      "error: a second document starts here; a scene is one document"),
  ]

  static let numbers = [
    FaultCase(
      scene("pager: { spacing: «wide }"), #"error: spacing: a number is expected, found "wide""#),
    FaultCase(
      scene("pager: { spacing: «-1 }"),
      "error: spacing: -1 is out of range; the range is 0 to 8192"),
    FaultCase(
      scene("pager: { spacing: «1e400 }"), #"error: spacing: "1e400" is too large"#),
    FaultCase(
      scene("pager: { spacing: «.nan }"),
      #"error: spacing: a number is expected, found ".nan"; the number must be finite"#),
    FaultCase(
      scene("pager: { spacing: «-.inf }"),
      #"error: spacing: a number is expected, found "-.inf"; the number must be finite"#),
    FaultCase(
      scene("pager: { spacing: «0x10 }"),
      #"error: spacing: a number is expected, found "0x10"; write it in decimal"#),
    FaultCase(
      scene("pager: { spacing: «1_000 }"),
      #"error: spacing: a number is expected, found "1_000"; write it without _"#),
    FaultCase(
      scene("pager: { spacing: «'1,5' }"),
      #"error: spacing: a number is expected, found "1,5"; the decimal separator is a point"#),
    FaultCase(
      scene("pager: { spacing: «8px }"),
      #"error: spacing: a number is expected, found "8px"; write the number alone; it is in points"#
    ),
    FaultCase(
      scene("pager: { spacing: «[1] }"), "error: spacing: a number is expected, found a list"),
    FaultCase(
      scene("pager:\n  spacing:«\n  loop: true"),
      "error: spacing: a number is expected, the value is empty"),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, weight: «450.5 }] }"),
      "error: weight: 450.5 is not a whole number; the range is 100 to 900"),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, maxLines: «9223372036854775808 }] }"),
      "error: maxLines: 9223372036854775808 is out of range; the range is 0 to 10000"),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, size: «4000 }] }"),
      "error: size: 4000 is out of range; the range is 1 to 1000"),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, opacity: «2 }] }"),
      "error: opacity: 2 is out of range; the range is 0 to 1"),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, line: «0 }] }"),
      "error: line: 0 is out of range; the range is above 0 to 4000"),
    FaultCase(
      scene("", canvas: ", scale: «60"),
      "error: a frame of 19200×10800 px; the limit is 8192 a side; reduce the scale"),
    FaultCase(
      scene("", canvas: ", safeArea: «100"),
      "error: safeArea: the safe area leaves nothing of the canvas; the canvas has 320×180 points"),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, frame: { w: «-5 } }] }"),
      #"error: w: an extent cannot be negative, found "-5""#),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, frame: { x: «1/2 } }] }"),
      #"error: x: a length is expected, found "1/2"; write points (120), a share (50%), a share less points (100%-64) or safe-96"#
    ),
    FaultCase(
      scene("", page: "{ layers: [{ text: Hi, frame: { y: «safe+4 } }] }"),
      #"error: y: a length is expected, found "safe+4"; write points (120), a share (50%), a share less points (100%-64) or safe-96"#
    ),
    FaultCase(
      scene("pager: { easing: «[2, 0, 0, 1] }"),
      "error: easing: the first and third number of a curve lie in 0 to 1; write [x1, y1, x2, y2] as in CSS"
    ),
    FaultCase(
      scene("pager: { easing: «[0, 0, 1] }"),
      "error: easing: 4 numbers are expected, found 3"),
  ]

  static let words = [
    FaultCase(
      scene("pager: { axis: «vertcal }"),
      #"error: axis: unknown word "vertcal"; did you mean "vertical"?"#),
    FaultCase(
      scene("pager: { axis: «up }"),
      #"error: axis: unknown word "up"; known: horizontal, vertical"#),
    FaultCase(
      scene("pager: { loop: «yes }"),
      #"error: loop: true or false is expected, found "yes"; write true"#),
    FaultCase(
      scene("pager: { loop: «Off }"), #"error: loop: true or false is expected, found "Off""#),
    FaultCase(
      scene("pager: { transition: «cub }"),
      #"error: transition: unknown word "cub"; did you mean "cube"?"#),
    FaultCase(
      scene("pager: { easing: «easein }"),
      #"error: easing: unknown curve "easein"; did you mean "easeIn"?"#),
    FaultCase(
      "folioscope: 1\ncanvas: { device: «iphone-61, duration: 1s }\npages: []\n",
      #"error: device: no device "iphone-61"; did you mean "iphone-11"?"#),
    FaultCase(
      scene("pageControl: «dots"), #"error: pageControl: true or false is expected, found "dots""#),
    FaultCase(
      scene("output: { png: { level: «9 } }"),
      #"error: level: unknown word "9"; known: stored, fast, small"#),
    FaultCase(
      scene("output: { name: «frame.png }"),
      #"error: name: "frame.png" has no place for the frame's number; write its number as %05d, ##### or {frame}"#
    ),
    FaultCase(
      scene("output: { name: «'a/%d.png' }"),
      #"error: name: "a/%d.png" is not a file name; name the folder in output.dir"#),
    FaultCase(
      scene("output: { name: «'%5d.png' }"),
      #"error: name: "%5d.png" has a % that is no frame number; write its number as %05d, ##### or {frame}, and % as %%"#
    ),
    FaultCase(
      scene("output: { alpha: «false }", canvas: ", background: transparent"),
      "error: alpha: a transparent canvas needs an alpha channel; leave alpha out, or give the canvas a background"
    ),
  ]

  static let colors = [
    FaultCase(
      scene("", page: "\n  {\n    id: a,\n    background: «#5B6EF5\n    ,\n  }\n"),
      "error: background: a colour is expected, the value is empty; YAML reads this as a comment; write '#5B6EF5' or 5B6EF5"
    ),
    FaultCase(
      scene("pageControl:\n  color: «#FFFFFF66"),
      "error: color: a colour is expected, the value is empty; YAML reads this as a comment; write '#FFFFFF66'"
    ),
    FaultCase(
      scene("pageControl:\n  color:« # none yet"),
      "error: color: a colour is expected, the value is empty; write '#RRGGBB', RRGGBB, a CSS name, or rgba(r, g, b, a)"
    ),
    FaultCase(
      scene("pageControl: { color: «whiet }"),
      #"error: color: "whiet" is not a colour; did you mean white?"#),
    FaultCase(
      scene("pageControl: { color: «'#12345' }"),
      ##"error: color: "#12345" is not a colour; after # come 3, 4, 6 or 8 hexadecimal digits"##),
    FaultCase(
      scene("pageControl: { color: «FFF }"),
      #"error: color: "FFF" is not a colour; only six digits may stand bare; write '#FFF'"#),
    FaultCase(
      scene("pageControl: { color: «'rgb(300, 0, 0)' }"),
      #"error: color: "rgb(300, 0, 0)" is not a colour; write rgb(255, 90, 95) or rgba(0, 0, 0, 0.5), with channels of 0 to 255"#
    ),
    FaultCase(
      scene("", page: "{ background: { linear: [red, «bleu] } }"),
      #"error: linear[1]: "bleu" is not a colour; did you mean blue?"#),
    FaultCase(
      scene("", page: "{ background: { linear: «[red] } }"),
      "error: linear: at least 2 stops are expected, found 1"),
    FaultCase(
      scene("", page: "{ background: «[red, blue] }"),
      "error: background: a colour, gradient or picture is expected, found a list; write { linear: [first, second] }"
    ),
    FaultCase(
      scene("", page: "{ background: «photo }"),
      #"error: background: "photo" is not a colour; write '#RRGGBB', RRGGBB, a CSS name, or rgba(r, g, b, a), or a picture's path such as img/hat.jpg"#
    ),
    FaultCase(
      scene("", page: "{ background: «{ angle: 3 } }"),
      "error: background: a gradient needs linear, radial or conic; such as { linear: [5B6EF5, 8E4DE8], angle: 135 }"
    ),
    FaultCase(
      scene("", canvas: ", background: «'#FFFFFF80'"),
      "error: background: a canvas is opaque or transparent, not in between; write an opaque colour, or transparent"
    ),
  ]

  static let times = [
    FaultCase(
      scene("", canvas: ", fps: «29.97"),
      "error: fps 29.97 is not exact; write 30000/1001 or 30"),
    FaultCase(
      scene("", canvas: ", fps: «12.5"),
      "error: fps 12.5 is not a whole number or a fraction; write 25/2"),
    FaultCase(
      scene("", canvas: ", fps: «1001"),
      "error: fps 1001 is out of range; the range is 1/1000 to 1000"),
    FaultCase(
      scene("", canvas: ", fps: «1/0"),
      "error: fps 1/0 divides by zero; write 30 or 30000/1001"),
    FaultCase(
      scene("", canvas: ", fps: «1e-9"),
      "error: fps 1e-9 is not a whole number or a fraction; write 1/1000000000"),
    FaultCase(
      scene("", canvas: ", fps: «fast"),
      #"error: a frame rate is expected, found "fast"; write 30 or 30000/1001"#),
    FaultCase(
      scene("", canvas: ", fps: «999983/1000"),
      "error: fps 999983/1000 has too many digits to add up exactly; write 30 or 30000/1001"),
    FaultCase(
      scene("pager: { autoplay: { every: «2sec } }"),
      #"error: every: a time is expected, found "2sec"; write 1.2s, 350ms, 36f or a number of seconds"#
    ),
    FaultCase(
      scene("pager: { autoplay: { every: «0 } }"), #"error: every: "0" is not above zero"#),
    FaultCase(
      scene("pager: { autoplay: «true }"),
      #"error: autoplay: an interval is expected, found the text "true"; write autoplay: { every: 4s }, or false"#
    ),
    FaultCase(
      scene("pager: { duration: «1.5f }"),
      #"error: duration: "1.5f" is not a whole number of frames; write a whole number, such as 36f"#
    ),
    FaultCase(
      scene("pager: { duration: «0.1234567891s }"),
      #"error: duration: "0.1234567891s" is finer than a nanosecond; round it, or count frames, such as 36f"#
    ),
    FaultCase(
      scene("pager: { duration: «90000 }"),
      #"error: duration: "90000" is beyond a day; the longest time is 24 hours, 86400s"#),
    FaultCase(
      scene("pager: { duration: «-1s }"), #"error: duration: "-1s" is not above zero"#),
    FaultCase(
      scene("output: { holdLast: «-1s }"),
      #"error: holdLast: "-1s" is out of range; the range is 0s to 86400s"#),
    FaultCase(
      "folioscope: 1\ncanvas: { width: 3, height: 3, fps: 1000, duration: «1001s }\npages: []\n",
      "error: duration: the film has 1001000 frames; the limit is 1000000; end it earlier, or lower canvas.fps"
    ),
  ]

  static let texts = [
    FaultCase(
      scene("", page: "{ layers: [{ text: «[a, b] }] }"),
      "error: text: a text is expected, found a list"),
    FaultCase(
      scene("", page: "{ id: «'' }"), "error: id: a name cannot be empty"),
    FaultCase(
      scene("", page: #"{ id: «"a\u0007" }"#),
      #"error: id: a name cannot hold control characters, as "a\u{7}" does"#),
    FaultCase(
      scene("name: «a/b"),
      #"error: name: "a/b" cannot name a folder; leave out slashes, and a dot or hyphen at the start"#
    ),
    FaultCase(
      scene("", page: "{ layers: [{ text: «" + String(repeating: "ab", count: 2049) + " }] }"),
      "error: text: a text of 4098 bytes; the limit is 4096"),
    FaultCase(
      scene("", page: "{ layers: [{ text: «" + String(repeating: "a", count: 1025) + " }] }"),
      "error: text: a text of 1025 characters; the limit is 1024"),
    FaultCase(
      scene(
        "", page: "{ layers: [{ text: «a" + String(repeating: "\u{301}", count: 33) + " }] }"),
      "error: text: a character with 33 combining marks; the limit is 32"),
    FaultCase(
      scene("", page: "{ layers: [{ shape: path, path: «'L0 0', fill: red }] }"),
      #"error: path: path data begin with M, found "L0 0"; such as 'M0 0 L10 0 L5 8 Z'"#),
    FaultCase(
      scene("vars: { accent: red }", page: "{ layers: [{ text: «'${vars.acent}' }] }"),
      #"error: text: no "acent" in vars; did you mean "accent"?"#),
    FaultCase(
      scene("", page: "{ layers: [{ text: «'${n' }] }"),
      "error: text: a ${ without its }; close it, or write $${ for the text ${"),
    FaultCase(
      scene(
        "vars: { a: '${vars.b}', b: «'${vars.a}' }", page: "{ layers: [{ text: '${vars.a}' }] }"),
      #"error: text: "vars.a" needs itself"#),
  ]

  static let references = [
    FaultCase(
      scene("styles: { h1: { size: 20 } }", page: "{ layers: [{ text: Hi, style: «h2 }] }"),
      #"error: style: no style "h2"; known: h1, largeTitle, title1, title2, title3, headline, body, callout, …"#
    ),
    FaultCase(
      scene("styles: { title: { style: «titel } }"),
      #"error: style: no style "titel"; did you mean "title"?"#),
    FaultCase(
      scene("styles: { a: { style: «b }, b: { style: «a } }"),
      #"error: style: the style "b" builds on itself"#,
      #"error: style: the style "a" builds on itself"#),
    FaultCase(
      scene("fonts: { head: a.ttf }", page: "{ layers: [{ text: Hi, font: «haed }] }"),
      #"error: font: no font "haed"; did you mean "head"?"#),
    FaultCase(
      scene("pager: { current: «3 }"),
      "error: current: no page 3; pages are counted from 0 to 0"),
    FaultCase(
      scene("pager: { current: «home }"), #"error: current: no page "home"; known: a"#),
    FaultCase(
      scene("", page: "{ id: a }, { id: «a }"),
      #"error: id: the page "a" is given twice; give each page its own id"#),
    FaultCase(
      scene("", page: "{ layers: [{ text: A, id: t }, { group: [{ text: B, id: «t }] }] }"),
      #"error: id: the layer "t" is given twice on one page; give each layer its own id"#),
  ]

  /// A scene whose timeline is given, without an end of its own.
  static func script(_ steps: String, more: String = "") -> String {
    """
    folioscope: 1
    canvas: { width: 320, height: 180 }
    pages: [{ id: a, layers: [{ button: Go, id: go }] }, { id: b }, { id: c }]
    \(more)
    timeline:
    \(steps)

    """
  }

  static let timeline = [
    FaultCase(
      script("  «- { at: 1s, flick: left }"),
      "error: the scene has no end; add a last step { at: 5s, end: true }, or canvas.duration"),
    FaultCase(
      script(
        "  - { at: 2s, flick: left }\n  - { at: «1s, flick: left }\n  - { at: 3s, end: true }"),
      "error: at: 1s is before the step above, at 2s; put the steps in the order of their times"),
    FaultCase(
      script("  - { at: 2s, end: true }\n  - «{ at: 3s, flick: left }"),
      "error: a step after the end"),
    FaultCase(
      script(
        "  - { at: 1s, drag: { path: [[0, 0], [9, 9]], over: 1s } }\n"
          + "  - { at: «1.5s, tap: go }\n  - { at: 3s, end: true }"),
      "error: at: two touches at one time: a finger is down already, until 2s; begin later"),
    FaultCase(
      script("  - { at: 1s, down: [1, 1] }\n  - { at: «2s, tap: go }\n  - { at: 3s, end: true }"),
      "error: at: two touches at one time: a finger is down already; lift it first, with up"),
    FaultCase(
      script("  - { at: «1s, up: true }\n  - { at: 3s, end: true }"),
      "error: at: no finger is down; begin with down"),
    FaultCase(
      script("  - { at: 1s, marker: here }\n  - { after: «heer, end: true }"),
      #"error: after: no label "heer"; did you mean "here"?"#),
    FaultCase(
      script(
        "  - { after: «here, wait: 1s }\n  - { at: 2s, marker: here }\n  - { at: 3s, end: true }"),
      #"error: after: the label "here" belongs to a later step; steps stand in the order of their times"#
    ),
    FaultCase(
      script("  - { at: 1s, marker: m }\n  - { at: 2s, marker: «m }\n  - { at: 3s, end: true }"),
      #"error: marker: the label "m" is given twice; choose another"#),
    FaultCase(
      script("  - { at: 1s, marker: «settled }\n  - { at: 3s, end: true }"),
      #"error: marker: the name "settled" is taken; choose another"#),
    FaultCase(
      script("  - { at: 1s, wait: 2s }\n  - { at: «2s, flick: left }\n  - { at: 4s, end: true }"),
      "error: at: 2s is before the end of the wait, at 3s; wait shorter, or write after: previous"),
    FaultCase(
      script("  - { at: 1s, goto: «d }\n  - { at: 3s, end: true }"),
      #"error: goto: no page "d"; known: a, b, c"#),
    FaultCase(
      script("  - { at: 1s, goto: { page: «3 } }\n  - { at: 3s, end: true }"),
      "error: page: no page 3; pages are counted from 0 to 2"),
    FaultCase(
      script("  - { at: 1s, remove: b }\n  - { at: 2s, goto: «b }\n  - { at: 3s, end: true }"),
      #"error: goto: the page "b" is not there at that time; there are: a, c"#),
    FaultCase(
      script("  - { at: 1s, reload: { pages: [a, «x] } }\n  - { at: 3s, end: true }"),
      #"error: pages[1]: no page "x"; known: a, b, c"#),
    FaultCase(
      script("  - { at: 1s, insert: { at: «4, pages: [{ id: n }] } }\n  - { at: 3s, end: true }"),
      "error: at: no place 4; places are counted from 0 to 3"),
    FaultCase(
      script("  - { at: 1s, insert: { at: 0, pages: [«b] } }\n  - { at: 3s, end: true }"),
      #"error: pages[0]: the page "b" is there already"#),
    FaultCase(
      script("  - { at: 1s, tap: «og }\n  - { at: 3s, end: true }"),
      #"error: tap: no layer "og"; known: go, pageControl.left, pageControl.right"#),
    FaultCase(
      script("  - { at: 1s, tap: «pageControl.left }\n  - { at: 3s, end: true }"),
      "error: tap: there is no page control; add pageControl: true"),
    FaultCase(
      script("  - { at: 1s, flick: left, pager: «inner }\n  - { at: 3s, end: true }"),
      #"error: pager: no pager "inner"; none is known"#),
    FaultCase(
      script("  - { at: 1s, set: { «pageControl.colour: red } }\n  - { at: 3s, end: true }"),
      #"error: nothing can be set at "pageControl.colour"; did you mean "pageControl.color"?"#),
    FaultCase(
      script("  - { at: 1s, set: { layer.go.opacity: «2 } }\n  - { at: 3s, end: true }"),
      "error: layer.go.opacity: 2 is out of range; the range is 0 to 1"),
    FaultCase(
      script("  - «{ at: 1s }\n  - { at: 3s, end: true }"),
      "error: timeline[0] does nothing; add one of drag, flick, down, move, up, cancel, tap, goto, autoplay, reload, insert, remove, resize, pause, resume, updateCurrentPageDisplay, touches, set, marker, snapshot, wait, end"
    ),
    FaultCase(
      script("  - «{ flick: left }\n  - { at: 3s, end: true }"),
      "error: timeline[0] has no time; add at: 1s, after: previous or after: settled"),
    FaultCase(
      script("  - { at: 1s, flick: left, «tap: go }\n  - { at: 3s, end: true }"),
      #"error: "flick" and "tap" exclude one another; keep one"#),
    FaultCase(
      script("  - { at: 1s, «after: settled, flick: left }\n  - { at: 3s, end: true }"),
      #"error: "at" and "after" exclude one another; keep one"#),
    FaultCase(
      script("  - { at: 1s, drag: «{ path: [[0, 0], [1, 1]] } }\n  - { at: 3s, end: true }"),
      #"error: timeline[0].drag needs the key "over"; the time of the drag, such as over: 0.35s"#),
    FaultCase(
      script(
        "  - { at: 1s, drag: { path: [[0, 0, 0], [1, 1, 0.2s], «[2, 2, 0.1s]] } }\n"
          + "  - { at: 3s, end: true }"),
      "error: path[2]: the time is not after that of the place before"),
    FaultCase(
      script("  - { at: 1s, flick: «{ velocity: 900 } }\n  - { at: 3s, end: true }"),
      "error: timeline[0].flick needs a direction; such as direction: left, or velocity: [-1200, 0]"
    ),
    FaultCase(
      script("  - { at: 1s, autoplay: «true }\n  - { at: 3s, end: true }"),
      "error: autoplay: the pager has no interval to start; write autoplay: { every: 4s }, here or in pager"
    ),
    FaultCase(
      script("  - { at: 3s, end: «false }"),
      #"error: end: true is expected, found the text "false"; write end: true"#),
    FaultCase(
      script("  - { at: «0, end: true }"),
      "error: at: a film needs a length above zero; end it later"),
    FaultCase(
      scene("timeline: [{ at: 2s, end: «true }]"),
      "error: end: the scene has two ends; keep this one or canvas.duration"),
    FaultCase(
      scene("timeline: [{ at: «2s, flick: left }]"), "error: at: 2s is after the end, at 1s"),
  ]
}
