import { type ReactElement, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Fields } from '#kernel/language/field.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { FieldGroups } from '#kernel/web/form/field-groups.tsx';
import { focusProblem } from '#kernel/web/form/focus-problem.ts';
import { useFormState } from '#kernel/web/form/form-state.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { closeTabs, useTabPath } from '#kernel/web/tabs/tabs.ts';
import { useLeaving } from '#kernel/web/tabs/use-leaving.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { refreshTasks } from '../../inbox/use-inbox.view.tsx';
import { leaveFields } from '../leave-fields.rules.ts';
import { startLeave } from '../leave.calls.ts';

const fields: Fields = leaveFields;
const names = Object.keys(fields);

/** The form of a leave application. When it is sent, its tab closes and the page of processes opens. */
export default function LeaveFields({ processDefinitionId }: { processDefinitionId: string }): ReactElement {
  const t = useT();
  const id = useId();
  const path = useTabPath();
  const navigate = useNavigate();
  const form = useFormState(fields, {});
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Refused | null>(null);
  const key = useRef(newKey());
  const leaving = useLeaving();
  const close = (): void => {
    closeTabs([path], path);
    void navigate('/work/start');
  };
  const send = async (): Promise<void> => {
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
    setSaid(null);
    try {
      await askCall(startLeave, { processDefinitionId, ...(form.values as Record<string, string>) } as never, {
        key: key.current,
        quiet: true,
      });
      toast.good(t(['请假已提交', 'Leave asked for']));
      refreshTasks();
      close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      form.blame(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
      if (error.fields.length === 0) setSaid(error);
      setBusy(false);
    }
  };
  useKeys([{ keys: 'Ctrl+Enter', label: ['提交', 'Send'], typing: true, run: () => void send() }]);
  return (
    <div className="leave-form">
      <FieldGroups id={id} fields={fields} groups={[{ label: null, names }]} form={form} />
      {said && (
        <p className="field-problem" role="alert">
          {said.message}{' '}
          {said.reason === 'workflow.leaveOfTechnician' && (
            <Link to="/maintenance/asleaveform">{t(['打开请假单', 'Open the leave requests'])}</Link>
          )}
        </p>
      )}
      <footer>
        <button type="button" className="button strong" disabled={busy} onClick={() => void send()}>
          {t(['提交', 'Send'])} <kbd>Ctrl ⏎</kbd>
        </button>
        <button type="button" className="button" onClick={() => leaving(close)}>
          {t(['取消', 'Cancel'])}
        </button>
      </footer>
    </div>
  );
}
