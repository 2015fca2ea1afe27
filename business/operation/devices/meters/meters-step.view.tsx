import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { ChangeMeter } from '#business/iot/records/meters/change-meter.view.tsx';
import { metersAtDoor } from './meters-at-door.calls.ts';
import './meters.css';

/**
 * Step of a completion that lists the meters in the home, with a form to record an exchange. Nothing is shown without
 * meters.
 */
export default function MetersStep({ visitId }: { readonly visitId: string }): ReactElement | null {
  const t = useT();
  const { data = [] } = useCall(metersAtDoor, { visitId }, { quiet: true, retry: false });
  if (data.length === 0) return null;
  return (
    <section className="day-block">
      <header className="day-block-head">
        <h2>{t(['换表', 'Meters'])}</h2>
        <small className="quiet">{t(['换过表才登记', 'Only where one was exchanged'])}</small>
      </header>
      <ul className="door-meters">
        {data.map((one) => (
          <li key={one.deviceId}>
            <span>
              <b>{one.deviceName}</b> <small className="quiet">{one.home}</small>
              <br />
              <small className="quiet">
                {t(one.counter)} {one.shown}
                {one.changedAt && t([`　上次换表 ${one.changedAt}`, ` · changed ${one.changedAt}`])}
              </small>
            </span>
            <ChangeMeter deviceId={one.deviceId} />
          </li>
        ))}
      </ul>
    </section>
  );
}
