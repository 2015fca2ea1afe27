import { useRef } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../../http/http.ts';
import type { WireRow } from '../../registry/rows.ts';
import type { FormState } from '../form-state.ts';
import { keyText, isDistinguishing, uniqueKeysOf } from './keys-of.ts';

/** When a field is left that must be the only one of its kind, the server is asked whether it is taken; what it says stands at the field. */
export function useTaken(of: AnyPaper, row: WireRow | null, form: FormState): (name: string) => void {
  const latest = useRef(form);
  latest.current = form;
  return (name) => {
    const { values, began } = latest.current;
    const fields = of.fields as Readonly<Record<string, Field>>;
    const asked = uniqueKeysOf(of)
      .filter(
        (names) =>
          names.includes(name) &&
          names.every((one) => isDistinguishing(fields[one], values[one])) &&
          names.some((one) => values[one] !== began[one]),
      )
      .flat();
    if (!asked.length) return;
    const given = Object.fromEntries(asked.map((one) => [one, keyText(values[one])]));
    void get<{ field: string; msg: string }[]>(
      'blade-core/taken',
      { ...given, paper: of.name, id: row?.id },
      { quiet: true },
    ).then(
      (found) => {
        // Whoever typed on meanwhile is asked again when he leaves the field.
        if (asked.some((one) => latest.current.values[one] !== values[one])) return;
        latest.current.showProblems(Object.fromEntries(found.map((one) => [one.field, one.msg])));
      },
      () => undefined,
    );
  };
}
