import { type ReactElement, useId, useRef, useState } from 'react';
import { dismissLabel } from '#kernel/web/actions/action-subject.ts';
import { shownInputs } from '#kernel/web/actions/saying-why.ts';
import { FieldGroups } from '#kernel/web/form/field-groups.tsx';
import { useFormState } from '#kernel/web/form/form-state.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import type { VerbQuestion, Verbs } from './use-verb.view.tsx';

/** The question of a verb, in the place of the evidence of its row. */
export function BenchQuestion({
  of: { action, verb },
  answer,
  cancel,
}: {
  of: VerbQuestion;
  answer: Verbs['answer'];
  cancel: () => void;
}): ReactElement {
  const t = useT();
  const id = useId();
  const fields = shownInputs(action);
  const names = Object.keys(fields);
  const form = useFormState(fields, Object.fromEntries(names.map((name) => [name, fields[name].initial ?? null])));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());

  async function go(): Promise<void> {
    if (busy || !form.judgeAll(names)) return;
    setBusy(true);
    setProblem('');
    try {
      await answer(form.values, key.current);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  }
  useKeys([
    { keys: 'Ctrl+Enter', label: verb.label, typing: true, run: () => void go() },
    { keys: 'Escape', label: dismissLabel(action.label), typing: true, silent: true, run: cancel },
  ]);
  return (
    <div className="bench-question" role="group" aria-label={t(verb.label)}>
      <div>
        {action.confirm && <p>{t(action.confirm)}</p>}
        {verb.many > 1 && <p>{t([`共 ${verb.many} 台`, `${verb.many} devices`])}</p>}
        <FieldGroups id={id} fields={fields} groups={[{ label: null, names }]} form={form} />
        {problem && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <span className="bench-verbs">
        <button type="button" className="button" onClick={cancel}>
          {t(dismissLabel(action.label))}
        </button>
        <button type="button" className="button strong" disabled={busy} onClick={() => void go()}>
          {t(verb.label)} <kbd>Ctrl ⏎</kbd>
        </button>
      </span>
    </div>
  );
}
