import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useCall } from '#kernel/web/query/use-call.ts';
import { dayInWords, shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import { readHome } from '#business/intake/home/home.calls.ts';
import { clientApproveStatus, clientRole, serviceLevel } from '../dictionaries.ts';
import type { HomeNow } from '../households/household.calls.ts';
import { HomeAlarms } from './home-alarms.view.tsx';
import { HomeMonth } from './home-month.view.tsx';
import { member } from '../members/member.paper.ts';

const LAST_VISITS = 6;

/** The last visits to the customer as a line, oldest first. */
export function ServiceLine({ fileId }: { fileId: string }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { data } = useCall(readHome, { id: fileId }, { quiet: true, retry: false });
  const visits = (data?.events ?? [])
    .filter((one) => one.kind === 'visit' || one.kind === 'work')
    .slice(0, LAST_VISITS);
  if (!data) return null;
  return (
    <section>
      <header className="now-part">
        <h2>{t(['服务', 'Service'])}</h2>
        <span className="spring" />
        <Link to={`/maintenance/home/${fileId}`}>{t(['一户一档里看全部', 'All of it on the home card'])}</Link>
      </header>
      {visits.length ? (
        <ol className="now-line">
          {visits.toReversed().map((one) => (
            <li key={one.id} data-tone={one.tone}>
              <small className="quiet">{dayInWords(one.at.slice(0, 10), language)}</small>
              <Link to={one.to}>{t(one.title)}</Link>
              <small className="quiet">{t(one.detail)}</small>
            </li>
          ))}
        </ol>
      ) : (
        <p className="now-none quiet">{t(['还没有上门记录', 'Nobody was there yet'])}</p>
      )}
    </section>
  );
}

/** Members of the home, with buttons for their actions. */
export function HomeMembers({ now }: { now: HomeNow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const maySee = useMay(member)('view');
  const { home } = now;
  return (
    <aside className="now-right">
      <HomeAlarms householdId={home.id} />
      <section>
        <header className="now-part">
          <h2>{t(['成员', 'Members'])}</h2>
          <span className="quiet">{now.members.length}</span>
          <span className="spring" />
          {maySee && <Link to={`/operation/client?householdId=${home.id}`}>{t(['管理', 'Manage'])}</Link>}
        </header>
        {now.members.length ? (
          <ul className="now-members">
            {now.members.map((one) => (
              <li key={one.id}>
                <span className="avatar" aria-hidden>
                  {String(one.name).slice(0, 1)}
                </span>
                <b>{one.name}</b>
                <small className="quiet">
                  <KeyWord of={clientRole} value={String(one.clientRole)} />
                </small>
                {one.approveStatus === 'approved' ? (
                  <small className="quiet">
                    {one.lastLoginTime
                      ? shortMoment(String(one.lastLoginTime), language)
                      : t(['没有登录过', 'Never logged in'])}
                  </small>
                ) : (
                  <KeyPill of={clientApproveStatus} value={String(one.approveStatus)} />
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className="now-none quiet">{t(['还没有成员', 'No members yet'])}</p>
        )}
      </section>
      <section>
        <header className="now-part">
          <h2>{t(['住址', 'Address'])}</h2>
        </header>
        <dl className="now-address-facts">
          <dt>{t(['地址', 'Address'])}</dt>
          <dd>
            <Link to={`/operation/roomAddress?id=${home.roomAddressId}`}>{home._names?.roomAddressId}</Link>
          </dd>
          {now.address?._names?.areaCode && (
            <>
              <dt>{t(['区域', 'Region'])}</dt>
              <dd>{now.address._names.areaCode}</dd>
            </>
          )}
          {now.address?.areaSize && (
            <>
              <dt>{t(['面积', 'Area'])}</dt>
              <dd>{Number(now.address.areaSize)} ㎡</dd>
            </>
          )}
          <dt>{t(['服务等级', 'Service level'])}</dt>
          <dd>
            <KeyWord of={serviceLevel} value={String(home.serviceLevel || 'normal')} />
          </dd>
          {home.remark && (
            <>
              <dt>{t(['备注', 'Remark'])}</dt>
              <dd>{home.remark}</dd>
            </>
          )}
        </dl>
      </section>
      <HomeMonth id={home.id} />
    </aside>
  );
}
