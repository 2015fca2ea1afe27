import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field, Mask } from '#kernel/language/field.ts';
import { fieldsOf } from '#kernel/language/paper.ts';
import type { House } from '../house.ts';

/** A number that its reader may have in clear: what a call answers besides is masked by its name. */
export class InClear {
  readonly value: string | null;
  constructor(value: string | null) { this.value = value; }
  toJSON(): string | null { return this.value; }
}

const known = new WeakMap<House, ReadonlyMap<string, Mask>>();

/** The names under which papers keep what is masked; pay stays with the papers that carry it. */
function masksOf(house: House): ReadonlyMap<string, Mask> {
  let masks = known.get(house);
  if (!masks) {
    const fields = [...house.papers.values()].flatMap((paper) => fieldsOf(paper) as [string, Field][]);
    known.set(house, (masks = new Map(fields.flatMap(([name, { personal }]): [string, Mask][] => (hides(personal) && personal !== 'amount' ? [[name, personal]] : [])))));
  }
  return masks;
}

/** An answer that a call has put together by itself, with phones and ID cards masked wherever they stand in it. */
export function veiled(house: House, answer: unknown): unknown {
  const masks = masksOf(house);
  const look = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') { const how = masks.get(name); return how && value && !value.includes('*') ? masked(value, how) : value; }
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof InClear) return value.value;
    if (Array.isArray(value)) return value.map((one) => look(one, name));
    const kind = Object.getPrototypeOf(value) as unknown;
    return kind === Object.prototype || kind === null ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, look(one, key)])) : value;
  };
  return look(answer, '');
}
