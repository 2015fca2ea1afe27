/**
 * The script of the pages for customers. The pages work without it. It blocks a second press, draws a signature, and
 * shows a newer page once there is one.
 */
export const GUEST_SCRIPT = `
(() => {
  const root = document.documentElement;
  root.dataset.script = 'on';
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = '1';
    for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
  });
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-disabled');
    }
  });
  for (const pad of document.querySelectorAll('canvas[data-pad]')) {
    const form = pad.closest('form');
    const value = form.querySelector('input[name=' + pad.dataset.pad + ']');
    const pen = pad.getContext('2d');
    let last = null;
    const clear = () => {
      const box = pad.getBoundingClientRect();
      if (!box.width) return;
      pad.width = Math.round(box.width);
      pad.height = Math.round(box.height);
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, pad.width, pad.height);
      Object.assign(pen, { strokeStyle: '#1b2330', lineWidth: 2.4, lineCap: 'round', lineJoin: 'round' });
      value.value = '';
    };
    const at = (event) => {
      const box = pad.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    pad.addEventListener('pointerdown', (event) => {
      if (!value.value && last === null && pad.width !== Math.round(pad.getBoundingClientRect().width)) clear();
      pad.setPointerCapture(event.pointerId);
      last = at(event);
      event.preventDefault();
    });
    pad.addEventListener('pointermove', (event) => {
      if (!last) return;
      const to = at(event);
      pen.beginPath();
      pen.moveTo(last.x, last.y);
      pen.lineTo(to.x, to.y);
      pen.stroke();
      last = to;
      value.value = 'drawn';
    });
    pad.addEventListener('pointerup', () => {
      last = null;
      if (value.value) value.value = pad.toDataURL('image/png');
    });
    form.querySelector('[data-clear]').addEventListener('click', clear);
    form.addEventListener('submit', (event) => {
      if (value.value) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pad.focus();
    }, true);
    clear();
    const fold = pad.closest('details');
    if (fold) fold.addEventListener('toggle', clear);
  }
  setInterval(async () => {
    const busy = document.querySelector('details[open], form[data-sent], input:focus');
    if (document.visibilityState !== 'visible' || busy) return;
    try {
      const answer = await fetch(location.href, { headers: { 'X-Look': '1' } });
      const found = /data-mark="([^"]*)"/.exec(await answer.text());
      if (answer.ok && found && found[1] !== root.dataset.mark) location.reload();
    } catch { /* Without a network the page stays. */ }
  }, 20000);
})();
`;
