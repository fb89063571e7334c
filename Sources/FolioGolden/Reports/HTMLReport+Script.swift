// The style sheet and the script of the report. Views of one picture over another are done by the
// style sheet; the script sets classes, custom properties, the sizes of pictures and where they are
// scrolled to.

extension HTMLReport {
  static let style = """
    :root{color-scheme:light dark;--split:50%;--opacity:.5;--head:60px;--line:#8884;--bad:#d0342c;
    --good:#2a8a3e;--fine:#7fae6a;--warn:#b07d00;--miss:#7a4fc4}
    *{box-sizing:border-box}
    body{margin:0;font:15px/1.45 system-ui,sans-serif;background:Canvas;color:CanvasText}
    h1{font-size:18px;margin:12px 16px 6px;overflow-wrap:anywhere}
    h2{font-size:16px;overflow-wrap:anywhere}
    h3{font-size:14px;margin:0 0 4px;white-space:pre-wrap}
    .verdict{font-size:12px;font-weight:600;padding:1px 8px;border-radius:9px;color:#fff;
    background:var(--bad);white-space:nowrap}
    .verdict.equal{background:var(--good)}
    .verdict.inserted{background:var(--warn)}
    .verdict.dropped{background:var(--miss)}
    header{position:sticky;top:0;z-index:2;background:Canvas;border-bottom:1px solid var(--line);
    padding:6px 16px 8px}
    header[hidden]{display:none}
    #tools{display:flex;flex-wrap:wrap;gap:6px 18px;align-items:center}
    button{font:inherit;font-size:13px;padding:2px 9px}
    button[aria-pressed=true]{font-weight:600;outline:2px solid Highlight}
    label{display:inline-flex;gap:6px;align-items:center;font-size:13px}
    body:not(.slider):not(.onion) label{visibility:hidden}
    output{display:inline-block;min-width:52px;text-align:center;font-size:13px}
    .keys{font-size:12px;opacity:.7}
    main{padding:0 16px 40vh}
    .note{opacity:.75;font-size:13px;margin:4px 0;overflow-wrap:anywhere}
    .story{font-weight:600;padding-left:20px;overflow-wrap:anywhere}
    .strip{display:flex;flex-wrap:wrap;gap:2px;margin:10px 0 4px}
    .strip>*,.legend i{min-width:9px;height:20px;border-radius:2px;background:var(--good);
    font-size:11px;line-height:20px;text-align:center;text-decoration:none;color:#fff}
    .strip>a{padding:0 4px}
    .strip>a:focus-visible,.strip>a:hover,.strip>a.current{outline:2px solid Highlight}
    .legend{display:flex;flex-wrap:wrap;gap:2px 14px;font-size:12px;margin:0 0 10px}
    .legend span{display:inline-flex;gap:5px;align-items:center}
    .legend i{width:9px;height:12px}
    .strip>.withinTolerance,.legend .withinTolerance{background:var(--fine)}
    .strip>.differs,.strip>.damaged,.legend .differs,.legend .damaged{background:var(--bad)}
    .strip>.inserted,.legend .inserted{background:var(--warn)}
    .strip>.dropped,.legend .dropped{background:var(--miss)}
    summary{cursor:pointer}
    table{border-collapse:collapse;font-size:13px;margin-top:6px}
    td,th{border:1px solid var(--line);padding:2px 8px;text-align:left;white-space:nowrap}
    td:last-child{white-space:normal;overflow-wrap:anywhere}
    details{overflow:auto}
    .frame{border:1px solid var(--line);border-radius:6px;padding:10px;margin:14px 0;
    scroll-margin-top:calc(var(--head) + 8px)}
    .frame.current{border-color:Highlight;box-shadow:0 0 0 1px Highlight}
    pre{font:12px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 8px}
    .views{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:10px;justify-items:start;
    align-items:start}
    figure{margin:0;min-width:0;max-width:100%}
    figcaption{font-size:12px;line-height:18px;height:18px;opacity:.75;white-space:nowrap}
    .pane{max-width:100%}
    img{display:block;max-width:100%;height:auto;
    background:repeating-conic-gradient(#bbb 0 25%,#eee 0 50%) 0 0/16px 16px}
    body.zoomed img{max-width:none}
    body.large img{image-rendering:pixelated}
    body.zoomed.side .pane,body.zoomed:not(.side) .views{overflow:auto;
    max-height:calc(100vh - var(--head) - 60px);overscroll-behavior:contain;cursor:grab}
    body.zoomed:not(.side) .pane{max-width:none}
    body:not(.side) .views{grid-template-columns:minmax(0,max-content)}
    body.zoomed:not(.side) .views{grid-template-columns:max-content}
    body.zoomed:not(.side) figure{max-width:none}
    body:not(.side) figure{grid-area:1/1}
    body:not(.side) figure:not(:has(img)){display:none}
    body.difference .difference:not(:has(img)){display:block}
    body.slider .views:has(.actual img),body.onion .views:has(.actual img){touch-action:none;
    cursor:ew-resize}
    body.slider .actual{position:relative}
    body.slider .actual:has(img)::after{content:"";position:absolute;top:18px;bottom:0;
    left:calc(var(--split) - 1px);width:2px;background:Highlight}
    body.slider .difference,body.onion .difference,body.blink .difference{display:none}
    body.difference .expected,body.difference .actual{display:none}
    body.slider .actual img{clip-path:inset(0 calc(100% - var(--split)) 0 0)}
    body.slider .actual,body.onion .actual,body.blink .actual{z-index:1}
    body.slider .expected figcaption,body.onion .expected figcaption,body.blink .expected figcaption{
    padding-left:56px}
    body.slider:not(.zoomed) .expected figcaption{text-align:right}
    body.onion .actual img{opacity:var(--opacity)}
    body.blink.off .actual{visibility:hidden}
    """

