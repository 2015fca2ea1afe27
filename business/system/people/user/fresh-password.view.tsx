import { KeyRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { postJson } from '#kernel/web/http/http.ts';
import { useT } from '#kernel/web/i18n/words.ts';

interface FreshPasswordProps {
  /** Path and query of the call that sets a new password and returns it by account. */ readonly call: string;
  readonly title: Label;
}

/** Button that sets a fresh password and shows it once. It must be changed at the next login. */
export function FreshPassword({ call, title }: FreshPasswordProps): ReactElement {
  const t = useT();
  const [shown, setShown] = useState<readonly [account: string, password: string] | null>(null);

  async function reset(): Promise<void> {
    if (
      !(await ask({
        title: t(title),
        text: t([
          '他会被退出登录，下次登录须改密码。',
          'The person is logged out and must choose a new one at the next login.',
        ]),
      }))
    )
      return;
    setShown(Object.entries(await postJson<Record<string, string>>(call))[0] ?? null);
  }

  return (
    <>
      <p>
        <button type="button" className="button" onClick={() => void reset()}>
          <KeyRound size={15} aria-hidden /> {t(['重置密码', 'Reset password'])}
        </button>
      </p>
      {shown && (
        <p role="status">
          {t([`账号 ${shown[0]}，新密码（只显示这一次）：`, `Account ${shown[0]}, new password (shown this once): `])}
          <code>{shown[1]}</code>
        </p>
      )}
    </>
  );
}
