import { useRef, useState } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import type { Fields } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { findPaper } from '../registry/papers.ts';
import { fetchRow } from '../registry/paper-calls.ts';
import type { FormState } from './form-state.ts';
import { narrowedBy } from './inputs.ts';

/** Captions of the referenced rows, by the name of the reference. */
type Captions = Readonly<Record<string, string | undefined>>;

/**
 * When a row is chosen, fill the fields that are copied from it, unless the person typed something else. `isRepeated`:
 * the field equals the caption of the chosen row, so it needs no input.
 */
export function useCopied(
  of: AnyPaper,
  form: FormState,
  began: Captions = {},
): { readonly change: (name: string, value: unknown) => void; readonly isRepeated: (name: string) => boolean } {
  const [captions, setCaptions] = useState<Captions>(began);
  const filled = useRef<Record<string, unknown>>({});
  const latest = useRef(form);
  latest.current = form;
  const isRepeated = (name: string): boolean => {
    const { copied } = (of.fields as Fields)[name];
    const source = copied && findPaper((of.fields as Fields)[copied.from]?.paper);
    return (
      source !== undefined &&
      copied?.field === source.caption &&
      !isEmpty(form.values[copied.from]) &&
      !form.problems[name] &&
      !isEmpty(form.values[name]) &&
      captions[copied.from] === form.values[name]
    );
  };
  const change = (name: string, value: unknown): void => {
    // Empty the fields whose choices depend on this one, because their values may no longer be among the choices.
    const gone = fieldsOf(of)
      .filter(([, field]) => narrowedBy(field).includes(name))
      .map(([one]) => [one, null] as const);
    form.set({ [name]: value, ...Object.fromEntries(gone) });
    setCaptions((now) => ({ ...now, [name]: undefined }));
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
        setCaptions((now) => ({ ...now, [name]: String(row[source.caption] ?? '') }));
      },
      () => undefined,
    );
  };
  return { change, isRepeated };
}
