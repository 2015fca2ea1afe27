import { Lock, LockOpen, Move, MoveHorizontal, Undo2, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT, words as say } from '#kernel/web/i18n/words.ts';
import { lengthWords, minuteWords, minutesBetween } from '#kernel/language/days.ts';
import { visit as visitPaper } from '../../visit/visit.paper.ts';
import type { BoardTechnician, BoardVisit } from '../board.calls.ts';
import { partsWords } from '../pool/order-card.view.tsx';
import { chooseVisit, useBoard } from '../state/board-store.view.tsx';
import { askWhy } from '../state/questions.view.tsx';
import { undo } from '../state/place.view.tsx';
import { BOARD_VISITS, readAnew, useFacts } from '../state/use-board-data.view.tsx';
import { clockOf, useWords } from '../state/words.view.tsx';
import { FIXED, fixedTime } from '../timeline/timeline.rules.ts';

/** Send a change of a visit. Show `done`, or the message of a refusal, and re-read the board in both cases. */
async function change(path: string, body: Record<string, unknown>, done: readonly [string, string]): Promise<void> {
  try {
    await postJson(`${BOARD_VISITS}/${path}`, body, { quiet: true });
    toast.good(say(done));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast.bad(error.message);
  }
  await readAnew();
}

async function takeBack(of: BoardVisit): Promise<void> {
  const reason = await askWhy('takeBack', {
    title: [`把${of.customerName}退回工单池`, `Take ${of.customerName} back into the pool`],
    yes: ['退回', 'Take back'],
  });
  if (!reason) return;
  await change('submit', { id: of.id, action: 'backToPool', reason }, ['已退回工单池', 'Back in the pool']);
  chooseVisit(null);
}

interface ToolsProps {
  readonly visit: BoardVisit;
  readonly onMove?: () => void;
  readonly onResize?: () => void;
}

function Tools({ visit, onMove, onResize }: ToolsProps): ReactElement {
  const t = useT();
  const may = useMay(visitPaper);
  const undoable = useBoard((state) => state.undoable.some((one) => one.visitId === visit.id));
  const [busy, setBusy] = useState(false);
  const fixed = fixedTime(visit);
  const locked = (visit.lockType || 'none') !== 'none';
  const once = (work: Promise<void>): void => {
    setBusy(true);
    void work.finally(() => setBusy(false));
  };
  return (
    <div className="visit-tools">
      {onMove && may('edit') && (
        <button
          type="button"
          className="button"
          disabled={fixed !== null}
          title={fixed ? t(FIXED[fixed]) : undefined}
          onClick={onMove}
        >
          <Move size={14} aria-hidden /> {t(['改期', 'Move'])} <kbd>M</kbd>
        </button>
      )}
      {onResize && may('edit') && (
        <button
          type="button"
          className="button"
          disabled={fixed !== null}
          title={fixed ? t(FIXED[fixed]) : undefined}
          onClick={onResize}
        >
          <MoveHorizontal size={14} aria-hidden /> {t(['时长', 'Length'])} <kbd>R</kbd>
        </button>
      )}
      {may('edit') && fixed !== 'over' && fixed !== 'started' && fixed !== 'helper' && (
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() =>
            once(
              change(
                'submit',
                { id: visit.id, version: visit.version, lockType: locked ? 'none' : 'both' },
                locked ? ['已解锁', 'Unlocked'] : ['已锁定', 'Locked'],
              ),
            )
          }
        >
          {locked ? <LockOpen size={14} aria-hidden /> : <Lock size={14} aria-hidden />}{' '}
          {locked ? t(['解锁', 'Unlock']) : t(['锁定', 'Lock'])}
        </button>
      )}
      {undoable && !visit.seen && (
        <button type="button" className="button" onClick={() => void undo(visit.id)}>
          <Undo2 size={14} aria-hidden /> {t(['撤销派工', 'Undo'])}
        </button>
      )}
      {may('backToPool') && ['pendingAccept', 'accepted', 'appointed'].includes(visit.state) && (
        <button type="button" className="button" disabled={busy} onClick={() => once(takeBack(visit))}>
          {t(['退回工单池', 'Back to the pool'])}
        </button>
      )}
    </div>
  );
}

interface VisitProps extends ToolsProps {
  readonly technician: BoardTechnician | undefined;
}

/** A dispatched visit: state, time, technician, and the possible actions. */
export function VisitDetails({ visit, technician, onMove, onResize }: VisitProps): ReactElement {
  const t = useT();
  const words = useWords();
  const facts = useFacts(visit.registrationFormId);
  const rows: [string, string | null][] = [
    [
      t(['时间', 'Time']),
      `${t(minuteWords(visit.from))}–${clockOf(visit.to)} · ${t(lengthWords(minutesBetween(visit.from, visit.to)))}`,
    ],
    [
      t(['预约', 'Appointed']),
      visit.appointFrom && visit.appointTo ? `${t(minuteWords(visit.appointFrom))}–${clockOf(visit.appointTo)}` : null,
    ],
    [
      t(['技师', 'Technician']),
      technician
        ? `${technician.name} · ${words.team.of(technician.team)}${visit.lead ? '' : t([' · 协助', ' · helps'])}`
        : null,
    ],
    [
      t(['接单截止', 'To accept by']),
      visit.state === 'pendingAccept' && visit.acceptDue
        ? `${t(minuteWords(visit.acceptDue))}${visit.seen ? t([' · 已查看', ' · seen']) : t([' · 未查看', ' · not seen'])}`
        : null,
    ],
    [t(['地址', 'Address']), visit.premisesName],
    [t(['内容', 'What']), visit.content],
    [t(['备件', 'Parts']), visit.partsMissing === null ? null : t(partsWords(visit.partsMissing))],
    [t(['排程', 'Plan']), visit.forced ? t(['强制排程', 'forced']) : null],
    [t(['上次', 'Last time']), facts?.last ? `${facts.last.time} ${facts.last.name}` : null],
  ];
  return (
    <aside className="details" aria-label={t(['任务详情', 'Visit'])}>
      <header className="details-head">
        <Link className="mono" to={`/maintenance/dispatchlist?id=${visit.id}`}>
          {visit.taskNo}
        </Link>
        <span className={`pill ${words.state.tone(visit.state)}`}>{words.state.of(visit.state)}</span>
        <span className="spring" />
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['关闭', 'Close'])}
          onClick={() => chooseVisit(null)}
        >
          <X size={15} aria-hidden />
        </button>
      </header>
      <div className="details-body">
        <div className="details-who">
          <p>
            <b>{visit.customerName}</b>
            <span className="spring" />
            <span className="quiet">{facts?.phone}</span>
          </p>
          <p>
            {words.system.of(visit.repairType)} · {words.urgency.of(visit.urgency)}
          </p>
        </div>
        <dl className="facts">
          {rows
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <p className="details-links">
          <Link to={`/maintenance/registrationform?id=${visit.registrationFormId}`}>{t(['登记单', 'Work order'])}</Link>
          <Link to={`/maintenance/asdispatchform?id=${visit.dispId}`}>{t(['派工单', 'Dispatch order'])}</Link>
          <Link to={`/maintenance/ascustomer?id=${visit.customerId}`}>{t(['客户档案', 'Customer'])}</Link>
        </p>
      </div>
      <footer className="details-foot">
        <Tools visit={visit} onMove={onMove} onResize={onResize} />
      </footer>
    </aside>
  );
}
