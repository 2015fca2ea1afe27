import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';

/** The items of a dictionary as the choices of a part of a structured value. */
export const choicesOf = (of: Dictionary): Readonly<Record<string, Label>> =>
  Object.fromEntries(Object.entries(of.items).map(([key, [zh, en]]) => [key, [zh, en] as const]));
