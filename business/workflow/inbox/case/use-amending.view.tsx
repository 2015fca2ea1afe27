import { useEffect, useId, useRef } from 'react';
import { focusProblem } from '#kernel/web/form/focus-problem.ts';
import { type FormState, changedIn, useFormState } from '#kernel/web/form/form-state.ts';
import { inputNames } from '#kernel/web/form/groups.ts';
import { isFieldShown } from '#kernel/web/form/inputs.ts';
import type { Refused } from '#kernel/web/http/refused.ts';
import { useAllPapers } from '#kernel/web/registry/papers.ts';
import { caseDraftOf, keepDraft } from './case-drafts.rules.ts';
import type { TaskDetail } from './use-case.view.tsx';

type Values = Readonly<Record<string, unknown>>;

/** Edits of the fields of a paper that a node lets its handler change. */
export interface Amending {
  readonly names: readonly string[];
  readonly id: string;
  readonly form: FormState;
  /** Check the inputs and scroll to the first faulty one; return whether all are valid. */
  readonly judge: () => boolean;
  /** Return the values to send with the decision; null if nothing was changed. */
  readonly sent: () => { readonly changes: Record<string, unknown> | null; readonly version: number | null };
  /** Show a refusal at the fields that it names; return whether any of them is editable here. */
  readonly refused: (said: Refused) => boolean;
}

const NO_FIELDS = {};

/**
 * Return the edits of the paper of a process instance. Typed values survive a switch to another instance, and changes
 * of the row by others.
 */
export function useAmending(detail: TaskDetail | undefined): Amending {
  const id = useId();
  const of = useAllPapers().find((one) => one.name === detail?.paper);
  const taskId = detail?.task?.taskId ?? '';
  const row = detail?.row as Values | null | undefined;
  const may = detail?.buttons.includes('complete') ?? false;
  const rights = detail?.form.fields ?? {};
  const names = of && row && may ? inputNames(of).filter((name) => rights[name] === 'edit') : [];
  const form = useFormState(of?.fields ?? NO_FIELDS, NO_FIELDS);
  const begun = useRef('');
  // Version of the row when typing began. If others change the row later, the decision is refused with its new version.
  const version = useRef<number | null>(null);
  const values = (): Values => Object.fromEntries(names.map((name) => [name, row?.[name] ?? null]));
  const stored = row?.version as number | undefined;
  useEffect(() => {
    if (!names.length) return;
    const isNew = begun.current !== taskId;
    begun.current = taskId;
    if (isNew) {
      form.begin(values());
      form.set(
        Object.fromEntries(Object.entries(caseDraftOf(taskId).changes).filter(([name]) => names.includes(name))),
      );
    } else if (!form.dirty) form.begin(values());
    if (isNew || !form.dirty) version.current = stored ?? null;
  }, [taskId, stored, names.join()]);
  useEffect(() => {
    if (names.length && begun.current === taskId) keepDraft(taskId, { changes: changedIn(form.values, form.began) });
  }, [form.values]);
  const focus = (blamed: readonly string[]): void => void setTimeout(() => focusProblem(id, blamed));
  return {
    names,
    id,
    form,
    judge: () => {
      const shown = names.filter((name) => isFieldShown(name, of?.shownWhen, form.values));
      if (form.judgeAll(shown)) return true;
      setTimeout(() => focus(shown.filter((name) => document.getElementById(`${id}-${name}-told`)?.role === 'alert')));
      return false;
    },
    sent: () => ({
      changes: form.dirty ? changedIn(form.values, form.began) : null,
      version: form.dirty ? version.current : null,
    }),
    refused: (said) => {
      // The refusal was shown, so the next press sends the new version and overwrites the change of others.
      const current = Number(said.data.version);
      if (said.reason === 'row.changed' && Number.isFinite(current)) version.current = current;
      const blamed = said.fields.filter((one) => names.includes(one.field));
      if (!blamed.length) return false;
      form.blame(Object.fromEntries(blamed.map((one) => [one.field, one.msg])));
      focus(blamed.map((one) => one.field));
      return true;
    },
  };
}
