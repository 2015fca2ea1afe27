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

/** The fields of a paper that a node leaves to who decides there, and what he typed. */
export interface Amending {
  readonly names: readonly string[];
  readonly id: string;
  readonly form: FormState;
  /** Judges the inputs, and brings the first wrong one into sight. */ readonly judge: () => boolean;
  /** What goes along with the decision. */
  readonly sent: () => { readonly changes: Record<string, unknown> | null; readonly version: number | null };
  /** Shows what was refused where it was typed; answers whether it stands there. */
  readonly refused: (said: Refused) => boolean;
}

const NO_FIELDS = {};

/** Inputs for what may be changed of the paper of a case. What is typed outlives a look at another case, and a change by somebody else. */
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
  // The row as whoever types has read it: a change that came in while something is typed is told when he decides.
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
      // Who presses again has been told of the change, and sees it beside what he typed.
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
