/// The three complete scenes that the format was designed with.
enum Examples {
  static let walkthrough = """
    # yaml-language-server: $schema=./folioscope.schema.json
    # A flick, a drag and a tap through a three-page onboarding.
    folioscope: 1
    name: walkthrough
    canvas: { device: iphone-16, fps: 30, background: white }
    fonts: { head: fonts/Inter-Bold.ttf, body: fonts/Inter-Regular.ttf }
    styles:
      h1: { font: head, size: 30, line: 36, color: white, align: center }
      p: { font: body, size: 17, line: 24, color: '#FFFFFFCC', align: center }
    pager: { transition: scroll, axis: horizontal, spacing: 0, bounces: true }
    pages:
      - id: plan
        background: { linear: [5B6EF5, 8E4DE8], angle: 135 }
        layers:
          - { image: art/calendar.png, frame: &art { cx: 50%, y: 150, w: 220, h: 220 }, fit: contain, alt: A calendar }
          - { text: Plan the week, style: h1, frame: &title { x: 32, y: 430, w: 100%-64 } }
          - { text: "Drag a card to the day\\nyou want it.", style: p, frame: &body { x: 32, y: 482, w: 100%-64 } }
      - id: share
        background: 15A37F
        layers:
          - { shape: ellipse, fill: '#FFFFFF33', frame: *art }
          - { text: Share it, style: h1, frame: *title }
          - { text: Everyone sees the same list., style: p, frame: *body }
      - id: start
        background: F2994A
        layers:
          - { text: You are set, style: h1, frame: *title }
          - { button: Get started, id: go, frame: { x: 32, y: safe-96, w: 100%-64, h: 52 },
              radius: 26, fill: white, color: C4631A, font: head, size: 17 }
    pageControl: { position: bottom-center, inset: 24, dot: 7, gap: 9, color: '#FFFFFF66', current: white }
    timeline:
      - { at: 0.8s, flick: { from: [320, 600], velocity: [-1200, 0] } }
      - at: 2.4s
        drag: { path: [[330, 600], [60, 590]], over: 0.35s, release: { velocity: [-400, 0] } }
      - { at: 4s, tap: go }
      - { at: 5s, end: true }
    output: { dir: out/walkthrough, name: frame-%05d.png, alpha: false }

    """

  static let banner = """
    # yaml-language-server: $schema=./folioscope.schema.json
    # Endless shop banner: advances by itself, a finger stops it, then the list changes.
    folioscope: 1
    name: shop-banner
    canvas: { width: 375, height: 180, scale: 2, fps: 25, background: F4F4F4 }
    pager: { transition: scroll, loop: true, autoplay: { every: 2s, duration: 0.3s } }
    defaults:
      caption: { height: 30, background: 'rgba(0, 0, 0, 0.5)', color: white, size: 14, inset: [0, 12] }
    pages:
      - { id: shoes, background: img/shoes.jpg, caption: 'Spring shoes, from 39' }
      - { id: bags, background: img/bags.jpg, caption: 'Bags: second one half price' }
      - { id: hats, background: img/hats.jpg, caption: { text: Hats are back, background: '#7A1F3DCC' } }
    pageControl: { position: bottom-right, inset: 10, dot: 10, gap: 5, color: D3D3D3, current: white }
    timeline:
      - at: 5.2s # finger down pauses the advance
        drag: { path: [[60, 90], [200, 92], [190, 92]], over: 0.6s }
      - { at: 9s, reload: { pages: [bags, hats], current: hats } }
      - { at: 12s, end: true }
    output: { dir: out/banner }

    """

  static let rightToLeft = """
    # yaml-language-server: $schema=./folioscope.schema.json
    # Right-to-left, vertical page curl, strings from a file, NTSC rate, transparent.
    folioscope: 1
    name: rtl-vertical
    canvas: { width: 320, height: 568, scale: 2, fps: 30000/1001, background: transparent }
    locale: ar
    direction: rtl
    fonts: { ar: [fonts/NotoNaskhArabic.ttf, fonts/DejaVuSans.ttf] }
    include: [shared/styles.yaml]
    vars: { accent: 0B7285 }
    strings: { file: strings/ar.yaml }
    pager: { transition: { kind: curl }, axis: vertical }
    pages:
      repeat: 5
      as: n
      page:
        id: p${n}
        background: E3FAFC
        layers:
          - text: ${strings.title.${n}}
            font: ar
            size: 28
            color: ${vars.accent}
            align: start
            frame: { x: 24, y: 120, w: 100%-48 }
            overflow: error
    pageControl: { position: side, axis: vertical, hidesForSinglePage: true }
    timeline:
      - { at: 0.5s, goto: { page: p2, animated: true } }
      - { after: settled, wait: 0.4s }
      - { after: settled, goto: { page: 4, animated: true, direction: forward } }
      - { after: settled, snapshot: last-page }
      - { after: last-page, delay: 0.5s, end: true }
    output: { dir: out/rtl, name: 'p_####.png', start: 1001, alpha: true }

    """

  static let all = [walkthrough, banner, rightToLeft]
}
