// The style sheet and the script of the report. Views of one picture over another are done by the
// style sheet; the script sets a class, two custom properties and the sizes of pictures.

extension HTMLReport {
  static let style = """
    :root{color-scheme:light dark;--split:50%;--opacity:.5;--line:#8884;--bad:#d0342c;--good:#2a8a3e;
    --warn:#b07d00;--miss:#7a4fc4}
    *{box-sizing:border-box}
    body{margin:0;font:15px/1.45 system-ui,sans-serif}
    header{position:sticky;top:0;z-index:2;background:Canvas;border-bottom:1px solid var(--line);
    padding:8px 16px}
    h1{font-size:18px;margin:0 0 4px;overflow-wrap:anywhere}
    h2{font-size:16px;overflow-wrap:anywhere}
    h3{font-size:14px;margin:0 0 4px}
    .verdict{font-size:13px;padding:1px 8px;border-radius:9px;color:#fff;background:var(--bad)}
    .verdict.equal{background:var(--good)}
    #tools{display:flex;flex-wrap:wrap;gap:6px 18px;align-items:center}
    #tools[hidden]{display:none}
    button{font:inherit;font-size:13px;padding:2px 9px}
    button[aria-pressed=true]{font-weight:600;outline:2px solid Highlight}
    label{display:inline-flex;gap:6px;align-items:center;font-size:13px}
    .keys{font-size:12px;opacity:.7}
    main{padding:0 16px 40vh}
    .note{opacity:.75;font-size:13px;margin:4px 0}
    .story{font-weight:600;padding-left:20px}
    .strip{display:flex;flex-wrap:wrap;gap:2px;margin:10px 0}
    .strip>*{min-width:9px;height:20px;border-radius:2px;background:var(--good);font-size:11px;
    line-height:20px;text-align:center;text-decoration:none;color:#fff}
    .strip>a{padding:0 4px}
    .strip>a:focus-visible,.strip>a:hover{outline:2px solid Highlight}
    .strip>.withinTolerance{background:#7fae6a}
    .strip>.differs,.strip>.damaged{background:var(--bad)}
    .strip>.inserted{background:var(--warn)}
    .strip>.dropped{background:var(--miss)}
    table{border-collapse:collapse;font-size:13px}
    td,th{border:1px solid var(--line);padding:2px 8px;text-align:left}
    .frame{border:1px solid var(--line);border-radius:6px;padding:10px;margin:14px 0;
    scroll-margin-top:96px}
    .frame.current{border-color:Highlight;box-shadow:0 0 0 1px Highlight}
    pre{font:12px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 8px}
    .views{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:10px;overflow:auto;
    justify-items:start;align-items:start}
    figure{margin:0;min-width:0}
    figcaption{font-size:12px;opacity:.75}
    img{display:block;max-width:100%;height:auto;image-rendering:pixelated;
    background:repeating-conic-gradient(#bbb 0 25%,#eee 0 50%) 0 0/16px 16px}
    body.zoomed img{max-width:none}
    body.zoomed.side .views{grid-template-columns:repeat(3,max-content)}
    body:not(.side) .views{grid-template-columns:minmax(0,max-content);touch-action:none}
    body:not(.side) figure{grid-area:1/1}
    body:not(.side) figure:not(:has(img)){display:none}
    body.slider .actual{position:relative}
    body.slider .actual::after{content:"";position:absolute;top:0;bottom:0;left:var(--split);width:2px;
    background:Highlight}
    body.slider .difference,body.onion .difference,body.blink .difference{display:none}
    body.difference .expected,body.difference .actual{display:none}
    body.slider .actual img{clip-path:inset(0 calc(100% - var(--split)) 0 0)}
    body.slider .actual,body.onion .actual,body.blink .actual{z-index:1}
    body.slider .expected figcaption,body.onion .expected figcaption,body.blink .expected figcaption{
    text-align:right}
    body.onion .actual img{opacity:var(--opacity)}
    body.blink.off .actual{visibility:hidden}
    """

  static let script = """
    (() => {
    'use strict';
    const body = document.body, root = document.documentElement;
    const modes = ['side', 'slider', 'onion', 'blink', 'difference'];
    const frames = [...document.querySelectorAll('article.frame')];
    const split = document.getElementById('split'), shown = document.getElementById('zoom');
    const zooms = [0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16];
    let mode = 'side', zoom = 0, current = -1, timer = 0;
    document.getElementById('tools').hidden = frames.length === 0;
    function setMode(next) {
      mode = next;
      body.classList.remove(...modes, 'off');
      body.classList.add(mode);
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
      shown.textContent = zoom > 0 ? Math.round(zoom * 100) + ' %' : 'fit';
      for (const image of document.querySelectorAll('.views img'))
        image.style.width = zoom > 0 ? image.getAttribute('width') * zoom + 'px' : '';
    }
    function step(direction) {
      if (zoom === 0) return setZoom(1);
      const i = zooms.indexOf(zoom) + direction;
      setZoom(zooms[Math.min(zooms.length - 1, Math.max(0, i))]);
    }
    function show(index) {
      if (frames.length === 0) return;
      if (current >= 0) frames[current].classList.remove('current');
      current = Math.min(frames.length - 1, Math.max(0, index));
      frames[current].classList.add('current');
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
    let dragged = null;
    function drag(event) {
      const box = dragged.querySelector('.actual img').getBoundingClientRect();
      if (box.width > 0) setSplit((event.clientX - box.left) / box.width * 100);
    }
    document.addEventListener('pointerdown', event => {
      const views = event.target.closest('.views');
      if (!views || !views.querySelector('.actual img')) return;
      if (mode !== 'slider' && mode !== 'onion') return;
      dragged = views;
      event.preventDefault();
      drag(event);
    });
    document.addEventListener('pointermove', event => { if (dragged) drag(event); });
    document.addEventListener('pointerup', () => { dragged = null; });
    document.addEventListener('pointercancel', () => { dragged = null; });
    document.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const inRange = event.target === split;
      switch (event.key) {
      case '1': case '2': case '3': case '4': case '5':
        setMode(modes[Number(event.key) - 1]); break;
      case 'ArrowLeft': if (inRange) return; setSplit(Number(split.value) - 2); break;
      case 'ArrowRight': if (inRange) return; setSplit(Number(split.value) + 2); break;
      case '+': case '=': step(1); break;
      case '-': case '_': step(-1); break;
      case '0': setZoom(0); break;
      case 'j': show(current + 1); break;
      case 'k': show(current < 0 ? 0 : current - 1); break;
      default: return;
      }
      event.preventDefault();
    });
    window.addEventListener('hashchange', () => {
      const index = frames.findIndex(frame => '#' + frame.id === location.hash);
      if (index >= 0) show(index);
    });
    setSplit(50);
    })();
    """
}
