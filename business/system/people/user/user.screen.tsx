import { LockOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { LivingSessions } from '#kernel/web/session/living-sessions.view.tsx';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { FreshPassword } from './fresh-password.view.tsx';
import { unlockAccounts } from './user.calls.ts';
import { user } from './user.paper.ts';

const Registration = withControls(() => import('./registration.view.tsx').then((module) => module.Registration));

/** Tab by which an administrator unlocks an account or resets its password. */
function Access({ row }: { row: Row<typeof user> }): ReactElement {
  const t = useT();

  async function unlock(): Promise<void> {
    await askCall(unlockAccounts, { userIds: [row.id] });
    toast.good(t(['已解锁', 'Unlocked']));
  }

  return (
    <div className="detail-own">
      <p className="quiet">
        {t([
          '新建的账号没有密码：重置一次，把显示的密码交给本人。',
          'A new account has no password: reset it once and hand over what is shown.',
        ])}
      </p>
      <p>
        <button type="button" className="button" onClick={() => void unlock()}>
          <LockOpen size={15} aria-hidden /> {t(['解锁账号', 'Unlock account'])}
        </button>
      </p>
      <FreshPassword
        call={`blade-system/user/reset-password?userIds=${row.id}`}
        title={[`重置 ${row.realName} 的密码？`, `Reset the password of ${row.realName}?`]}
      />
    </div>
  );
}

export default screen(user, {
  links: [
    {
      icon: 'shield-check',
      label: ['权限诊断', 'Permission explainer'],
      to: (row) => `/authority/permission?userId=${row.id}&resource=repairForm`,
    },
  ],
  detailTabs: [
    { key: 'access', label: ['账号', 'Access'], Content: Access },
    { key: 'sessions', label: ['登录设备', 'Devices'], Content: ({ row }) => <LivingSessions userId={row.id} /> },
    { key: 'registration', label: ['注册审核', 'Registration'], Content: ({ row }) => <Registration row={row} /> },
  ],
});
