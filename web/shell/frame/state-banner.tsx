import { Eye, Hourglass } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { postJson } from '#kernel/web/http/http.ts';
import { changeSession, useSession } from '#kernel/web/session/session.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMe } from './use-me.ts';

/** Says for as long as it is so that nothing can be changed: somebody looks through another's eyes, or the company has expired. */
export function StateBanner(): ReactElement | null {
  const t = useT();
  const person = useSession((state) => state.session);
  const { data } = useMe();
  const [busy, setBusy] = useState(false);
  async function stop(): Promise<void> {
    setBusy(true);
    try {
      const own = await postJson<{ realName: string; aliases: string }>('blade-system/permission/view-as/stop');
      changeSession({ name: own.realName, roles: own.aliases.split(','), viewedBy: undefined });
      location.assign('/');
    } finally {
      setBusy(false);
    }
  }
  if (person?.viewedBy)
    return (
      <div className="state-banner" role="status">
        <Eye size={15} aria-hidden />
        <span>
          {t([
            `${person.viewedBy} 正以 ${person.name} 的身份查看，只能看不能改，全程留痕`,
            `${person.viewedBy} looks through the eyes of ${person.name}: nothing can be changed, everything is logged`,
          ])}
        </span>
        <button type="button" className="button" disabled={busy} onClick={() => void stop()}>
          {t(['结束', 'End'])}
        </button>
      </div>
    );
  if (data?.still === 'expired')
    return (
      <div className="state-banner" role="status">
        <Hourglass size={15} aria-hidden />
        <span>
          {t([
            '公司已到期，目前只读；请联系平台续期',
            'The company has expired: it can be read, not changed, until it is renewed',
          ])}
        </span>
      </div>
    );
  return null;
}
