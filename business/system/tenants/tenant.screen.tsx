import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { Download } from 'lucide-react';
import { post } from '#kernel/web/http/http.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { screen } from '#kernel/web/papers/screens.ts';
import { useT } from '#kernel/web/words/words.ts';
import { FreshPassword } from '../people/user/fresh-password.view.tsx';
import { tenant } from './tenant.paper.ts';

/** How the first person of a company gets in. */
function Administrator({ row }: { row: Row<typeof tenant> }): ReactElement {
  const t = useT();
  async function takeAll(): Promise<void> {
    await post('blade-system/tenant/export', { tenantId: row.tenantId, reason: t(['平台管理员导出', 'By the platform']) });
    toast.good(t(['正在后台导出，完成后在“任务”里下载', 'It is being made; fetch it from the jobs when it is there']));
  }
  return (
    <div className="detail-own">
      <p className="quiet">{t([`新租户自带角色、字典、菜单和账号 admin。重置一次密码，连同租户编号 ${row.tenantId} 交给对方。`, `A new tenant comes with roles, dictionaries, menus and the account “admin”. Reset its password once and hand it over with the tenant id ${row.tenantId}.`])}</p>
      <p><button type="button" className="button" onClick={() => void takeAll()}><Download size={15} aria-hidden /> {t(['导出全部数据', 'Export everything'])}</button></p>
      <FreshPassword call={`blade-system/tenant/reset-administrator?id=${row.id}`} title={[`重置 ${row.tenantName} 管理员的密码？`, `Reset the password of the administrator of ${row.tenantName}?`]} />
    </div>
  );
}

export default screen(tenant, { detailTabs: [{ key: 'administrator', label: ['管理员', 'Administrator'], Content: Administrator }] });
