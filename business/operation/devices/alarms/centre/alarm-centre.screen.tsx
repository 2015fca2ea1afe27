import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { PaperDetail } from '#kernel/web/detail/paper-detail.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useLineState } from '#kernel/web/realtime/line-state.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useReadable } from '#kernel/web/registry/papers.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { BatchActs } from './list/alarm-acts.view.tsx';
import { AlarmCounts } from './alarm-counts.view.tsx';
import { type AlarmFlow, type AlarmOrder, alarmFlow, alarmOrders, alarmRecent } from './alarm-flow.calls.ts';
import { AlarmList } from './list/alarm-list.view.tsx';
import { byHomes, foldable } from './alarm-order.rules.ts';
import { AlarmSide } from './side/alarm-side.view.tsx';
import { CentreHead } from './centre-head.view.tsx';
import { type AlarmLine, type Alarms, lineOf, useAlarms } from './use-alarms.view.tsx';
import { type Hands, useHands } from './use-hands.view.tsx';
import { useSteadyScroll } from './list/use-steady-scroll.view.tsx';
import { useWall } from './use-wall.view.tsx';
import './alarm-centre.css';
import './alarm-centre-forms.css';

const EVERY_MS = 15_000;
/** Interval of reloading the changes of the last minute. */
const RECENT_MS = 5000;

/** Foot of the page: keys of the actions or, with a selection, buttons for the selected alarms. */
function Foot({ hands }: { hands: Hands }): ReactElement {
  const t = useT();
  if (hands.picked.size > 0)
    return (
      <footer className="alarm-foot" data-batch="true">
        <BatchActs hands={hands} />
      </footer>
    );
  return (
    <footer className="alarm-foot">
      {(
        [
          ['↑↓', ['移动', 'move']],
          ['A', ['确认', 'confirm']],
          ['T', ['转报修', 'request a repair']],
          ['R', ['解除', 'release']],
          ['S', ['搁置', 'shelve']],
          ['V', hands.remedy.name === null ? ['处理办法', 'what to do'] : [hands.remedy.name, hands.remedy.name]],
          ['D', ['打开设备', 'device']],
          ['Space', ['选中', 'select']],
        ] as readonly (readonly [string, Label])[]
      ).map(([key, label]) => (
        <span key={key}>
          <kbd>{key}</kbd> {t(label)}
        </span>
      ))}
      <span className="spring" />
      <span className="quiet">
        {t(['新到不插队，指针下的行不动', 'New ones wait; nothing moves under the pointer'])}
      </span>
    </footer>
  );
}

/** Figures of today in one line. */
function Today({ flow }: { flow: AlarmFlow | undefined }): ReactElement {
  const t = useT();
  const { told = 0, overByItself = 0, medianConfirmSec = null } = flow?.today ?? {};
  const share = told > 0 ? Math.round((overByItself / told) * 100) : 0;
  const median = medianConfirmSec === null ? null : spanWords(medianConfirmSec);
  return (
    <footer className="alarm-foot quiet">
      {flow &&
        t([
          `今天 ${told} 条，${share}% 自行恢复${median ? `，中位 ${median[0]}确认` : ''}`,
          `${told} today, ${share}% over by themselves${median ? `, half confirmed within ${median[1]}` : ''}`,
        ])}
    </footer>
  );
}

/** Load the repair requests of the listed alarms, by request id. */
function useOrders(lines: readonly AlarmLine[]): ReadonlyMap<string, AlarmOrder> {
  const ids = lines
    .filter((one) => one.row.repairFormId)
    .map((one) => one.id)
    .toSorted();
  const { data } = useCall(alarmOrders, { ids }, { quiet: true, enabled: ids.length > 0 });
  return useMemo(() => new Map((data ?? []).map((one) => [one.id, one])), [data]);
}

/**
 * Return whether wall mode is on, and a function that toggles it. In wall mode the page is dark and fills the screen.
 */
