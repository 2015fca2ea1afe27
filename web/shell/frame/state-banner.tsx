import { Eye, Hourglass } from 'lucide-react';
import { type ReactElement, useCallback, useState } from 'react';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { changeSession, useSession } from '#kernel/web/session/session.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMe } from './use-me.ts';

/** Return whether the database is unavailable. When it is back, repeat the failed queries. */
function useStorageAway(): boolean {
  const [isAway, setAway] = useState(false);
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type !== 'storage') return;
      setAway(event.away === true);
      if (event.away !== true)
        void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    }, []),
  );
  return isAway;
}

/**
 * A banner while nothing can be changed: the database is unavailable, an administrator views as somebody else, or the
 * company has expired.
 */
export function StateBanner(): ReactElement | null {
  const t = useT();
  const person = useSession((state) => state.session);
  const { data } = useMe();
  const isAway = useStorageAway();
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
  if (isAway)
    return (
      <div className="state-banner" role="status">
        <Hourglass size={15} aria-hidden />
        <span>
          {t([
            '数据库暂时连不上，恢复后自动继续，无需重新登录',
            'The database is away; work goes on when it is back, and you stay logged in',
          ])}
        </span>
      </div>
    );
  if (person?.viewedBy)
    return (
      <div className="state-banner" role="status">
        <Eye size={15} aria-hidden />
        <span>
          {t([
            `${person.viewedBy} 正以 ${person.name} 的身份查看，只能看不能改，全程留痕`,
            `${person.viewedBy} is viewing as ${person.name}: nothing can be changed, everything is logged`,
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