  static let script = """
    (() => {
    'use strict';
    const body = document.body, root = document.documentElement;
    const modes = ['side', 'slider', 'onion', 'blink', 'difference'];
    const frames = [...document.querySelectorAll('article.frame')];
    const links = [...document.querySelectorAll('.strip a')];
    const header = document.querySelector('header');
    const split = document.getElementById('split'), shown = document.getElementById('zoom');
    const zooms = [0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16];
    let mode = 'side', zoom = 0, current = -1, timer = 0;
    header.hidden = frames.length === 0;
    function measure() { root.style.setProperty('--head', header.offsetHeight + 'px'); }
    // What scrolls when pictures are larger than their place: each picture, or all as one.
    function ports(frame) {
      return mode === 'side' ? [...frame.querySelectorAll('.pane')] : [frame.querySelector('.views')];
    }
    // For each frame, the point of the picture that is kept in the middle, from 0 to 1 on both axes:
    // where the difference is, until somebody scrolls.
    const middles = frames.map(frame => {
      const image = frame.querySelector('img');
      if (!image || !frame.dataset.box) return [0.5, 0.5];
      const [x, y, w, h] = frame.dataset.box.split(',').map(Number);
      return [(x + w / 2) / image.getAttribute('width'), (y + h / 2) / image.getAttribute('height')];
    });
    // Where the script scrolled to last; its own scrolling is nobody's wish.
    const scrolled = new WeakMap();
    function scroll(port, left, top) {
      port.scrollLeft = left;
      port.scrollTop = top;
      scrolled.set(port, [port.scrollLeft, port.scrollTop]);
    }
    function center() {
      frames.forEach((frame, i) => {
        for (const port of ports(frame)) {
          scroll(port, middles[i][0] * port.scrollWidth - port.clientWidth / 2,
            middles[i][1] * port.scrollHeight - port.clientHeight / 2);
        }
      });
    }
    // Side by side, the three pictures of a frame move as one.
    function moved(port) {
      const last = scrolled.get(port);
      if (last && last[0] === port.scrollLeft && last[1] === port.scrollTop) return;
      const frame = port.closest('article');
      scrolled.set(port, [port.scrollLeft, port.scrollTop]);
      middles[frames.indexOf(frame)] = [
        (port.scrollLeft + port.clientWidth / 2) / port.scrollWidth,
        (port.scrollTop + port.clientHeight / 2) / port.scrollHeight];
      for (const other of ports(frame))
        if (other !== port) scroll(other, port.scrollLeft, port.scrollTop);
    }
    function setMode(next) {
      mode = next;
      body.classList.remove(...modes, 'off');
      body.classList.add(mode);
      center();
      for (const b of document.querySelectorAll('[data-mode]'))
        b.setAttribute('aria-pressed', String(b.dataset.mode === mode));
      clearInterval(timer);
      if (mode === 'blink') timer = setInterval(() => body.classList.toggle('off'), 500);
    }
    function setSplit(percent) {
      const value = Math.min(100, Math.max(0, percent));
      split.value = String(value);
      root.style.setProperty('--split', value + '%');
      root.style.setProperty('--opacity', String(value / 100));
    }
    function setZoom(next) {
      zoom = next;
      body.classList.toggle('zoomed', zoom > 0);
      body.classList.toggle('large', zoom >= 1);
      shown.textContent = zoom > 0 ? Math.round(zoom * 100) + ' %' : 'fit';
      for (const image of document.querySelectorAll('.views img'))
        image.style.width = zoom > 0 ? image.getAttribute('width') * zoom + 'px' : '';
      center();
      if (current >= 0) frames[current].scrollIntoView({block: 'start'});
    }
    function step(direction) {
      if (zoom === 0) return setZoom(1);
      const i = zooms.indexOf(zoom) + direction;
      setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, i))]);
    }
    function show(index) {
      if (frames.length === 0) return;
      current = Math.min(frames.length - 1, Math.max(0, index));
      frames.forEach((frame, i) => frame.classList.toggle('current', i === current));
      for (const link of links)
        link.classList.toggle('current', link.hash === '#' + frames[current].id);
      frames[current].scrollIntoView({block: 'start'});
    }
    document.addEventListener('click', event => {
      const button = event.target.closest('button');
      if (!button) return;
      if (button.dataset.mode) setMode(button.dataset.mode);
      if (button.dataset.zoom === 'in') step(1);
      if (button.dataset.zoom === 'out') step(-1);
      if (button.dataset.zoom === 'fit') setZoom(0);
    });
    split.addEventListener('input', () => setSplit(Number(split.value)));
    // A drag over a picture moves the slider, or the picture where there is no slider to move.
    let dragged = null, grip = null;
    function drag(event) {
      const box = dragged.querySelector('.actual img').getBoundingClientRect();
      if (box.width > 0) setSplit((event.clientX - box.left) / box.width * 100);
    }
    document.addEventListener('pointerdown', event => {
      const views = event.target.closest('.views');
      if (!views || event.button !== 0) return;
      if (mode === 'slider' || mode === 'onion') {
        if (!views.querySelector('.actual img')) return;
        dragged = views;
        drag(event);
      } else if (zoom > 0) {
        const port = mode === 'side' ? event.target.closest('.pane') : views;
        if (!port) return;
        grip = {port, x: event.clientX + port.scrollLeft, y: event.clientY + port.scrollTop};
      } else return;
      event.preventDefault();
      if (document.activeElement) document.activeElement.blur();
    });
    document.addEventListener('pointermove', event => {
      if (dragged) drag(event);
      if (grip) {
        grip.port.scrollLeft = grip.x - event.clientX;
        grip.port.scrollTop = grip.y - event.clientY;
        moved(grip.port);
      }
    });
    for (const end of ['pointerup', 'pointercancel'])
      document.addEventListener(end, () => { dragged = grip = null; });
    document.addEventListener('dragstart', event => event.preventDefault());
    document.addEventListener('scroll', event => {
      if (event.target.closest && event.target.closest('.views')) moved(event.target);
    }, true);
    document.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const slides = event.target !== split && (mode === 'slider' || mode === 'onion');
      switch (event.key) {
      case '1': case '2': case '3': case '4': case '5':
        setMode(modes[Number(event.key) - 1]); break;
      case 'ArrowLeft': if (!slides) return; setSplit(Number(split.value) - 2); break;
      case 'ArrowRight': if (!slides) return; setSplit(Number(split.value) + 2); break;
      case '+': case '=': step(1); break;
      case '-': case '_': step(-1); break;
      case '0': setZoom(0); break;
      case 'j': show(current + 1); break;
      case 'k': show(current < 0 ? 0 : current - 1); break;
      default: return;
      }
      event.preventDefault();
    });
    function follow() {
      const index = frames.findIndex(frame => '#' + frame.id === location.hash);
      if (index >= 0) show(index);
    }
    window.addEventListener('hashchange', follow);
    window.addEventListener('resize', measure);
    measure();
    setSplit(50);
    follow();
    })();
    """
}
