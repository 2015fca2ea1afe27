import { useRef } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import type { WireRow } from '../papers/rows.ts';
import { type FormState, isUntouchedMask } from './form-state.ts';

/** The groups of fields that a person types and by which a row is the only one of its kind. */
const keysOf = (of: AnyPaper): string[][] =>
  [...fieldsOf(of).filter(([, field]) => field.unique).map(([name]) => [name]), ...(of.uniques ?? []).map((names) => names.map(String))]
    .filter((names) => names.every((name) => { const field = of.fields[name] as Field | undefined; return field && !field.auto && !field.computed; }));

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** When a field is left that must be the only one of its kind, the server is asked whether it is taken; what it says stands at the field. */
export function useTaken(of: AnyPaper, row: WireRow | null, form: FormState): (name: string) => void {
  const latest = useRef(form);
  latest.current = form;
  return (name) => {
    const { values, began } = latest.current;
    const fields = of.fields as Readonly<Record<string, Field>>;
    const isTold = (one: string): boolean => !isEmpty(values[one]) && !isUntouchedMask(fields[one], values[one]) && 'value' in kindOf(fields[one]).accept(values[one], fields[one]);
    const asked = keysOf(of).filter((names) => names.includes(name) && names.every(isTold) && names.some((one) => values[one] !== began[one])).flat();
    if (!asked.length) return;
    const given = Object.fromEntries(asked.map((one) => [one, asText(values[one])]));
    void get<{ field: string; msg: string }[]>('blade-core/taken', { ...given, paper: of.name, id: row?.id }, { quiet: true }).then((found) => {
      // Whoever typed on meanwhile is asked again when he leaves the field.
      if (asked.some((one) => latest.current.values[one] !== values[one])) return;
      latest.current.tell(Object.fromEntries(found.map((one) => [one.field, one.msg])));
    }, () => undefined);
  };
}