function useWallForm(): readonly [boolean, () => void] {
  const [isWall, setWall] = useState(false);
  useEffect(() => {
    if (!isWall) return undefined;
    const root = document.documentElement;
    const mode = root.dataset.mode;
    root.dataset.mode = 'dark';
    void root.requestFullscreen?.().catch(() => undefined);
    return () => {
      root.dataset.mode = mode;
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isWall]);
  return [isWall, useCallback(() => setWall((one) => !one), [])];
}

/** Details of one alarm at the side of the list; the list stays usable. */
function Record({ lines }: { lines: readonly AlarmLine[] }): ReactElement | null {
  const of = useReadable(alarm);
  const [search, setSearch] = useSearchParams();
  const id = search.get('id');
  if (!id) return null;
  const nothing = (): void => undefined;
  return (
    <PaperDetail
      of={of}
      id={id}
      rows={lines.map((one) => one.row)}
      total={lines.length}
      onGo={(next) => setSearch(next ? { id: next } : {}, { replace: true })}
      onEdit={nothing}
      onCopy={nothing}
      onRemove={nothing}
    />
  );
}

/** Return recovered and confirmed alarms, without those that still have a line in the unconfirmed part. */
function partsOf(
  { rows }: Alarms,
  lines: readonly AlarmLine[],
): { readonly recovered: AlarmLine[]; readonly confirmed: AlarmLine[] } {
  const above = new Set(lines.map(({ id }) => id));
  const part = (all: Alarms['rows'], name: 'recovered' | 'confirmed'): AlarmLine[] =>
    byHomes((all?.[name] ?? []).filter(({ id }) => !above.has(id)).map(lineOf));
  return { recovered: part(rows, 'recovered'), confirmed: part(rows, 'confirmed') };
}

/** The alarm centre: open alarms, most severe first, grouped by home. Each action has a key. */
export default function AlarmCentre(): ReactElement {
  const line = useLineState();
  const alarms = useAlarms();
  const { data: flow } = useCall(alarmFlow, {}, { quiet: true, refetchInterval: EVERY_MS });
  const [, setSearch] = useSearchParams();
  const [isAll, setAll] = useState(false);
  const [isWall, toggleWall] = useWallForm();
  const hovered = useRef<string | null>(null);
  const box = useRef<HTMLElement>(null);
  const { data: recent } = useCall(alarmRecent, {}, { quiet: true, refetchInterval: RECENT_MS });
  const { wall, letAllIn } = useWall(
    alarms,
    recent as unknown as readonly WireRow[] | undefined,
    () => hovered.current !== null,
  );
  const lines = useMemo(() => wall?.lines ?? [], [wall]);
  const { recovered, confirmed } = useMemo(() => partsOf(alarms, lines), [alarms, lines]);
  const folded = foldable(lines);
  const shown = lines.filter((one) => !folded.includes(one));
  const all = [...shown, ...(isAll ? folded : []), ...recovered, ...confirmed];
  const orders = useOrders(all);
  const hands = useHands({
    lines: all,
    open: (id) => setSearch({ id }, { replace: true }),
    toggleAll: () => setAll(!isAll),
    letIn: letAllIn,
    toggleWall,
    isWall,
  });
  const here = hands.here?.id;
  useSteadyScroll(box, () => hovered.current ?? here, wall);
  useEffect(() => {
    if (here) box.current?.querySelector(`[data-alarm="${here}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  const { critical, major, lesser } = alarms.totals;
  return (
    <div className="alarm-centre" data-wall={isWall} data-dim={line.lostMs !== null || line.isStorageAway}>
      <CentreHead line={line} critical={alarms.rows?.critical.map(({ id }) => id).join(',')} toggleWall={toggleWall} />
      <AlarmCounts flow={flow} />
      <div className="alarm-columns">
        <main
          ref={box}
          onPointerOver={(event) => {
            const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-alarm]') : null;
            hovered.current = event.pointerType === 'mouse' ? (row?.dataset.alarm ?? null) : null;
          }}
          onPointerLeave={() => {
            hovered.current = null;
          }}
        >
          <AlarmList
            isLoaded={wall !== null}
            isFailed={alarms.isFailed}
            flow={flow}
            shown={shown}
            folded={folded}
            isAll={isAll}
            recovered={recovered}
            confirmed={confirmed}
            waiting={wall?.waiting.length ?? 0}
            totals={{
              open: critical + major + lesser,
              recovered: alarms.totals.recovered,
              confirmed: alarms.totals.confirmed,
            }}
            hands={hands}
            orders={orders}
            toggleAll={() => setAll(!isAll)}
            letIn={letAllIn}
          />
        </main>
        <AlarmSide flow={flow} lines={lines} recent={(recent ?? []) as unknown as readonly WireRow[]} />
      </div>
      {!isWall && (
        <div className="alarm-feet">
          <Foot hands={hands} />
          <Today flow={flow} />
        </div>
      )}
      <Record lines={all} />
      {hands.element}
    </div>
  );
}
