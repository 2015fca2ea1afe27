import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { reservedRoles } from '#kernel/language/permission.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useSession } from '#kernel/web/session/session.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { exportTenant } from '../tenant.calls.ts';

/** Button that starts a job for the archive of a company, by default the caller's own. */
export function TakeArchive({ of }: { of?: { readonly tenantId: string; readonly reason: string } }): ReactElement {
  const t = useT();
  const take = async (): Promise<void> => {
    if (
      !(await ask({
        title: t(['导出全部数据？', 'Export everything?']),
        text: t([
          '所有数据和附件打成一个压缩包，不含密码与密钥。完成后在“任务”里下载。',
          'All rows and files in one archive, without passwords and secrets. Fetch it from the jobs when it is there.',
        ]),
        yes: t(['导出', 'Export']),
      }))
    )
      return;
    await askCall(exportTenant, of ?? {});
    toast.good(t(['正在后台导出，完成后在“任务”里下载', 'It is being made; fetch it from the jobs when it is there']));
  };
  return (
    <button type="button" className="button" onClick={() => void take().catch(() => undefined)}>
      <Download size={15} aria-hidden /> {t(['导出全部数据', 'Export everything'])}
    </button>
  );
}

/** The button for the archive of one's own company, shown to its administrators. */
export function TakeOwnArchive(): ReactElement | null {
  const mayTake = useSession((state) => state.session?.roles.some((role) => reservedRoles.includes(role)) ?? false);
  return mayTake ? <TakeArchive /> : null;
}
