import { useEffect, useRef } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { afterEarlyEnters } from './early-enter.ts';

/** A shortcut and its action. `Ctrl+` also means ⌘ on a Mac. */
export interface Binding {
  readonly keys: string;
  readonly label: Label;
  readonly run: (event?: KeyboardEvent) => void;
  /** Works while the person types in a field. */
  readonly typing?: boolean;
  /** Works while the person types a number, in which its letter has no meaning. */
  readonly inNumbers?: boolean;
  /** Left out of the list of shortcuts and of the command palette, such as arrow keys. */
  readonly silent?: boolean;
  /**
   * Enter or Space runs this shortcut although a button has the focus. This applies to a button focused by a click, and
   * to the chosen radio button.
   */
  readonly overPressed?: boolean;
}

/** The keys that save, in every form and designer. */
export const SAVE_KEYS = 'Ctrl+s Ctrl+Enter';
/** The keys that save and open the next empty form. */
export const NEXT_KEYS = 'Ctrl+Shift+Enter';

interface Layer {
  bindings: readonly Binding[];
  readonly modal: boolean;
}

/** Layers of shortcuts, the newest last. A key goes to the newest layer that binds it, but never below a modal one. */
const layers: Layer[] = [];

function nameOf(event: KeyboardEvent): string {
  // With Alt some keyboards produce another character, so the key is identified by its position.
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

const isNumber = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.inputMode === 'decimal';

/** Return whether a button or link handles this key itself: Enter or Space. */
const isOwnKey = (name: string, target: EventTarget | null): boolean =>
  (name === 'Enter' || name === 'Space') &&
  target instanceof HTMLElement &&
  target.closest('button, a, [role=menuitem], [role=option], summary') !== null;

/**
 * The element that was pressed last, until Tab is pressed. It has the focus only by that press, so Enter need not press
 * it again.
 */
let pressed: Element | null = null;

const restsByTheWay = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('[role=radio][aria-checked=true]') || (pressed !== null && target.contains(pressed)));

/**
 * Return whether the list or calendar of a picker is open: Esc closes that first. Checked before the picker itself
 * handles the key.
 */
const hasOpenList = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('[aria-haspopup][aria-expanded="true"]') ||
    (target.closest('.ant-picker') !== null &&
      document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)') !== null));

let listWasOpen = false;

/** Run the present form of a binding, which a render may have replaced, unless its layer is gone. */
function runPresent(layer: Layer, { keys }: Binding, event: KeyboardEvent): void {
  if (layers.includes(layer)) layer.bindings.find((one) => one.keys === keys)?.run(event);
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || listWasOpen) return;
  const name = nameOf(event);
  const typing = isTyping(event.target);
  const inNumber = typing && isNumber(event.target);
  const own = isOwnKey(name, event.target);
  const byTheWay = own && restsByTheWay(event.target);
  if (own && !byTheWay) return;
  for (const layer of layers.toReversed()) {
    const binding = layer.bindings.find(
      (one) =>
        one.keys.split(' ').includes(name) &&
        (!typing || one.typing || (inNumber && one.inNumbers)) &&
        (!own || one.overPressed),
    );
    if (binding) {
      event.preventDefault();
      if (name.startsWith('Ctrl+')) afterEarlyEnters(() => runPresent(layer, binding, event));
      else binding.run(event);
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

/**
 * Bind shortcuts while the component is mounted. Those of a hidden tab are inactive. `within`: the component is a part
 * of a modal one, which mounts after it, and its layer is above that.
 */
export function useKeys(
  bindings: readonly Binding[],
  options: { modal?: boolean; off?: boolean; within?: boolean } = {},
): void {
  const layer = useRef<Layer>({ bindings, modal: options.modal ?? false });
  layer.current.bindings = bindings;
  useEffect(() => {
    if (options.off) return undefined;
    const mine = layer.current;
    let isGone = false;
    const add = (): void => {
      if (!isGone) layers.push(mine);
    };
    if (options.within) queueMicrotask(add);
    else add();
    return () => {
      isGone = true;
      if (layers.includes(mine)) layers.splice(layers.indexOf(mine), 1);
    };
  }, [options.off]);
}

/** Return all bound keys, for the sheet of keys and the palette. */
export const boundKeys = (): Binding[] =>
  layers.flatMap((layer) => layer.bindings).filter((binding) => !binding.silent);
