import { spanNamed } from '#kernel/fields/search.view.tsx';
import { asList } from '#kernel/fields/faces.view.tsx';
import { moment } from '#kernel/fields/moment/moment.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { useDictionary } from '../pickers/dictionaries.ts';
import { useNamed } from '../pickers/options.ts';
import { useT } from '../words/words.ts';

const createTime = moment(['创建时间', 'Created'], { filter: 'range' }) as Field;

/** State first: it is what a list is filtered by most; then when, then the rest in the order of the definition. */
export function searchFields(of: AnyPaper): [string, Field][] {
  const state = of.lifecycle?.field;
  const fields = fieldsOf(of).filter(([name, field]) => field.filter && !(of.search ?? []).includes(name));
  const typed = fieldsOf(of).filter(([name, field]) => field.filter && (of.search ?? []).includes(name));
  const chosen = fields.filter(([name, field]) => name !== state && field.dictionary);
  const rest = fields.filter(([name, field]) => name !== state && !field.dictionary);
  return [...fields.filter(([name]) => name === state), ['createTime', createTime], ...chosen, ...rest, ...typed];
}

const keysOf = (name: string, filters: Readonly<Record<string, string>>): string[] => Object.keys(filters).filter((key) => key === name || key.startsWith(`${name}_`));

/** Takes every filter of a field away. */
export const withoutField = (name: string, filters: Readonly<Record<string, string>>): Record<string, undefined> => Object.fromEntries(keysOf(name, filters).map((key) => [key, undefined]));

/** A filter in words, for its chip: 待受理, 今天, ≥ 3 … Empty where there is none. */
export function useFilterWords(name: string, field: Field, filters: Readonly<Record<string, string>>): string {
  const t = useT();
  const items = useDictionary(filters[name] ? field.dictionary : undefined);
  const ids = field.paper && filters[name] ? asList(filters[name]) : [];
  const named = useNamed(field.paper ?? '', ids, {});
  const [from, to] = [filters[`${name}_dategt`], filters[`${name}_datelt`]];
  if (from || to) { const span = spanNamed(from, to); return span ? t(span) : `${from ?? '…'} – ${to ?? '…'}`; }
  const [least, most] = [filters[`${name}_ge`], filters[`${name}_le`]];
  if (least || most) return least && most ? `${least} – ${most}` : least ? `≥ ${least}` : `≤ ${most}`;
  const other = keysOf(name, filters).find((key) => key !== name);
  if (other) return `${other.slice(name.length + 1)} ${filters[other]}`;
  if (!filters[name]) return '';
  const words = field.dictionary ? asList(filters[name]).map((key) => items.find((item) => item.key === key)?.label ?? key) : ids.length ? ids.map((id) => named[id] ?? '…') : [filters[name] === 'true' ? t(['是', 'Yes']) : filters[name] === 'false' ? t(['否', 'No']) : filters[name]];
  return words.length > 1 ? `${words[0]} +${words.length - 1}` : words[0];
}
