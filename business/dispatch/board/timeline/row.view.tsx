import { Ban, CalendarOff, CircleX } from 'lucide-react';
import { type ReactElement, Suspense, lazy, memo, useMemo } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BoardAnswer, BoardTechnician } from '../board.calls.ts';
import { type Placing, put, useBoard } from '../state/board-store.view.tsx';
import { clockOf, useWords } from '../state/words.view.tsx';
import { BlockView } from './block.view.tsx';
import { TechnicianCell } from './technician-cell.view.tsx';
import { type Fixed, ROW_PX, type TimeScale, fixedTime, laidOut, scaleWidth, xOf } from './timeline.rules.ts';

/** Loaded when the first plan is shown. */
const PlanBlocks = lazy(() => import('./plan-block.view.tsx').then((one) => ({ default: one.PlanBlocks })));

/** Narrower labels of travel omit the unit, which the legend explains. */
const UNIT_PX = 40;

/**
 * Return why what is being placed cannot go into a row: leave, other work, or a missing skill or certificate. Null if
 * it can.
 */
export function forbidden(
  of: BoardTechnician,
  placing: Placing | null,
  board: Pick<BoardAnswer, 'skills'>,
): { kind: 'away' | 'busy' | 'paper' | 'skill'; words: string } | null {
  if (!placing) return null;
  const lacking = placing.order?.skillIds.find((id) => !of.skills.includes(id));
  const named = board.skills.find((one) => one.id === lacking);
  if (named) return { kind: named.needCertificate ? 'paper' : 'skill', words: named.name };
  if (!placing.from) return null;
  const away = of.leave.find((one) => one.from < placing.to && placing.from < one.to);
  if (away) return { kind: 'away', words: clockOf(away.to) };
  const busy = of.visits.find(
    (one) =>
      one.id !== placing.visit?.id &&
      ['working', 'paused'].includes(one.state) &&
      one.from < placing.to &&
      placing.from < one.to,
  );
  return busy ? { kind: 'busy', words: busy.customerName } : null;
}

function Tag({ kind, words }: { kind: string; words: string }): ReactElement {
  const t = useT();
  const text =
    kind === 'away'
      ? t([`请假至 ${words}`, `Away until ${words}`])
      : kind === 'busy'
        ? t([`正在服务 ${words}`, `At work: ${words}`])
        : kind === 'paper'
          ? t([`缺证：${words}`, `No certificate: ${words}`])
          : t([`缺技能：${words}`, `Lacks ${words}`]);
  return (
    <span className="row-tag" data-kind={kind}>
      <span>
        {kind === 'away' || kind === 'busy' ? <Ban size={12} aria-hidden /> : <CircleX size={12} aria-hidden />} {text}
      </span>
    </span>
  );
}

/** A dashed outline with the time at the present target. */
function Ghost({ placing, scale }: { placing: Placing; scale: TimeScale }): ReactElement {
  const left = xOf(placing.from, scale);
  return (
    <div className="ghost" style={{ left, width: Math.max(24, xOf(placing.to, scale) - left - 2) }}>
      <b>
        {clockOf(placing.from)}–{clockOf(placing.to)}
      </b>
      <span>{placing.name}</span>
    </div>
  );
}

function Leaves({ of, scale }: { of: BoardTechnician; scale: TimeScale }): ReactElement {
  const t = useT();
  const words = useWords();
  const [opens, closes] = [`${scale.day} 00:00:00`, `${scale.day} 23:59:59`];
  return (
    <>
      {of.leave
        .filter((one) => one.from < closes && one.to > opens)
        .map((one) => {
          const left = xOf(one.from > opens ? one.from : opens, scale);
          const state = one.pending ? t([' · 待审批', ' · to approve']) : '';
          const text = `${words.leave.of(one.leaveType)}${state}${one.to < closes ? t([` 至 ${clockOf(one.to)}`, ` until ${clockOf(one.to)}`]) : ''}`;
          return (
            <div
              key={one.leaveNo}
              className="leave"
              data-pending={one.pending}
              style={{ left, width: xOf(one.to < closes ? one.to : closes, scale) - left }}
              title={`${text} ${one.leaveNo}`}
            >
              <CalendarOff size={13} aria-hidden /> {text}
            </div>
          );
        })}
    </>
  );
}

