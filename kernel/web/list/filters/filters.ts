import { asList } from '#kernel/fields/faces.view.tsx';
import { moment } from '#kernel/fields/moment/moment.ts';
import { type Operator, operatorWords } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { useDictionary } from '../../pickers/dictionaries.ts';
import { useNamed } from '../../pickers/options.ts';
import { spanNamed, wireWords } from '../../i18n/dates.ts';
import { useT } from '../../i18n/words.ts';

const createTime: Field = moment(['创建时间', 'Created'], { filter: 'range' });

/**
 * Return the fields by which a list can be filtered: state, creation time, dictionary fields, other fields. Last are
 * those that the quick search reads too.
 */
export function searchFields(of: AnyPaper): [string, Field][] {
  const state = of.lifecycle?.field;
  // Where each person sees only own rows, filters by person are left out.
  const searchable = fieldsOf(of).filter(
    ([name, field]) => field.filter && !field.wire && !(of.sight === 'personal' && name === of.self),
  );
  const fields = searchable.filter(([name]) => !(of.search ?? []).includes(name));
  const typed = searchable.filter(([name]) => (of.search ?? []).includes(name));
  const chosen = fields.filter(([name, field]) => name !== state && field.dictionary);
  const rest = fields.filter(([name, field]) => name !== state && !field.dictionary);
  return [...fields.filter(([name]) => name === state), ['createTime', createTime], ...chosen, ...rest, ...typed];
}

const keysOf = (name: string, filters: Readonly<Record<string, string>>): string[] =>
  Object.keys(filters).filter((key) => key === name || key.startsWith(`${name}_`));

/** Return the change that removes all filters of a field. */
export const withoutField = (name: string, filters: Readonly<Record<string, string>>): Record<string, undefined> =>
  Object.fromEntries(keysOf(name, filters).map((key) => [key, undefined]));

const between = (from: string | undefined, to: string | undefined): string =>
  from && to ? `${wireWords(from)} – ${wireWords(to)}` : from ? `≥ ${wireWords(from)}` : `≤ ${wireWords(to!)}`;

/** Return a filter by range or operator as text; undefined for a plain value. */
function rangeWords(
  name: string,
  filters: Readonly<Record<string, string>>,
  t: (label: Label) => string,
): string | undefined {
  const of = (operator: string): string | undefined => filters[`${name}_${operator}`];
  const span = spanNamed(of('dategt'), of('datelt'));
  if (span) return t(span);
  if (of('dategt') || of('datelt')) return between(of('dategt'), of('datelt'));
  if (of('ge') || of('le')) return between(of('ge'), of('le'));
  const other = keysOf(name, filters).find((key) => key !== name && key !== `${name}_equal`);
  const operator = other?.slice(name.length + 1) as Operator | undefined;
  return (
    operator &&
    (operator === 'null' || operator === 'notnull'
      ? t(operatorWords[operator])
      : operatorWords[operator] && `${t(operatorWords[operator])} ${filters[other!]}`)
  );
}

const plainValue = (name: string, filters: Readonly<Record<string, string>>): string =>
  filters[name] ?? filters[`${name}_equal`] ?? '';

/** Return the value of a filter as text: 待受理, 今天, ≥ 3. Empty if the filter has no value. */
export function useFilterWords(name: string, field: Field, filters: Readonly<Record<string, string>>): string {
  const t = useT();
  const value = plainValue(name, filters);
  const items = useDictionary(value ? field.dictionary : undefined);
  const ids = field.paper ? asList(value) : [];
  const named = useNamed(field.paper ?? '', ids, {});
  const range = rangeWords(name, filters, t);
  if (range || !value) return range ?? '';
  const flag = { true: t(['是', 'Yes']), false: t(['否', 'No']) }[value];
  const words = field.dictionary
    ? asList(value).map((key) => items.find((item) => item.key === key)?.label ?? key)
    : ids.length
      ? ids.map((id) => named[id] ?? '…')
      : [flag ?? value];
  return words.length > 1 ? `${words[0]} +${words.length - 1}` : words[0];
}
