import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Fields } from '#kernel/language/field.ts';
import type { Action } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { FieldGroups } from '../form/field-groups.tsx';
import { focusProblem } from '../form/focus-problem.ts';
import { useFormState } from '../form/form-state.ts';
import { newKey } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import type { Target } from '../registry/paper-calls.ts';
import type { WireRow } from '../registry/rows.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { actionSubject, dismissLabel } from './action-subject.ts';
import { moneySubject } from './money-subject.ts';

interface ActionDialogProps {
  readonly of: AnyPaper;
  readonly action: Action;
  readonly rows: readonly WireRow[];
  /** All that match, instead of these rows. */
  readonly all?: Target;
  readonly onClose: () => void;
  readonly onDo: (asked: Record<string, unknown>, key: string) => Promise<void>;
}

/** The question of an action, made of the fields it asks for. A second click does nothing twice. */
export function ActionDialog({ of, action, rows, all, onClose, onDo }: ActionDialogProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const fields: Fields = action.asks ?? {};
  const names = Object.keys(fields);
  const form = useFormState(fields, Object.fromEntries(names.map((name) => [name, fields[name].initial ?? null])));
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
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
    setSaid('');
    try {
      await onDo({ ...form.values }, key.current);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      if (error.fields.some((one) => fields[one.field]))
        form.blame(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
      setSaid(
        error.fields
          .filter((one) => !fields[one.field])
          .map((one) => one.msg)
          .join(t(['；', '; '])) || (error.fields.length ? '' : error.message),
      );
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
      width={520}
      onClose={onClose}
      foot={foot}
      keys={[{ keys: 'Ctrl+Enter', label: action.label, typing: true, run: () => void go() }]}
    >
      {amounts && <p className="dialog-text">{amounts}</p>}
      {action.confirm && <p className="dialog-text">{t(action.confirm)}</p>}
      <FieldGroups id={id} fields={fields} groups={[{ label: null, names }]} form={form} />
      {said && (
        <p className="field-problem" role="alert">
          {said}
        </p>
      )}
    </Dialog>
  );
}
