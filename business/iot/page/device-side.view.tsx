import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { isEmpty } from '#kernel/fields/kind.ts';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { device } from '../devices/device.paper.ts';
import { LookBack } from '../records/look-back/look-back.view.tsx';
import { lastMessages } from '../values/values.calls.ts';

function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The model, gateway, home, room and firmware of a device. */
export function Belonging({ row, home }: { row: WireRow | undefined; home: WireRow | undefined }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const label = (name: keyof typeof device.fields): string => t(device.fields[name].label);
  const named = (name: string): string => String(row?._names?.[name] ?? '');
  return (
    <section>
      <h2>
        {t(['归属', 'Where it belongs'])}
        <span className="spring" />
        {row && (
          <Link to={`/matter/example?id=${row.id}`} className="device-more">
            {t(['详情', 'Record'])}
          </Link>
        )}
      </h2>
      <dl className="device-facts">
        <Fact label={label('modelId')}>
          {row && <Link to={`/matter/model?id=${String(row.modelId)}`}>{named('modelId')}</Link>}
        </Fact>
        {row && !isEmpty(row.parentId) && (
          <Fact label={label('parentId')}>
            <Link to={`/matter/exampleDetail?id=${String(row.parentId)}`}>{named('parentId')}</Link>
          </Fact>
        )}
        <Fact label={label('householdId')}>
          {row && isEmpty(row.householdId) ? (
            <span className="quiet">{t(['没有绑定家庭', 'Not in a home'])}</span>
          ) : (
            <Link to={`/operation/household?id=${String(row?.householdId ?? '')}`}>
              {String(home?.householdName ?? named('householdId'))}
            </Link>
          )}
        </Fact>
        {row && !isEmpty(row.roomId) && <Fact label={label('roomId')}>{named('roomId')}</Fact>}
        {row &&
          (['firmwareVersion', 'mac', 'serialNumber', 'lastOnlineTime', 'activateTime'] as const)
            .filter((name) => !isEmpty(row[name]))
            .map((name) => (
              <Fact key={name} label={label(name)}>
                {cellOf(row, name, device.fields[name], language)}
              </Fact>
            ))}
      </dl>
      {row && !isEmpty(row.ownedSince) && (
        <p className="device-links">
          <LookBack id={String(row.id)} />
        </p>
      )}
    </section>
  );
}

/** The last messages of a device, newest first. */
export function LastMessages({ id, isPaused }: { id: string; isPaused: boolean }): ReactElement {
  const t = useT();
  const { data } = useCall(lastMessages, { deviceId: id }, { enabled: id !== '', quiet: true });
  return (
    <section>
      <h2>
        {t(['最近报文', 'Last messages'])}
        {isPaused && <small className="quiet">{t(['已暂停', 'Paused'])}</small>}
      </h2>
      {data?.length === 0 && <p className="quiet device-none">{t(['还没有报文', 'No message yet'])}</p>}
      <ol className="device-messages">
        {data?.map((one) => (
          <li key={`${one.ts} ${one.kind} ${one.words[0]}`} data-kind={one.kind}>
            <time>{momentOf(new Date(one.ts)).slice(11)}</time>
            <span>
              {t(
                one.kind === 'values' ? ['属性', 'Values'] : one.kind === 'event' ? ['事件', 'Event'] : ['日志', 'Log'],
              )}
            </span>
            <span>{t(one.words)}</span>
          </li>
        ))}
      </ol>
      <p className="device-links">
        <Link to={`/iot/event?deviceId=${id}`}>{t(['全部事件', 'All events'])}</Link>
        <Link to={`/iot/online?deviceId=${id}`}>{t(['上下线', 'Connection history'])}</Link>
        <Link to={`/iot/log?deviceId=${id}`}>{t(['设备日志', 'Device log'])}</Link>
        <Link to={`/iot/meterChange?deviceId=${id}`}>{t(['换表记录', 'Meter changes'])}</Link>
      </p>
    </section>
  );
}
