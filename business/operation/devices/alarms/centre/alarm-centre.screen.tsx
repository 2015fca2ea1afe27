import { BellOff } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
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
import { AlarmActs } from './alarm-acts.view.tsx';
import { AlarmCounts } from './alarm-counts.view.tsx';
import { AlarmRow } from './alarm-row.view.tsx';
import { AlarmSide } from './alarm-side.view.tsx';
import { byHomes, isGrave } from './alarm-order.rules.ts';
import type { AlarmFlow } from './alarm-flow.calls.ts';
import { useAlarms } from './use-alarms.view.tsx';
import './alarm-centre.css';

const EVERY_MS = 10_000;

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

/** Ages grow while nothing comes. */
function useClock(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

async function requestRepair(row: WireRow, t: ReturnType<typeof useT>): Promise<void> {
  const { repairNo, isJoined } = await askCall(alarmToRepair, { id: row.id });
  toast.good(t(isJoined ? [`已并入 ${repairNo}`, `Joined ${repairNo}`] : [`已建 ${repairNo}`, `Made ${repairNo}`]));
  refresh(alarm.name);
}

type Line = ReturnType<typeof ordered>[number];

/** Which alarm is current, which are picked, and what the keys do with them. */
function useHands(lines: readonly Line[], toggleAll: () => void) {
  const t = useT();
  const go = useNavigate();
  const [current, setCurrent] = useState<string | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const mayRepair = useMay(alarm)('toRepair');
  const acting = useActing(alarm, () => setPicked(new Set()));
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
  const device = (): void => {
    if (here?.deviceId) void go(`/matter/exampleDetail?id=${String(here.deviceId)}`);
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
    { keys: 'd', label: ['打开设备', 'Open the device'], run: device },
    { keys: 'Space', label: ['选中', 'Select'], run: pick },
    { keys: 'x', label: ['展开次要与提示', 'Show lesser ones'], run: toggleAll },
  ]);
  const may = (...names: string[]): boolean => verbFor(chosen, names) !== undefined;
  return { here, picked, setCurrent, act, may, repair, element: acting.element };
}

/** The lines of one part of the list; the current one opens below itself. */
function Lines({
  list,
  hands,
  flow,
}: {
  list: readonly Line[];
  hands: ReturnType<typeof useHands>;
  flow: AlarmFlow | undefined;
}): ReactElement {
  useClock();
  const repairs = new Map((flow?.repairs ?? []).map((one) => [one.id, one]));
  return (
    <ul>
      {list.map(({ id, row, householdId }, at) => (
        <AlarmRow
          key={id}
          row={row}
          isSameHome={at > 0 && householdId !== '' && list[at - 1].householdId === householdId}
          isCurrent={id === hands.here?.id}
          isPicked={hands.picked.has(id)}
          repair={repairs.get(String(row.repairFormId ?? ''))}
          choose={() => hands.setCurrent(id)}
        >
          {id === hands.here?.id ? <AlarmActs may={hands.may} act={hands.act} repair={hands.repair} /> : undefined}
        </AlarmRow>
      ))}
    </ul>
  );
}

/** Alarms as they come: grave ones first, of a home together, each a key away from what is done about it. */
export default function AlarmCentre(): ReactElement {
  const t = useT();
  const { rows, total, flow } = useAlarms();
  const [isAll, setAll] = useState(false);
  const open = ordered((rows ?? []).filter(isOpen));
  const shown = isAll ? open : open.filter((one) => isGrave(one));
  const holding = ordered((rows ?? []).filter((row) => !isOpen(row)));
  const hands = useHands([...shown, ...holding], () => setAll(!isAll));
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
      <AlarmCounts rows={rows ?? []} />
      <div className="alarm-columns">
        <main>
          <h2>
            {t([`未确认 ${open.length}`, `Unconfirmed ${open.length}`])}
            <small className="quiet">{t(['级别在前、最久在前', 'Grave first, oldest first'])}</small>
          </h2>
          {rows === undefined && (
            <p className="alarm-none" aria-busy="true">
              <i className="skeleton" style={{ width: 320 }} />
            </p>
          )}
          {rows && open.length === 0 && (
            <p className="alarm-none quiet">{t(['没有未确认的告警', 'No alarm is unconfirmed'])}</p>
          )}
          <Lines list={shown} hands={hands} flow={flow} />
          {open.some((one) => !isGrave(one)) && (
            <button type="button" className="alarm-fold" onClick={() => setAll(!isAll)}>
              {isAll
                ? t(['收起次要与提示', 'Hide lesser ones'])
                : t([`另有次要和提示 ${folded} 条折着`, `${folded} lesser ones are folded`])}
              <kbd>X</kbd>
            </button>
          )}
          <h2>{t([`已确认，仍在 ${holding.length}`, `Confirmed, holding ${holding.length}`])}</h2>
          <Lines list={holding} hands={hands} flow={flow} />
        </main>
        <AlarmSide flow={flow} />
      </div>
      {hands.element}
    </div>
  );
}
