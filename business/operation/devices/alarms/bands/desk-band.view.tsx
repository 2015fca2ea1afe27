import { Activity } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import type { ToldFault } from '#business/intake/desk/live/desk-places.view.tsx';
import { repairStatus } from '#business/intake/dictionaries.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { alarmSparks } from '#business/iot/alarms/curve/curve.calls.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { type CurrentAlarm, currentAlarms } from '../current/current.calls.ts';
import './desk-band.css';

const EVERY_MS = 30_000;
/** Maximal number of alarms shown in full; the rest is only counted. */
const MOST = 2;

function Fault({
  one,
  spark,
  isFirst,
  fill,
}: {
  one: CurrentAlarm;
  spark: readonly (number | null)[];
  isFirst: boolean;
  fill: () => void;
}): ReactElement {
  const t = useT();
  const row = one as unknown as WireRow;
  const lasts = spanWords(sinceMoment(String(row.startTime)) / 1000);
  return (
    <div className="desk-fault" data-level={String(row.level)}>
      <Activity size={16} aria-hidden />
      <div>
        <p>
          <b>
            {t([
              `${row._names?.deviceId ?? '设备'}正在报故障`,
              `${row._names?.deviceId ?? 'A device'} reports a fault`,
            ])}
          </b>{' '}
          <Link to={`/iot/alarmRecord?id=${row.id}`}>{String(row.title)}</Link>
        </p>
        <p>
          {String(row.detail)} {t([`已 ${lasts[0]}`, `for ${lasts[1]}`])}
        </p>
      </div>
      <SparkLine values={spark} width={130} height={36} />
      {one.openForm ? (
        <Link className="desk-fault-order" to={`/maintenance/asrepairform?id=${one.openForm.id}`}>
          {t(['已有', 'Open:'])} {one.openForm.repairNo} <KeyWord of={repairStatus} value={one.openForm.repairStatus} />
        </Link>
      ) : (
        <button
          type="button"
          className="button"
          disabled={!one.preview}
          title={
            one.preview
              ? undefined
              : t(['这一户没有关联客户，或您不能建报修', 'Its home has no customer, or you may not make requests'])
          }
          onClick={fill}
        >
          {t(['填入故障', 'Fill in'])}
          {isFirst && <kbd>Alt F</kbd>}
        </button>
      )}
    </div>
  );
}

/**
 * Open alarms in the homes of the customer on the phone. Selecting an alarm copies its data into the new repair
 * request. Nothing is shown without alarms.
 */
export default function DeskBand({
  customerId,
  fill,
}: {
  readonly customerId: string;
  readonly fill: (fault: ToldFault) => void;
}): ReactElement | null {
  const t = useT();
  const may = useMay(alarm)('view');
  const { data } = useCall(
    currentAlarms,
    { customerId },
    { quiet: true, retry: false, enabled: may && customerId !== '', refetchInterval: EVERY_MS },
  );
  const open = (data ?? []).filter((one) => one.alarmStatus !== 'suppressed');
  const shown = open.slice(0, MOST);
  const { data: sparks } = useCall(
    alarmSparks,
    { ids: shown.map((one) => one.id) },
    { quiet: true, enabled: shown.length > 0 },
  );
  const put = (one: CurrentAlarm | undefined): void => {
    if (!one?.preview || one.openForm) return;
    const { equipmentId, repairType, faultCategory, description, urgency } = one.preview;
    fill({ alarmId: one.id, equipmentId, repairType, faultCategory, description, urgency });
  };
  useKeys([{ keys: 'Alt+f', label: ['填入故障', 'Fill in the fault'], typing: true, run: () => put(shown[0]) }], {
    off: !shown[0]?.preview,
  });
  if (shown.length === 0) return null;
  return (
    <section className="desk-faults" aria-label={t(['设备正在报的故障', 'What devices report'])}>
      {shown.map((one, at) => (
        <Fault
          key={one.id}
          one={one}
          spark={sparks?.find(({ id }) => id === one.id)?.points ?? []}
          isFirst={at === 0}
          fill={() => put(one)}
        />
      ))}
      {open.length > MOST && (
        <p className="quiet">{t([`还有 ${open.length - MOST} 条告警`, `${open.length - MOST} more alarms`])}</p>
      )}
    </section>
  );
}
