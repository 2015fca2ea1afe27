import { type ReactElement, Suspense, lazy, useEffect, useId, useRef, useState } from 'react';
import type { Action } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { FieldGroups } from '../form/field-groups.tsx';
import { focusProblem } from '../form/focus-problem.ts';
import { useFormState } from '../form/form-state.ts';
import { newKey } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import type { Target } from '../registry/target.ts';
import type { WireRow } from '../registry/rows.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { type LinesTyped, dialogWidth, linesInput, perLineOf, problemBelow } from './per-line.ts';
import { actionSubject, dismissLabel } from './action-subject.ts';
import { shownInputs } from './saying-why.ts';
import { moneySubject } from './money-subject.ts';

/** Few actions ask per line, so their table loads when it is shown. */
const AskedLines = lazy(() => import('./asked-lines.tsx'));

interface ActionDialogProps {
  readonly of: AnyPaper;
  readonly action: Action;
  readonly rows: readonly WireRow[];
  /** Set if the action applies to all rows that match the filters, instead of to `rows`. */
  readonly all?: Target;
  readonly onClose: () => void;
  readonly onDo: (inputs: Record<string, unknown>, key: string) => Promise<void>;
}

/** The dialog with the inputs of an action. Pressing its button twice sends one request. */
export function ActionDialog({ of, action, rows, all, onClose, onDo }: ActionDialogProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const fields = shownInputs(action);
  const [perLine, names] = perLineOf(fields, rows, all);
  const [typed, setTyped] = useState<LinesTyped>({});
  const form = useFormState(
    fields,
    Object.fromEntries(Object.keys(fields).map((name) => [name, fields[name].initial ?? null])),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const key = useRef(newKey());
  const subject = actionSubject(of, rows, language, all);
  const [amounts, setAmounts] = useState('');
  useEffect(() => {
    if (action.money) void moneySubject(of, action.money, rows, language, all).then(setAmounts);
  }, []);

  async function go(): Promise<void> {
    if (busy) return;
    if (!form.judgeAll(names)) {
      setTimeout(() =>
        focusProblem(
          id,
          names.filter((name) => document.getElementById(`${id}-${name}-told`)),
        ),
      );
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      await onDo({ ...form.values, ...linesInput(typed) }, key.current);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      const shown = error.fields.filter((one) => names.includes(one.field));
      if (shown.length) form.blame(Object.fromEntries(shown.map((one) => [one.field, one.msg])));
      setProblem(problemBelow(error, names, perLine.length > 0).join(t(['；', '; '])));
    } finally {
      setBusy(false);
    }
  }

  const foot = (
    <>
      <button type="button" className="button" onClick={onClose}>
        {t(dismissLabel(action.label))}
      </button>
      <button
        type="button"
        className={`button strong${action.danger ? ' danger' : ''}`}
        disabled={busy}
        onClick={() => void go()}
      >
        {t(action.label)} <kbd>Ctrl ⏎</kbd>
      </button>
    </>
  );
  return (
    <Dialog
      title={
        <>
          {t(action.label)} <span className="quiet mono">{subject}</span>
        </>
      }
      width={dialogWidth(fields, perLine)}
      onClose={onClose}
      foot={foot}
      keys={[{ keys: 'Ctrl+Enter', label: action.label, typing: true, run: () => void go() }]}
    >
      {amounts && <p className="dialog-text">{amounts}</p>}
      {action.confirm && <p className="dialog-text">{t(action.confirm)}</p>}
      {perLine.length > 0 && (
        <Suspense fallback={<p aria-busy="true" />}>
          {perLine.map((name) => (
            <AskedLines
              key={name}
              of={of}
              field={fields[name]}
              row={rows[0]}
              onChange={(input) => setTyped((now) => ({ ...now, [name]: input }))}
            />
          ))}
        </Suspense>
      )}
      <FieldGroups id={id} fields={fields} groups={[{ label: null, names }]} form={form} />
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
