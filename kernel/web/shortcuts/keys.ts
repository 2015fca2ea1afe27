import { useEffect, useRef } from 'react';
import type { Label } from '#kernel/language/label.ts';

/** A key and what it does. `Ctrl+` means ⌘ on a Mac too. */
export interface Binding {
  readonly keys: string;
  readonly label: Label;
  readonly run: (event?: KeyboardEvent) => void;
  /** Works while the person types in a field. */
  readonly typing?: boolean;
  /** Not named in the sheet of keys or the palette (arrows and their like). */
  readonly silent?: boolean;
  /** Enter or Space that works although the focus rests on a button: on one that the pointer pressed, or on a radio that is chosen already. */
  readonly overPressed?: boolean;
}

interface Layer {
  bindings: readonly Binding[];
  readonly modal: boolean;
}

/** What is open, the newest last: the newest hears a key first; a dialog lets nothing through to what lies below. */
const layers: Layer[] = [];

function nameOf(event: KeyboardEvent): string {
  // With Alt some keyboards type another sign: which key it is, is said by its place.
  const place = event.altKey ? /^(?:Key|Digit)(\w)$/.exec(event.code)?.[1].toLowerCase() : undefined;
  const key = place ?? (event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key);
  const held = [
    event.ctrlKey || event.metaKey ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && event.key.length > 1 ? 'Shift' : '',
  ].filter(Boolean);
  return [...held, key].join('+');
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';

/** Buttons and links keep their own Enter and Space. */
const isOwnKey = (name: string, target: EventTarget | null): boolean =>
  (name === 'Enter' || name === 'Space') &&
  target instanceof HTMLElement &&
  target.closest('button, a, [role=menuitem], [role=option], summary') !== null;

/** What the pointer pressed last and no Tab left since: the focus came there by the way, nobody means to press it again. */
let pressed: Element | null = null;

const restsByTheWay = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('[role=radio][aria-checked=true]') || (pressed !== null && target.contains(pressed)));

/** Is the list or calendar of a picker open below the hand? Esc closes that first. It is asked before the picker itself hears the key. */
const hasOpenList = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('[aria-haspopup][aria-expanded="true"]') ||
    (target.closest('.ant-picker') !== null &&
      document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)') !== null));

let listWasOpen = false;

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || listWasOpen) return;
  const name = nameOf(event);
  const typing = isTyping(event.target);
  const own = isOwnKey(name, event.target);
  const byTheWay = own && restsByTheWay(event.target);
  if (own && !byTheWay) return;
  for (const layer of layers.toReversed()) {
    const binding = layer.bindings.find(
      (one) => one.keys.split(' ').includes(name) && (!typing || one.typing) && (!own || one.overPressed),
    );
    if (binding) {
      event.preventDefault();
      binding.run(event);
      return;
    }
    if (layer.modal) return;
  }
}

document.addEventListener(
  'keydown',
  (event) => {
    listWasOpen = event.key === 'Escape' && hasOpenList(event.target);
    if (event.key === 'Tab') pressed = null;
  },
  true,
);
document.addEventListener(
  'pointerdown',
  (event) => {
    pressed = event.target instanceof Element ? event.target : null;
  },
  true,
);
document.addEventListener('keydown', hear);

/** Keys that work while the component is shown; in a hidden tab they sleep. */
export function useKeys(bindings: readonly Binding[], options: { modal?: boolean; off?: boolean } = {}): void {
  const layer = useRef<Layer>({ bindings, modal: options.modal ?? false });
  layer.current.bindings = bindings;
  useEffect(() => {
    if (options.off) return undefined;
    const mine = layer.current;
    layers.push(mine);
    return () => {
      layers.splice(layers.indexOf(mine), 1);
    };
  }, [options.off]);
}

/** Everything that has a key now, for the sheet of keys and the palette. */
export const boundKeys = (): Binding[] =>
  layers.flatMap((layer) => layer.bindings).filter((binding) => !binding.silent);
