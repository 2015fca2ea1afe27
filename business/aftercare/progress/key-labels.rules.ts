import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';

/** Return the label of a key of a dictionary; an unknown key is shown as it is. */
export function labelOfKey(of: Dictionary, key: string | null): Label {
  if (key === null) return ['', ''];
  if (!Object.hasOwn(of.items, key)) return [key, key];
  const [zh, en] = of.items[key];
  return [zh, en];
}
