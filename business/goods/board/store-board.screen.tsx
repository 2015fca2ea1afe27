import { ScanLine } from 'lucide-react';
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { menuOf } from '#kernel/language/paper.ts';
import { dayHeading } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { useLineState } from '#kernel/web/realtime/line-state.ts';
import { loadLaterRooms, useAllPapers, useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { toolApply } from '../tools/tool-apply.paper.ts';
import { tool } from '../tools/tool.paper.ts';
import { DayStrip } from './day-strip.view.tsx';
import { type StoreBoard, storeBoard } from './store-board.calls.ts';
import { StoreTileView } from './tile.view.tsx';
import './store-board.css';

const EVERY_MS = 60_000;
/** Time in ms for which acted rows stay in place: nothing moves under the hand. */
const HOLD_MS = 4000;
const SCAN = '/maintenance/asmaterialshipments/scan';
const PURCHASE = `${menuOf(stockAdjustment).path}?form=new&adjustType=purchase`;

/** Papers whose changes move rows between the tiles. */
const WATCHED: ReadonlySet<string> = new Set(
  [materialApply, materialShipment, materialReturn, toolApply, tool, stockAdjustment].map((one) => one.name),
);
const GATHER_MS = 500;

/** Read the board again a moment after anybody changed one of its papers. */
function useOthersActs(read: () => void): void {
  const timer = useRef(0);
  const hear = useCallback(
    (event: LiveEvent) => {
      if (event.type !== 'reopened' && !(event.type === 'changed' && WATCHED.has(event.paper ?? ''))) return;
      if (timer.current) return;
      timer.current = window.setTimeout(() => {
        timer.current = 0;
        read();
      }, GATHER_MS);
    },
    [read],
  );
  useLive(hear);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Return the board to show, which stays for a moment after an act, and the rows that were acted on. */
function useSteadyBoard(data: StoreBoard | undefined): {
  readonly board: StoreBoard | undefined;
  readonly acted: ReadonlySet<string>;
  readonly note: (id: string) => void;
} {
  const [held, setHeld] = useState<{ board: StoreBoard | undefined; acted: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (!held) return undefined;
    const timer = setTimeout(() => setHeld(null), HOLD_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const note = useCallback(
    (id: string) => setHeld((now) => ({ board: now?.board ?? data, acted: new Set([...(now?.acted ?? []), id]) })),
    [data],
  );
  return { board: held?.board ?? data, acted: held?.acted ?? new Set(), note };
}

interface Here {
  readonly tile: number;
  readonly row: number;
}

/** Bind the keys of the board: a number enters a tile, arrows move along its rows, Enter takes the step at the right. */
function useBoardKeys(
  board: StoreBoard | undefined,
  { purchase }: { purchase: (() => void) | undefined },
): [Here | null, (here: Here) => void] {
  const navigate = useNavigate();
  const [here, setHere] = useState<Here | null>(null);
  const tiles = board?.tiles ?? [];
  const step = (by: number) => () => {
    const at = here ?? { tile: 0, row: by > 0 ? -1 : 0 };
    const last = Math.max(0, (tiles[at.tile]?.rows.length ?? 1) - 1);
    setHere({ tile: at.tile, row: Math.max(0, Math.min(last, at.row + by)) });
  };
  useKeys([
    ...tiles.map((tile, at) => ({
      keys: String(at + 1),
      label: tile.label,
      run: () => setHere({ tile: at, row: 0 }),
    })),
    { keys: 'ArrowDown', label: ['下一行', 'Next row'], run: step(1) },
    { keys: 'ArrowUp', label: ['上一行', 'Row before'], run: step(-1) },
    { keys: 'F2', label: ['扫码移交', 'Hand over by scanning'], typing: true, run: () => void navigate(SCAN) },
    ...(purchase
      ? [{ keys: 'F3', label: ['收采购', 'Receive a purchase'] as const, typing: true, run: purchase }]
      : []),
  ]);
  return [here, setHere];
}

function Head({ board, mayReceive }: { board: StoreBoard | undefined; mayReceive: boolean }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { lostMs } = useLineState();
  const done = board?.day.filter((one) => one.state === 'done') ?? [];
  const linesIn = (entries: StoreBoard['day']): number => entries.reduce((sum, one) => sum + one.lines, 0);
  return (
    <header className="page-head">
      <h1>{t(['仓库看板', 'Warehouse board'])}</h1>
      {board && (
        <span className="quiet store-facts">
          {dayHeading(board.now.slice(0, 10), language)} ·{' '}
          {board.stores.join('、') || t(['全部仓库', 'All warehouses'])} ·{' '}
          {t([
            `今天 ${board.day.length} 拨 ${linesIn(board.day)} 行，已交 ${done.length} 拨 ${linesIn(done)} 行`,
            `${board.day.length} hand-overs with ${linesIn(board.day)} lines today, ${done.length} done`,
          ])}
        </span>
      )}
      <span className="spring" />
      <span className="store-live" data-lost={lostMs !== null || undefined}>
        <i aria-hidden />
        {lostMs === null ? t(['实时', 'Live']) : t(['断开了，不再实时', 'Line lost'])}
      </span>
      {mayReceive && (
        <Link className="button" to={PURCHASE}>
          {t(['收采购', 'Receive a purchase'])} <kbd>F3</kbd>
        </Link>
      )}
      <Link className="button strong" to={SCAN}>
        <ScanLine size={15} aria-hidden /> {t(['扫码移交', 'Hand over'])} <kbd>F2</kbd>
      </Link>
    </header>
  );
}

/** Counts of the tiles that the board has no room for, and its keys. */
function Foot({ board }: { board: StoreBoard }): ReactElement {
  const t = useT();
  return (
    <footer className="store-foot">
      {board.more.length > 0 && <span className="quiet">{t(['还有', 'Also'])}</span>}
      {board.more.map((tile) => (
        <Link key={tile.name} to={tile.all}>
          {t(tile.label)} <b data-worry={tile.worry && tile.count > 0}>{grouped(tile.count)}</b>
        </Link>
      ))}
      <span className="spring" />
      <span className="quiet store-keys">
        <kbd>1</kbd>–<kbd>{board.tiles.length}</kbd> {t(['到那一格', 'a tile'])} <kbd>↑↓</kbd> {t(['行', 'a row'])}{' '}
        <kbd>Enter</kbd> {t(['做右边那一步', 'the step at its right'])}
      </span>
    </footer>
  );
}

const Skeleton = (): ReactElement => (
  <div className="store-tiles" aria-busy="true">
    {Array.from({ length: 6 }, (_, at) => (
      <section key={at} className="store-tile">
        <i className="skeleton" style={{ width: '50%', margin: 16 }} />
      </section>
    ))}
  </div>
);

/** The counter of the store: the hand-overs of today, and what waits, each row with its next step. */
export default function StoreBoardScreen(): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const papers = useAllPapers();
  // The steps of rows need the definitions of their papers.
  useEffect(() => void loadLaterRooms().catch(() => undefined), []);
  const mayReceive = useMay(stockAdjustment)('add');
  const { data, error, refetch } = useCall(
    storeBoard,
    {},
    { quiet: true, refetchInterval: EVERY_MS, keepsEarlier: true },
  );
  useOthersActs(useCallback(() => void refetch(), [refetch]));
  const { board, acted, note } = useSteadyBoard(data);
  const [here, setHere] = useBoardKeys(board, { purchase: mayReceive ? () => void navigate(PURCHASE) : undefined });
  return (
    <div className="store-board">
      <Head board={board} mayReceive={mayReceive} />
      {error && !board && (
        <div className="table-empty" role="alert">
          <b>{t(['看板没有读到', 'The board could not be read'])}</b>
          <span>{error.message}</span>
          <button type="button" className="button" onClick={() => void refetch()}>
            {t(['再试', 'Try again'])}
          </button>
        </div>
      )}
      {!board && !error && <Skeleton />}
      {board && (
        <div className="store-body">
          <DayStrip board={board} />
          <div className="store-tiles">
            {board.tiles.map((tile, at) => (
              <StoreTileView
                key={tile.name}
                tile={tile}
                of={papers.find((one) => one.name === tile.paper)}
                at={at + 1}
                here={here?.tile === at ? here.row : undefined}
                acted={acted}
                onActed={note}
                onHere={(row) => setHere({ tile: at, row })}
              />
            ))}
          </div>
          <Foot board={board} />
        </div>
      )}
    </div>
  );
}
