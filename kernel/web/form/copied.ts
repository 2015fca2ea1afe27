import { useRef } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { findPaper } from '../registry/papers.ts';
import { fetchRow } from '../registry/paper-calls.ts';
import type { FormState } from './form-state.ts';
import { narrowedBy } from './inputs.ts';

/** When a row is picked, the fields that are copied from it are filled in; what the person typed himself stays. */
export function useCopied(of: AnyPaper, form: FormState): (name: string, value: unknown) => void {
  const filled = useRef<Record<string, unknown>>({});
  const latest = useRef(form);
  latest.current = form;
  return (name, value) => {
    // A choice that was made among those of another value is no choice any more when that value changes.
    const gone = fieldsOf(of)
      .filter(([, field]) => narrowedBy(field).includes(name))
      .map(([one]) => [one, null] as const);
    form.set({ [name]: value, ...Object.fromEntries(gone) });
    const targets = fieldsOf(of).filter(([, field]) => field.copied?.from === name && !field.auto);
    const source = findPaper((of.fields as Record<string, { paper?: string }>)[name]?.paper);
    if (targets.length === 0 || !source || isEmpty(value)) return;
    void fetchRow(source, String(value)).then(
      (row) => {
        const { values } = latest.current;
        const part = Object.fromEntries(
          targets
            .filter(([target]) => isEmpty(values[target]) || values[target] === filled.current[target])
            .map(([target, field]) => [target, row[field.copied?.field ?? ''] ?? null]),
        );
        filled.current = { ...filled.current, ...part };
        latest.current.set(part);
      },
      () => undefined,
    );
  };
}
