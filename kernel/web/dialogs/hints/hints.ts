import { placeOf } from './place.rules.ts';
import './hints.css';

const ID = 'hint';
/** Time in ms that the pointer must rest on an element before its hint appears. */
const REST_MS = 350;

const boxOf = (): HTMLElement => {
  const found = document.getElementById(ID);
  if (found) return found;
  const box = document.createElement('div');
  Object.assign(box, { id: ID, className: 'hint', hidden: true });
  box.role = 'tooltip';
  document.body.append(box);
  return box;
};

const titledAt = (target: EventTarget | null): HTMLElement | SVGElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[title]:not([title=""]):not(iframe)') : null;

/**
 * Return whether an element has an accessible name apart from its title. If the title is the only name, it must remain.
 */
const isNamed = (of: Element): boolean =>
  of.hasAttribute('aria-label') || of.hasAttribute('aria-labelledby') || of.textContent.trim() !== '';

/**
 * Shows the `title` of elements as a hint in the product's style, one at a time, at the pointer or the focused element.
 */
class Hints {
  #of: Element | null = null;
  #timer = 0;
  #lent = '';
  readonly #watch = new MutationObserver(() => this.#take());

  /** Move the title of an element to `data-hint` while its hint is shown, so that the browser does not show its own. */
  #take(): void {
    const words = this.#of?.getAttribute('title');
    if (!this.#of || !words) return;
    this.#of.setAttribute('data-hint', words);
    this.#of.removeAttribute('title');
    const box = document.getElementById(ID);
    if (box && !box.hidden) box.textContent = words;
  }

  begin(of: Element | null, rest: number): void {
    if (of === this.#of) return;
    const wasShown = !boxOf().hidden;
    this.end();
    if (!of) return;
    this.#of = of;
    this.#lent = isNamed(of) ? 'aria-describedby' : 'aria-label';
    this.#take();
    this.#watch.observe(of, { attributeFilter: ['title'] });
    this.#timer = window.setTimeout(() => this.#show(), wasShown ? 0 : rest);
  }

  #show(): void {
    const words = this.#of?.getAttribute('data-hint');
    if (!this.#of?.isConnected || !words) return;
    const box = boxOf();
    box.textContent = words;
    box.hidden = false;
    const { left, top } = placeOf(this.#of.getBoundingClientRect(), box.getBoundingClientRect(), {
      width: innerWidth,
      height: innerHeight,
    });
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
    if (!this.#of.hasAttribute(this.#lent)) this.#of.setAttribute(this.#lent, this.#lent === 'aria-label' ? words : ID);
    else this.#lent = '';
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#watch.disconnect();
    boxOf().hidden = true;
    const of = this.#of;
    this.#of = null;
    if (!of) return;
    const words = of.getAttribute('data-hint');
    if (words && !of.hasAttribute('title')) of.setAttribute('title', words);
    of.removeAttribute('data-hint');
    const lent = this.#lent && of.getAttribute(this.#lent);
    if (lent && (lent === ID || lent === words)) of.removeAttribute(this.#lent);
  }

  get isOn(): boolean {
    return this.#of !== null;
  }
}

/** Show titles as hints: on hover and on keyboard focus, never on touch. Esc, a press and scrolling hide them. */
export function startHints(): void {
  const hints = new Hints();
  const end = (): void => hints.end();
  document.addEventListener('pointerover', ({ pointerType, target }) => {
    if (pointerType === 'touch') return;
    if (target instanceof Element && target.closest('[data-hint]')) return;
    hints.begin(titledAt(target), REST_MS);
  });
  document.addEventListener('focusin', ({ target }) => {
    const of = titledAt(target);
    if (of && of === target && of.matches(':focus-visible')) hints.begin(of, REST_MS);
  });
  document.addEventListener('focusout', end);
  document.addEventListener('pointerdown', end, true);
  document.addEventListener('dragstart', end, true);
  document.addEventListener('scroll', end, true);
  document.documentElement.addEventListener('pointerleave', end);
  addEventListener('blur', end);
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') hints.end();
    },
    true,
  );
}
