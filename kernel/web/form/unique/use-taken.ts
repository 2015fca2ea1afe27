import { useRef } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../../http/http.ts';
import type { WireRow } from '../../registry/rows.ts';
import type { FormState } from '../form-state.ts';
import { keyText, isDistinguishing, uniqueKeysOf } from './keys-of.ts';

/** Return a function to call when an input loses the focus. If its unique value is already used, the field shows it. */
export function useTaken(of: AnyPaper, row: WireRow | null, form: FormState): (name: string) => void {
  const latest = useRef(form);
  latest.current = form;
  return (name) => {
    const { values, began } = latest.current;
    const fields = of.fields as Readonly<Record<string, Field>>;
    const keyNames = uniqueKeysOf(of)
      .filter(
        (names) =>
          names.includes(name) &&
          names.every((one) => isDistinguishing(fields[one], values[one])) &&
          names.some((one) => values[one] !== began[one]),
      )
      .flat();
    if (!keyNames.length) return;
    const keyValues = Object.fromEntries(keyNames.map((one) => [one, keyText(values[one])]));
    void get<{ field: string; msg: string }[]>(
      'blade-core/taken',
      { ...keyValues, paper: of.name, id: row?.id },
      { quiet: true },
    ).then(
      (found) => {
        // A value has changed since the request, so the answer is ignored; leaving the field again sends another
        // request.
        if (keyNames.some((one) => latest.current.values[one] !== values[one])) return;
        latest.current.showProblems(Object.fromEntries(found.map((one) => [one.field, one.msg])));
      },
      () => undefined,
    );
  };
}
