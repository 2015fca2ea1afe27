import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { alarmCurve } from '#business/iot/alarms/curve/curve.calls.ts';
import { AlarmLevel } from '#business/iot/alarms/alarm/alarm-level.view.tsx';
import { alarmInsight } from '../insight/insight.calls.ts';
import { DoorReset } from './door-reset.view.tsx';
import { DoorReadings } from './door-readings.view.tsx';
import { type DoorVerdict, doorVerdict } from './door.calls.ts';
import './door.css';

const EVERY_MS = 15_000;

/** One device of the order: its alarm, current values, probable causes and remedy. */
function Device({ of, isWorking }: { of: DoorVerdict; isWorking: boolean }): ReactElement {
  const t = useT();
  const { data: curve } = useCall(alarmCurve, { id: of.alarmId }, { quiet: true, of: 'row' });
  const { data: insight } = useCall(alarmInsight, { id: of.alarmId }, { quiet: true, of: 'row', retry: false });
  return (
    <div className="door">
      <p className="door-what">
        <AlarmLevel level={of.level} /> <b>{of.deviceName}</b> {t(of.title)}
        <small>{t(of.isHolding ? ['还在报', 'still on'] : ['已消失', 'gone'])}</small>
      </p>
      <DoorReadings of={of} startedAt={curve?.startedAt ?? null} />
      {insight && insight.likely.length > 0 && (
        <p>
          {t(['多半是', 'Most likely'])}{' '}
          {insight.likely.map((one) => `${t(one.words)} ${Math.round(one.share * 100)}%`).join(t(['，', ', ']))}
        </p>
      )}
      {insight?.fault && t(insight.fault.solution) && <p className="door-solution">{t(insight.fault.solution)}</p>}
      {isWorking && <DoorReset deviceId={of.deviceId} />}
    </div>
  );
}

/** Current values of the devices that the order of a visit is about; nothing if none has values. */
export default function DoorBlock({
  visitId,
  isWorking,
}: {
  readonly visitId: string;
  readonly isWorking: boolean;
}): ReactElement | null {
  const t = useT();
  const { data } = useCall(doorVerdict, { visitId }, { quiet: true, retry: false, refetchInterval: EVERY_MS });
  if (!data?.length) return null;
  return (
    <section className="day-block">
      <h2>{t(['设备实况', 'Live values'])}</h2>
      {data.map((one) => (
        <Device key={one.alarmId} of={one} isWorking={isWorking} />
      ))}
    </section>
  );
}
