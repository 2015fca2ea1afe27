import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Kind } from '../kind.ts';
import { line } from '../text/text.ts';

/** A postal address, at most `max` characters (default 300). `estate` is the field beside it that names the estate in which it lies: lists then show estate and room. */
export const postalAddress = <const O extends FieldOptions & { max?: number; estate?: string }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('postalAddress', label, options, { max: 300 });

/** What follows the lane: building and room. The road in front of them is the same for all who live there. */
export function roomInAddress(whole: string): string {
  const at = whole.lastIndexOf('弄');
  return at > 0 && at < whole.length - 1 ? whole.slice(at + 1) : whole;
}

/** Letters that the name of a province, city or district has before its ending, at least and at most. */
const SHORTEST_NAME = 2;
const LONGEST_NAME = 12;

/** `text` without the name in front that ends in one of these letters; a road may hold one of them further on. */
function withoutName(text: string, endings: string): string {
  for (let at = SHORTEST_NAME; at < Math.min(text.length - SHORTEST_NAME, LONGEST_NAME); at++) {
    if ('路街道号弄'.includes(text[at])) return text;
    if (endings.includes(text[at])) return text.slice(at + 1);
  }
  return text;
}

/** From the road on, without province, city and district. */
export const fromRoad = (whole: string): string =>
  withoutName(withoutName(withoutName(whole.trim(), '省'), '市'), '区县');

/** An address as a list shows it: estate and room, or what it is from the road on. */
export function shortAddress(whole: string, estate: string | undefined): string {
  if (!estate) return fromRoad(whole);
  const room = roomInAddress(whole);
  const rest = room === whole ? fromRoad(whole) : room;
  // Somebody may have typed the estate into the address.
  return rest.includes(estate) ? rest : `${estate} ${rest}`;
}

export const postalAddressKind: Kind = { ...line, name: 'postalAddress', freeText: 'line', groups: true, width: 220 };
