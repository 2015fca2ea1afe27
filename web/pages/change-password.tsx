import { type FormEvent, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';

type Name = 'oldPassword' | 'newPassword' | 'newPassword1';

const fields: readonly [Name, Label, string][] = [
  ['oldPassword', ['原密码', 'Current password'], 'current-password'],
  ['newPassword', ['新密码', 'New password'], 'new-password'],
  ['newPassword1', ['再输一次新密码', 'New password again'], 'new-password'],
];
const empty: Record<Name, string> = { oldPassword: '', newPassword: '', newPassword1: '' };

/**
 * Form for a new password. Passwords are sent in clear in the body, so that the server can check the strength of the
 * new one.
 */
export function ChangePassword({ onDone }: { onDone?: () => void }): ReactElement {
  const t = useT();
  const [given, setGiven] = useState(empty);
  const [problem, setProblem] = useState<{ field: Name; text: string } | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = fields.find(([name]) => !given[name]);
    if (missing)
      return setProblem({
        field: missing[0],
        text: t([`请输入${missing[1][0]}`, `Enter: ${missing[1][1].toLowerCase()}`]),
      });
    if (given.newPassword !== given.newPassword1)
      return setProblem({ field: 'newPassword1', text: t(['两次密码输入不一致', 'The two passwords differ']) });
    try {
      await postJson('blade-system/user/update-password', given, { quiet: true });
      setGiven(empty);
      toast.good(t(['操作成功!', 'Password changed']));
      onDone?.();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const named = error.fields.find((one) => fields.some(([name]) => name === one.field));
      setProblem({
        field:
          (named?.field as Name | undefined) ??
          (/old|原/.test(error.reason + error.message) ? 'oldPassword' : 'newPassword'),
        text: named?.msg ?? error.message,
      });
    }
  };
  return (
    <form className="info-form" onSubmit={(event) => void save(event)}>
      {fields.map(([name, label, complete]) => (
        <div key={name} className="plain-field">
          <label htmlFor={name}>{t(label)}</label>
          <input
            id={name}
            className="plain-input"
            type="password"
            autoComplete={complete}
            value={given[name]}
            aria-invalid={problem?.field === name}
            onChange={(event) => {
              setProblem(null);
              setGiven((now) => ({ ...now, [name]: event.target.value }));
            }}
          />
          {problem?.field === name && (
            <p className="field-problem" role="alert">
              {problem.text}
            </p>
          )}
        </div>
      ))}
      <div>
        <button type="submit" className="button strong">
          {t(['修改密码', 'Change password'])}
        </button>
      </div>
    </form>
  );
}