export interface RowProps {
  readonly of: BoardTechnician;
  readonly at: number;
  readonly board: Pick<BoardAnswer, 'skills'>;
  readonly scale: TimeScale;
  readonly rank: number;
  readonly chosenId: string | null;
  readonly mayMove: boolean;
  readonly mayTransfer: boolean;
  readonly mayOff: boolean;
}

/** The row of one technician. Memoized: during a drag only the row below the pointer is rendered again. */
export const TimelineRow = memo(function Row({
  of,
  at,
  board,
  scale,
  rank,
  chosenId,
  mayMove,
  mayTransfer,
  mayOff,
}: RowProps): ReactElement {
  const t = useT();
  const here = useBoard((state) => (state.placing?.technicianId === of.technicianId ? state.placing : null));
  const stop = useBoard((state) => {
    const found = forbidden(of, state.placing, board);
    return found ? `${found.kind} ${found.words}` : '';
  });
  const picked = useBoard((state) => state.pickedVisits);
  const heldId = useBoard((state) => state.placing?.visit?.id ?? '');
  const isPlanned = useBoard((state) => state.plan?.day === scale.day);
  const { blocks, bridges } = useMemo(() => laidOut(of.visits, scale), [of.visits, scale]);
  const day = of.days.find((one) => one.day === scale.day);
  const [kind, ...rest] = stop.split(' ');
  const more = here && !of.visits.some((one) => one.id === here.visit?.id) ? here.minutes : 0;
  const style = {
    top: at * ROW_PX,
    '--opens': `${xOf(`${scale.day} ${of.workStart}:00`, scale)}px`,
    '--closes': `${xOf(`${scale.day} ${of.workEnd}:00`, scale)}px`,
  } as React.CSSProperties;
  const movable = (fixed: Fixed, arrived: boolean): boolean =>
    arrived && mayMove && (fixed === null || fixed === 'lockedTime' || (fixed === 'started' && mayTransfer));
  return (
    <div
      className="row"
      role="row"
      aria-rowindex={at + 1}
      data-technician={of.technicianId}
      data-here={here !== null}
      data-stop={kind}
      style={style}
    >
      <TechnicianCell
        of={of}
        skills={board.skills}
        minutes={day?.loadMinutes ?? 0}
        capacity={of.capacityMinutes}
        more={more}
        rank={rank}
        onOff={mayOff ? () => put({ takingOff: of.technicianId }) : undefined}
      />
      <div className="track" role="gridcell" data-works={day?.works ?? false} style={{ width: scaleWidth(scale) }}>
        {!day?.works && <span className="track-rest">{t(['休', 'Off'])}</span>}
        <Leaves of={of} scale={scale} />
        {bridges.map((one) => (
          <span key={one.left} className="bridge" style={{ left: one.left, width: one.width }}>
            {one.sameHome
              ? t(['同一户', 'same'])
              : one.km !== null && (
                  <>
                    {one.km}
                    {one.width > UNIT_PX && <small> km</small>}
                  </>
                )}
          </span>
        ))}
        {blocks.map((block) => {
          const fixed = fixedTime(block.visit);
          return (
            <BlockView
              key={`${block.visit.id}${block.visit.lead}`}
              block={block}
              chosen={block.visit.id === chosenId || picked.includes(block.visit.id)}
              held={block.visit.id === heldId}
              fixed={fixed}
              movable={movable(fixed, block.visit.version > 0)}
              hourPx={scale.hour}
            />
          );
        })}
        {isPlanned && (
          <Suspense fallback={null}>
            <PlanBlocks technicianId={of.technicianId} scale={scale} />
          </Suspense>
        )}
        {here && here.from && <Ghost placing={here} scale={scale} />}
      </div>
      {kind && <Tag kind={kind} words={rest.join(' ')} />}
    </div>
  );
});
