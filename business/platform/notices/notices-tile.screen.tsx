import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useCall } from '#kernel/web/query/use-call.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { recentNotices } from './notice-receipt.calls.ts';

const PAGE = '/desk/my-notices';
const SHOWN = 5;

/** Tile of the workbench with the newest notices, unread ones marked. */
export default function NoticesTile(): ReactElement {
  const t = useT();
  const { data } = useCall(recentNotices, {}, { staleTime: 60_000 });
  return (
    <>
      <h2>
        {t(['公告', 'Notices'])}{' '}
        {data && data.unread > 0 && (
          <small className="quiet">{t([`未读 ${data.unread}`, `${data.unread} unread`])}</small>
        )}
        <Link to={PAGE}>{t(['全部', 'All'])}</Link>
      </h2>
      <ul className="work-notices">
        {data?.notices.slice(0, SHOWN).map((one) => (
          <li key={one.id} data-unread={!one.readTime}>
            <Link to={`${PAGE}?id=${one.id}`}>
              <b>{one.title}</b>
              <small className="quiet">{one.releaseTime && shortMoment(one.releaseTime)}</small>
            </Link>
          </li>
        ))}
      </ul>
      {data?.notices.length === 0 && <p className="quiet">{t(['没有公告', 'No notices'])}</p>}
    </>
  );
}
