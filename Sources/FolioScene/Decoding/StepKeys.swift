import FolioGeometry
import FolioNumerics
import FolioRaster

/// Keys of a step of the timeline, and of the arguments of its verbs.
enum StepKeys {
  // When.
  static let at = Key("at", .duration, "The time from the start.", examples: ["0.8s"])
  static let after = Key(
    "after", .anchor, "What it comes after: settled, previous, or the label of an earlier step.",
    examples: ["settled"])
  static let delay = Key(
    "delay", .duration, "The time from what it comes after.", default: "0", examples: ["0.5s"])
  static let label = Key(
    "label", .name, "A name for its time, for after of later steps.", examples: ["turned"])
  static let pager = Key(
    "pager", .name, "The id of the pager layer it is for.", otherwise: "the main pager")

  // Verbs.
  static let drag = Key<TimelineStep.Action>(
    "drag", .drag, "A finger goes down, along a way, and up.",
    examples: ["{ path: [[330, 600], [60, 590]], over: 0.35s }"])
  static let flick = Key<TimelineStep.Action>(
    "flick", .flick, "A short quick drag: left, right, up, down, or a map.", examples: ["left"])
  static let down = Key<TimelineStep.Action>(
    "down", .touch, "A finger goes down at a place.", examples: ["[160, 90]"])
  static let move = Key<TimelineStep.Action>(
    "move", .touch, "The finger moves to a place.", examples: ["[120, 90]"])
  static let up = Key<TimelineStep.Action>(
    "up", .lift, "The finger is lifted, at a place or (true) where it is.", examples: ["true"])
  static let cancel = Key<TimelineStep.Action>(
    "cancel", .cancel, "The touch is taken away by the system.", examples: ["true"])
  static let tap = Key<TimelineStep.Action>(
    "tap", .tap, "A tap on a layer, on pageControl.left or pageControl.right, or at a place.",
    examples: ["go", "[160, 90]"])
  static let goTo = Key<TimelineStep.Action>(
    "goto", .goTo, "Shows a page.", examples: ["share", "{ page: 4 }"])
  static let autoplay = Key<TimelineStep.Action>(
    "autoplay", .autoplayCommand, "Starts (true, an interval, or a map) or stops (false) turning.",
    examples: ["false"])
  static let reload = Key<TimelineStep.Action>(
    "reload", .reload, "Loads pages anew.", examples: ["{ pages: [bags, hats], current: hats }"])
  static let insert = Key<TimelineStep.Action>(
    "insert", .insert, "Puts pages in.", examples: ["{ at: 1, pages: [new] }"])
  static let remove = Key<TimelineStep.Action>(
    "remove", .remove, "Takes pages out.", examples: ["[bags]"])
  static let resize = Key<TimelineStep.Action>(
    "resize", .resize, "Changes the pager's size.",
    examples: ["{ width: 568, height: 320, over: 0.3s }"])
  static let pause = Key<TimelineStep.Action>(
    "pause", .pause, "Holds the timer.", examples: ["true"])
  static let resume = Key<TimelineStep.Action>(
    "resume", .resume, "Lets the timer go on.", examples: ["true"])
  static let updateDisplay = Key<TimelineStep.Action>(
    "updateCurrentPageDisplay", .updateCurrentPageDisplay,
    "Lets a page control that defers its display show the page it is at.", examples: ["true"])
  static let touches = Key<TimelineStep.Action>(
    "touches", .touches, "Plays a recorded trace of touches from a CSV file (t, x, y, phase).",
    examples: ["trace.csv", "{ file: trace.csv, scale: 2 }"])
  static let set = Key<TimelineStep.Action>(
    "set", .settings, "Sets values.", examples: ["{ pageControl.color: red }"])
  static let over = Key(
    "over", .duration, "For set: the time in which values change.", default: "0")
  static let ease = Key(
    "ease", .easing, "For set over a time: the course of the change.", default: "easeInOut")
  static let marker = Key<TimelineStep.Action>(
    "marker", .marker, "Names a time.", examples: ["turned"])
  static let snapshot = Key<TimelineStep.Action>(
    "snapshot", .snapshot, "Names a frame that is wanted as a picture.", examples: ["last-page"])
  static let wait = Key<TimelineStep.Action>(
    "wait", .wait, "No later step happens before so long.", examples: ["0.4s"])
  static let end = Key<TimelineStep.Action>("end", .end, "The film ends.", examples: ["true"])

  static let verbs: [Key<TimelineStep.Action>] = [
    drag, flick, down, move, up, cancel, tap, goTo, autoplay, reload, insert, remove, resize,
    pause, resume, updateDisplay, touches, set, marker, snapshot, wait, end,
  ]
  static let table = KeyTable(
    "step", "One line of the script: when, and what.",
    [at.any, after.any, delay.any] + verbs.map(\.any) + [label.any, pager.any, over.any, ease.any],
    choices: verbs.map { [$0.name] })

