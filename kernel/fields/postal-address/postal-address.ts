import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Kind } from '../kind.ts';
import { line } from '../text/text.ts';

/**
 * A postal address of at most `max` characters (default 300). `estate` names the field of the same paper with the
 * housing estate. Lists then show only estate and room.
 */
export const postalAddress = <const O extends FieldOptions & { max?: number; estate?: string }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('postalAddress', label, options, { max: 300 });

/** Return the part after the lane (弄): building and room. The road before it is the same for all residents. */
export function roomInAddress(whole: string): string {
  const at = whole.lastIndexOf('弄');
  return at > 0 && at < whole.length - 1 ? whole.slice(at + 1) : whole;
}

/** Bounds of the length of a place name in characters, without its ending such as 省 or 市. */
const SHORTEST_NAME = 2;
const LONGEST_NAME = 12;

/**
 * Return `text` without a short name at its start that ends in one of these letters, such as 上海市. If a letter of a road
 * (路, 街) comes first, return `text` unchanged.
 */
function withoutName(text: string, endings: string): string {
  for (let at = SHORTEST_NAME; at < Math.min(text.length - SHORTEST_NAME, LONGEST_NAME); at++) {
    if ('路街道号弄'.includes(text[at])) return text;
    if (endings.includes(text[at])) return text.slice(at + 1);
  }
  return text;
}

/** Return an address from the road on, without province, city and district. */
export const fromRoad = (whole: string): string =>
  withoutName(withoutName(withoutName(whole.trim(), '省'), '市'), '区县');

/** Return an address as lists show it: estate and room, or from the road on. */
export function shortAddress(whole: string, estate: string | undefined): string {
  if (!estate) return fromRoad(whole);
  const room = roomInAddress(whole);
  const rest = room === whole ? fromRoad(whole) : room;
  // If the address contains the estate already, do not repeat it.
  return rest.includes(estate) ? rest : `${estate} ${rest}`;
}

export const postalAddressKind: Kind = { ...line, name: 'postalAddress', freeText: 'line', groups: true, width: 220 };
