import { BellOff, Check, CircleSlash, ClipboardPlus, AlarmClockOff } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type NamedAction, useActing } from '#kernel/web/actions/actions.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { refresh } from '#kernel/web/query/client.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { alarmToRepair } from '../alarm-repair.calls.ts';
import { AlarmLevel, AlarmRow } from './alarm-row.view.tsx';
import { AlarmSide } from './alarm-side.view.tsx';
import { byHomes, isGrave } from './alarm-order.rules.ts';
import { useAlarms } from './use-alarms.view.tsx';
import './alarm-centre.css';

const EVERY_MS = 10_000;
const LEVELS = ['critical', 'major', 'minor', 'info'] as const;

const ordered = (rows: readonly WireRow[]) =>
  byHomes(
    rows.map((row) => ({
      id: row.id,
      level: String(row.level),
      startTime: String(row.startTime),
      householdId: String(row.householdId || ''),
      row,
    })),
  );

const isOpen = ({ alarmStatus }: WireRow): boolean => alarmStatus === 'active' || alarmStatus === 'recovered';

/** What may be done with rows: the first verb of several that share a key which they all allow. */
const verbFor = (rows: readonly WireRow[], names: readonly string[]): NamedAction | undefined => {
  const name = names.find((one) => rows.length > 0 && rows.every((row) => row._can?.includes(one)));
  return name ? ([name, (alarm.lifecycle!.actions as Record<string, NamedAction[1]>)[name]] as NamedAction) : undefined;
};

