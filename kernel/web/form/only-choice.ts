import { useEffect, useRef } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { readOptions } from '../pickers/options.ts';
import type { FormState, FormValues } from './form-state.ts';

/**
 * In a new form, fill each `onlyChoice` field that has exactly one choice. Return a function that returns the values
 * found, with which the next form starts after “save and add another”.
 */
export function useOnlyChoices(of: AnyPaper, isNew: boolean, form: FormState): () => FormValues {
  const found = useRef<FormValues>({});
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    if (!isNew) return;
    for (const [name, field] of fieldsOf(of)) {
      if (!field.onlyChoice) continue;
      void readOptions(String((field as { paper?: string }).paper), {}).then(
        ([only, ...others]) => {
          if (!only || others.length > 0) return;
          found.current = { ...found.current, [name]: only.id };
          if (isEmpty(latest.current.values[name])) latest.current.fill({ [name]: only.id });
        },
        () => undefined,
      );
    }
  }, []);
  return () => found.current;
}
