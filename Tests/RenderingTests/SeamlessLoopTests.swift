import FolioNumerics
import FolioPagingCore
import FolioRendering
import FolioScene
import Testing

@Suite("The shortest part of a film that repeats without a seam is found, or the reason why not")
struct SeamlessLoopTests {
  /// A scene of three coloured pages, of a few keys.
  func sampler(
    _ keys: String, pager: String = "", fps: String = "30", pages: String? = nil,
    control: String = ""
  ) throws -> FrameSampler {
    let text = """
      folioscope: 1
      name: loop
      canvas: { width: 100, height: 60, fps: \(fps), background: white }
      pager: { \(pager) }
      pages: \(pages ?? "[{ id: a, background: red }, { id: b, background: blue }, { id: c, background: '#00FF00' }]")
      pageControl: { position: bottom-center\(control) }
      \(keys)

      """
    let scene = try SceneReader().read(Array(text.utf8), path: "loop.folio.yaml").scene
    return FrameSampler(try Playback.play(scene))
  }

  func reason(_ sampler: FrameSampler, in frames: Range<Int>? = nil) -> String {
    let error = #expect(throws: NoSeamlessLoop.self) {
      try SeamlessLoop.find(sampler, in: frames)
    }
    return error?.description ?? ""
  }

  /// A loop's seam by its definition: what is seen from its end on is what is seen from its start on,
  /// as far as the film goes and nothing but the pagers themselves does anything.
  func checkSeam(_ loop: SeamlessLoop, _ sampler: FrameSampler, upTo end: Int) {
    for frame in loop.frames.upperBound..<max(loop.frames.upperBound, end) {
      let earlier = frame - loop.frames.count
      #expect(sampler.state(ofFrame: frame) == sampler.state(ofFrame: earlier), "frame \(frame)")
    }
  }

  @Test(
    "an endless banner: pages times interval, whatever the rate and the turn",
    arguments: [("30", "1s", "0.3s", 90), ("60", "1.5s", "0.3s", 270), ("24", "2s", "500ms", 144)])
  func banner(fps: String, every: String, duration: String, frames: Int) throws {
    let sampler = try sampler(
      "timeline: [{ at: 20s, end: true }]",
      pager: "loop: true, autoplay: { every: \(every), duration: \(duration) }", fps: fps)
    let loop = try SeamlessLoop.find(sampler)
    #expect(loop.frames.count == frames)
    checkSeam(loop, sampler, upTo: sampler.recording.timedFrameCount)
    // Every page is in it.
    var pages: Set<Int> = []
    for frame in loop.frames {
      pages.formUnion(sampler.state(ofFrame: frame).pagers[0].pages.map(\.page))
    }
    #expect(pages == [0, 1, 2])
  }

  @Test("a round that is no whole number of frames is found as the several rounds that are")
  func severalRounds() throws {
    // 3 pages, 0.35 s each, 1.05 s a round: 31.5 frames at 30.
    let sampler = try sampler(
      "timeline: [{ at: 10s, end: true }]",
      pager: "loop: true, autoplay: { every: 350ms, duration: 0.1s }")
    let loop = try SeamlessLoop.find(sampler)
    #expect(loop.frames.count == 63)
    checkSeam(loop, sampler, upTo: 300)
  }

  @Test("turns whose dots wait are not those whose dots follow")
  func deferredDots() throws {
    // The same turn at 1 s, by a finger on the dots, and at 5 s; at rest on page a at 4.3 s again.
    let steps = """
      timeline:
        - { at: 1s, tap: pageControl.right }
        - { at: 4s, goto: a }
        - { at: 5s, goto: b }
        - { at: 7s, end: true }
      """
    #expect(try SeamlessLoop.find(sampler(steps)).frames == 30..<150)
    let waiting = try sampler(steps, control: ", defersCurrentPageDisplay: true")
    #expect(try SeamlessLoop.find(waiting).frames == 0..<129)
    #expect(waiting.state(ofFrame: 150) == waiting.state(ofFrame: 30))
    #expect(waiting.state(ofFrame: 157) != waiting.state(ofFrame: 37))
  }

  @Test("a direct jump back and forth, and a banner that goes backwards, are loops too")
  func others() throws {
    var found = try SeamlessLoop.find(
      sampler(
        "timeline: [{ at: 20s, end: true }]",
        pager: "loop: true, autoplay: { every: 1s, duration: 0.3s, direction: reverse }"))
    #expect(found.frames.count == 90)
    found = try SeamlessLoop.find(
      sampler(
        "timeline: [{ at: 20s, end: true }]",
        pager: "autoplay: { every: 1s, duration: 0.3s, atEnd: rewind }"))
    #expect(found.frames.count == 90)
    found = try SeamlessLoop.find(
      sampler(
        "timeline: [{ at: 20s, end: true }]",
        pager: "preset: dlpageview, autoplay: { every: 1s, duration: 0.3s }"))
    #expect(found.frames.count == 90)
  }

  @Test("a scripted tour: from one rest on a page to the next rest on it, the first rest whole")
  func tour() throws {
    let sampler = try sampler(
      """
      timeline:
        - { at: 1s, goto: b }
        - { at: 2s, goto: a }
        - { at: 4s, goto: c }
        - { at: 5s, goto: a }
        - { at: 6s, end: true }
      """)
    // Rests on a: 0 to 1 s, 2.3 to 4 s, 5.3 s on; the shortest way between two is 2.3 s.
    let loop = try SeamlessLoop.find(sampler)
    #expect(loop.frames == 0..<69)
    // Among the later frames there is another.
    #expect(try SeamlessLoop.find(sampler, in: 60..<180).frames == 69..<159)
    #expect(reason(sampler, in: 0..<60).contains("no picture comes again"))
    #expect(
      sampler.state(ofFrame: loop.frames.upperBound)
        == sampler.state(ofFrame: loop.frames.lowerBound))
  }

  @Test("the very end of the film may be where it goes back, if it is a frame's time")
  func end() throws {
    let keys = { (end: String) in
      "timeline: [{ at: 1s, goto: b }, { at: 2s, goto: a }, { at: \(end), end: true }]"
    }
    // Back at 2.3 s, frame 69.
    #expect(try SeamlessLoop.find(sampler(keys("2.3s"))).frames == 0..<69)
    // At frame 68 the page has its place to the pixel, and still moves.
    let late = reason(try sampler(keys("2.29s")))
    #expect(late.contains("but what follows is not the same: the pager is"), "\(late)")
    #expect(late.contains("is turning a page"), "\(late)")
  }

  @Test("a value that is set and set back is back")
  func settings() throws {
    let keys = """
      timeline:
        - { at: 1s, set: { canvas.background: black } }
        - { at: 2s, set: { canvas.background: white } }
        - { at: 3s, end: true }
      """
    let small = "[{ id: a, layers: [] }]"
    #expect(try SeamlessLoop.find(sampler(keys, pages: small)).frames == 0..<60)
    let slow = """
      timeline:
        - { at: 1s, set: { canvas.background: black }, over: 0.5s }
        - { at: 2s, set: { canvas.background: white }, over: 0.5s }
        - { at: 3s, end: true }
      """
    let found = try SeamlessLoop.find(sampler(slow, pages: small))
    #expect(found.frames == 0..<75)
  }

  @Test("what never moves, never comes back, or comes back another: three reasons")
  func reasons() throws {
    #expect(reason(try sampler("timeline: [{ at: 2s, end: true }]")).hasPrefix("nothing moves"))
    let away = try sampler("timeline: [{ at: 1s, goto: c }, { at: 3s, end: true }]")
    #expect(reason(away).contains("begins at page \"a\" and ends at page \"c\""))
    // A whole round fits, but not the turn more.
    let short = try sampler(
      "timeline: [{ at: 3s, end: true }]",
      pager: "loop: true, autoplay: { every: 1s, duration: 0.3s }")
    #expect(reason(short).contains("a round of its 3 pages takes 3.000 s"))
    // From frame 12 on the picture comes back, but the timer is as it was before that.
    let late = try sampler(
      """
      timeline:
        - { at: 0.5s, goto: b }
        - { at: 1s, goto: a }
        - { at: 1.6s, end: true }
      """, pager: "autoplay: { every: 1.4s, duration: 0.3s }")
    let text = reason(late, in: 12..<41)
    #expect(text.contains("but what follows is not the same: "), "\(text)")
    #expect(
      text.contains("the timer of the pager has 1.000 s left at frame 12 and 1.100 s at frame 39"),
      "\(text)")
  }

  @Test("a finger's way is no part of a loop, a rest before and after it is")
  func finger() throws {
    let sampler = try sampler(
      """
      timeline:
        - { at: 0.5s, flick: left }
        - { at: 2s, flick: right }
        - { at: 4s, end: true }
      """)
    let loop = try SeamlessLoop.find(sampler)
    #expect(loop.frames.lowerBound == 0 && loop.frames.count > 60 && loop.frames.count < 120)
    #expect(
      sampler.state(ofFrame: loop.frames.upperBound) == sampler.state(ofFrame: 0))
  }

  @Test("repeats of the last frame are no part of a loop")
  func hold() throws {
    let sampler = try sampler(
      """
      timeline: [{ at: 1s, goto: b }, { at: 2s, goto: a }, { at: 3s, end: true }]
      output: { holdLast: 2s }
      """)
    #expect(sampler.recording.frameCount == 150)
    #expect(try SeamlessLoop.find(sampler).frames == 0..<69)
  }

  @Test("pagers inside pages count: all of them have to be back")
  func inner() throws {
    // The outer pager comes round in 2 s, the inner one in 3 s.
    let pages = """
      [{ id: a, layers: [{ pager: { loop: true, autoplay: { every: 1s, duration: 0.2s } }, id: in, \
      pages: [{ id: x, background: red }, { id: y, background: blue }, { id: z, background: black }], \
      frame: { x: 0, y: 0, w: 100, h: 30 } }] }, { id: b, background: blue }]
      """
    let sampler = try sampler(
      "timeline: [{ at: 20s, end: true }]",
      pager: "loop: true, autoplay: { every: 1s, duration: 0.3s }",
      pages: pages)
    let loop = try SeamlessLoop.find(sampler)
    #expect(loop.frames.count == 180)
    checkSeam(loop, sampler, upTo: 600)
  }
}