  // Arguments.
  static let path = Key(
    "path", .path, "The places, [x, y] or [x, y, time].",
    examples: ["[[330, 600], [60, 590]]"], isRequired: true)
  static let dragOver = Key(
    "over", .positiveDuration, "The time from the first place to the last.",
    otherwise: "the last place's time", examples: ["0.35s"])
  static let hold = Key(
    "hold", .duration, "Standing still before the finger is lifted.", default: "0")
  static let release = Key(
    "release", .release, "The speed at the release instead of the measured one.",
    examples: ["{ velocity: [-400, 0] }"])
  static let dragTable = KeyTable(
    "drag", "The way of a finger.", [path.any, dragOver.any, hold.any, release.any])
  static let releaseVelocity = Key(
    "velocity", .point, "Points a second, across and down.", examples: ["[-400, 0]"],
    isRequired: true)
  static let releaseTable = KeyTable("release", "The end of a drag.", [releaseVelocity.any])

  static let from = Key(
    "from", .point, "Where the finger goes down.", otherwise: "the pager's middle")
  static let velocity = Key(
    "velocity", .velocity, "Points a second: across and down, or a speed in the direction.",
    otherwise: "1000", examples: ["[-1200, 0]", "1500"])
  static let flickDirection = Key(
    "direction", Codec<FlickWord>.word, "The way of the finger.", examples: ["left"])
  static let flickTable = KeyTable(
    "flick", "A short quick drag.", [from.any, velocity.any, flickDirection.any])

  static let target = Key(
    "target", .name, "A layer, or pageControl.left or pageControl.right.", examples: ["go"])
  static let point = Key("point", .point, "A place on the canvas.", examples: ["[160, 90]"])
  static let allowMiss = Key(
    "allowMiss", .flag, "Whether a tap may hit nothing.", default: "false")
  static let tapTable = KeyTable(
    "tap", "A tap.", [target.any, point.any, allowMiss.any],
    choices: [[target.name], [point.name]])

  static let page = Key(
    "page", .pageReference, "The page: its id, or its index from 0.", examples: ["share"],
    isRequired: true)
  static let animated = Key("animated", .flag, "Whether it moves there.", default: "true")
  static let route = Key(
    "direction", Codec<RouteWord>.word, "Which way.",
    otherwise: "forward to a later page, reverse to an earlier one")
  static let via = Key(
    "via", Codec<TimelineStep.Passage>.word, "Whether the pages between are passed.",
    otherwise: "direct; through for flutter, the last three for viewPager2")
  static let goToDuration = Key(
    "duration", .positiveDuration, "The time it takes.", otherwise: "the pager's")
  static let goToEasing = Key("easing", .easing, "The course.", otherwise: "the pager's")
  static let goToTable = KeyTable(
    "goto", "A command to show a page.",
    [page.any, animated.any, route.any, via.any, goToDuration.any, goToEasing.any])

  static let pages = Key(
    "pages", .pageList, "Pages: ids, or pages written here.", examples: ["[bags, hats]"])
  static let current = Key(
    "current", .pageReference, "The page shown then.",
    otherwise: "the one shown now, where it is still there")
  static let reloadTable = KeyTable(
    "reload", "Loads pages anew; without pages the same ones.", [pages.any, current.any])
  static let index = Key(
    "at", .integer(0...10_000), "The index, from 0, of the first page put in.", isRequired: true)
  static let insertTable = KeyTable("insert", "Puts pages in.", [index.any, pages.any])

  static let width = Key(
    "width", .positive(upTo: 8192), "The new width in points.", isRequired: true)
  static let height = Key(
    "height", .positive(upTo: 8192), "The new height in points.", isRequired: true)
  static let resizeOver = Key("over", .duration, "The time it takes.", default: "0")
  static let resizeTable = KeyTable(
    "resize", "Changes the pager's size.", [width.any, height.any, resizeOver.any])

  static let file = Key(
    "file", .asset(.touches), "The CSV file.", examples: ["trace.csv"], isRequired: true)
  static let scale = Key(
    "scale", .positive(upTo: 1000), "The factor by which times are stretched.", default: "1")
  static let touchesTable = KeyTable(
    "touches", "A recorded trace.", [file.any, scale.any])
}

/// The way of a flick's finger.
enum FlickWord: String, CaseIterable, Sendable {
  case left
  case right
  case up
  case down

  var unit: Point {
    switch self {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    }
  }
}

/// Words for ``TimelineStep/Route``; the automatic one has none.
enum RouteWord: String, CaseIterable, Sendable {
  case forward
  case reverse
  case shortest
}