function useNow(): number {
  const [now, setNow] = useState(() => serverNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow().getTime()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

async function requestRepair(row: WireRow, t: ReturnType<typeof useT>): Promise<void> {
  const { repairNo, isJoined } = await askCall(alarmToRepair, { id: row.id });
  toast.good(t(isJoined ? [`已并入 ${repairNo}`, `Joined ${repairNo}`] : [`已建 ${repairNo}`, `Made ${repairNo}`]));
  refresh(alarm.name);
}

/** Alarms as they come: grave ones first, of a home together, each a key away from what is done about it. */
export default function AlarmCentre(): ReactElement {
  const t = useT();
  const go = useNavigate();
  const now = useNow();
  const { rows, total, flow } = useAlarms();
  const [current, setCurrent] = useState<string | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const mayRepair = useMay(alarm)('toRepair');
  const acting = useActing(alarm, () => setPicked(new Set()));
  const open = ordered((rows ?? []).filter(isOpen));
  const shown = isAll ? open : open.filter((one) => isGrave(one));
  const holding = ordered((rows ?? []).filter((row) => !isOpen(row)));
  const lines = [...shown, ...holding];
  const at = Math.max(
    0,
    lines.findIndex((one) => one.id === current),
  );
  const here = lines[at]?.row;
  const chosen = picked.size > 0 ? lines.filter((one) => picked.has(one.id)).map((one) => one.row) : here ? [here] : [];
  const move = (by: number): void => setCurrent(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.id ?? null);
  const act = (...names: string[]): void => {
    const verb = verbFor(chosen, names);
    if (verb) acting.run(verb, chosen);
    else toast.bad(t(['这些告警现在不能这样做', 'This cannot be done with these alarms now']));
  };
  const repair = (): void => {
    if (here && mayRepair) void requestRepair(here, t).catch(() => undefined);
  };
  const pick = (): void => {
    if (!here) return;
    const next = new Set(picked);
    if (!next.delete(here.id)) next.add(here.id);
    setPicked(next);
  };
  useKeys([
    { keys: 'j', label: ['下一条', 'Next'], run: () => move(1) },
    { keys: 'k', label: ['上一条', 'Previous'], run: () => move(-1) },
    { keys: 'ArrowDown', label: ['下一条', 'Next'], silent: true, run: () => move(1) },
    { keys: 'ArrowUp', label: ['上一条', 'Previous'], silent: true, run: () => move(-1) },
    { keys: 'a', label: ['确认', 'Confirm'], run: () => act('confirm', 'close') },
    { keys: 't', label: ['转报修', 'Request a repair'], run: repair },
    { keys: 'r', label: ['解除', 'Release'], run: () => act('release') },
    { keys: 's', label: ['搁置', 'Shelve'], run: () => act('shelve') },
    {
      keys: 'd',
      label: ['打开设备', 'Open the device'],
      run: () => here?.deviceId && void go(`/matter/exampleDetail?id=${String(here.deviceId)}`),
    },
    { keys: 'Space', label: ['选中', 'Select'], run: pick },
    { keys: 'x', label: ['展开次要与提示', 'Show lesser ones'], run: () => setAll(!isAll) },
  ]);
  const repairs = new Map((flow?.repairs ?? []).map((one) => [one.id, one]));
  const line = (list: typeof lines, index: number): ReactElement => {
    const { id, row, householdId } = list[index];
    const isCurrent = id === here?.id;
    return (
      <AlarmRow
        key={id}
        row={row}
        isSameHome={index > 0 && householdId !== '' && list[index - 1].householdId === householdId}
        isCurrent={isCurrent}
        isPicked={picked.has(id)}
        now={now}
        repair={repairs.get(String(row.repairFormId ?? ''))}
        choose={() => setCurrent(id)}
      >
        {isCurrent ? (
          <div className="alarm-acts">
            <span className="spring" />
            <button
              type="button"
              className="button"
              disabled={!verbFor(chosen, ['release'])}
              onClick={() => act('release')}
            >
              <CircleSlash size={15} aria-hidden />
              {t(['解除', 'Release'])}
              <kbd>R</kbd>
            </button>
            <button
              type="button"
              className="button"
              disabled={!verbFor(chosen, ['shelve'])}
              onClick={() => act('shelve')}
            >
              <AlarmClockOff size={15} aria-hidden />
              {t(['搁置', 'Shelve'])}
              <kbd>S</kbd>
            </button>
            <button
              type="button"
              className="button"
              disabled={!verbFor(chosen, ['confirm', 'close'])}
              onClick={() => act('confirm', 'close')}
            >
              <Check size={15} aria-hidden />
              {t(['确认', 'Confirm'])}
              <kbd>A</kbd>
            </button>
            {mayRepair && (
              <button type="button" className="button strong" onClick={repair}>
                <ClipboardPlus size={15} aria-hidden />
                {t(['转报修', 'Request a repair'])}
                <kbd>T</kbd>
              </button>
            )}
          </div>
        ) : undefined}
      </AlarmRow>
    );
  };
  const folded = open.length - shown.length;
  return (
    <div className="alarm-centre">
      <header className="page-head">
        <h1>{t(['告警中心', 'Alarm centre'])}</h1>
        <small className="quiet">{t([`${total} 条未结`, `${total} open`])}</small>
        <span className="spring" />
        <Link className="button" to="/iot/alarmSuppression">
          <BellOff size={15} aria-hidden />
          {t(['抑制规则', 'Suppressions'])}
        </Link>
      </header>
      <div className="alarm-counts">
        {LEVELS.map((level) => (
          <Link key={level} to={`/iot/alarmRecord?alarmStatus_in=active&level=${level}`}>
            <AlarmLevel level={level} />
            <b>{open.filter((one) => one.level === level && one.row.alarmStatus === 'active').length}</b>
          </Link>
        ))}
        <Link to="/iot/alarmRecord?alarmStatus=recovered">
          <span>{t(['已恢复，未确认', 'Recovered, unconfirmed'])}</span>
          <b>{open.filter((one) => one.row.alarmStatus === 'recovered').length}</b>
        </Link>
        <Link to="/iot/alarmRecord?alarmStatus=confirmed">
          <span>{t(['已确认，仍在', 'Confirmed, holding'])}</span>
          <b>{holding.length}</b>
        </Link>
      </div>
      <div className="alarm-columns">
        <main>
          {rows === undefined ? (
            <p className="alarm-none" aria-busy="true">
              <i className="skeleton" style={{ width: 320 }} />
            </p>
          ) : (
            <>
              <h2>
                {t([`未确认 ${open.length}`, `Unconfirmed ${open.length}`])}
                <small className="quiet">{t(['级别在前、最久在前', 'Grave first, oldest first'])}</small>
              </h2>
              {open.length === 0 && (
                <p className="alarm-none quiet">{t(['没有未确认的告警', 'No alarm is unconfirmed'])}</p>
              )}
              <ul>{shown.map((_, index) => line(shown, index))}</ul>
              {open.some((one) => !isGrave(one)) && (
                <button type="button" className="alarm-fold" onClick={() => setAll(!isAll)}>
                  {isAll
                    ? t(['收起次要与提示', 'Hide lesser ones'])
                    : t([`另有次要和提示 ${folded} 条折着`, `${folded} lesser ones are folded`])}
                  <kbd>X</kbd>
                </button>
              )}
              <h2>{t([`已确认，仍在 ${holding.length}`, `Confirmed, holding ${holding.length}`])}</h2>
              <ul>{holding.map((_, index) => line(holding, index))}</ul>
            </>
          )}
        </main>
        <AlarmSide flow={flow} />
      </div>
      {acting.element}
    </div>
  );
}
