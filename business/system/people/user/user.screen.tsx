import { KeyRound, LockOpen } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { post } from '#kernel/web/http/http.ts';
import { screen } from '#kernel/web/papers/screens.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/words/words.ts';
import { user } from './user.paper.ts';

/** What an administrator does with somebody's way in. A fresh password is shown once, here, and must be changed at the next login. */
function Access({ row }: { row: Row<typeof user> }): ReactElement {
  const t = useT();
  const [fresh, setFresh] = useState('');

  async function reset(): Promise<void> {
    if (!await ask({ title: t([`重置 ${row.realName} 的密码？`, `Reset the password of ${row.realName}?`]), text: t(['他会被退出登录，下次登录须改密码。', 'The person is logged out and must choose a new one at the next login.']) })) return;
    const shown = await post<Record<string, string>>(`blade-system/user/reset-password?userIds=${row.id}`);
    setFresh(shown[row.account] ?? '');
  }

  async function unlock(): Promise<void> {
    await post(`blade-system/user/unlock?userIds=${row.id}`);
    toast.good(t(['已解锁', 'Unlocked']));
  }

  return (
    <div className="detail-own">
      <p className="quiet">{t(['新建的账号没有密码：重置一次，把显示的密码交给本人。', 'A new account has no password: reset it once and hand over what is shown.'])}</p>
      <p>
        <button type="button" className="button" onClick={() => void reset()}><KeyRound size={15} aria-hidden /> {t(['重置密码', 'Reset password'])}</button>{' '}
        <button type="button" className="button" onClick={() => void unlock()}><LockOpen size={15} aria-hidden /> {t(['解锁账号', 'Unlock account'])}</button>
      </p>
      {fresh && <p role="status">{t(['新密码（只显示这一次）：', 'New password (shown this once): '])}<code>{fresh}</code></p>}
    </div>
  );
}

export default screen(user, { detailTabs: [{ key: 'access', label: ['账号', 'Access'], Content: Access }] });
