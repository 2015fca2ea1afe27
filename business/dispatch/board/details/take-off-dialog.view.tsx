import { type ReactElement, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { DayBox } from '#business/intake/desk/day-box.view.tsx';
import { Choose, Labelled } from '#business/intake/desk/inputs.view.tsx';
import { leaveType } from '#business/scheduling/dictionaries.ts';
import { takeTechnicianOff } from '#business/scheduling/leave/leave.calls.ts';
import type { BoardTechnician } from '../board.calls.ts';
import { put } from '../state/board-store.view.tsx';
import { planExactly } from '../state/back-in-pool.view.tsx';
import { readAnew } from '../state/use-board-data.view.tsx';
import { clockOf } from '../state/words.view.tsx';
import { NOT_STARTED } from '../timeline/timeline.rules.ts';

type Taken = CallAnswer<typeof takeTechnicianOff>;

const close = (): void => put({ takingOff: null });

function Homes({ of, label }: { of: Taken['back']; label: string }): ReactElement | null {
  if (of.length === 0) return null;
  return (
    <div className="take-off-part">
      <h3>{label}</h3>
      <ul>
        {of.map((one) => (
          <li key={one.visitId}>
            {one.customer} <span className="quiet">{shortMoment(one.planStart)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** After the action: where each visit is now, and the plan for exactly those that wait again. */
function Done({ taken, name, phone }: { taken: Taken; name: string; phone: boolean }): ReactElement {
  const t = useT();
  const days = [...new Set(taken.back.map((one) => one.planStart.slice(0, 10)))].map((day) => ({
    day,
    of: taken.back.filter((one) => one.planStart.slice(0, 10) === day),
  }));
  const plan = ({ day, of }: { day: string; of: Taken['back'] }): void => {
    close();
    void planExactly(
      day,
      of.map((one) => one.orderId),
    );
  };
  return (
    <Dialog
      title={t([`${name}不来：${taken.leaveNo} 待审批`, `${name} is off: ${taken.leaveNo} waits for approval`])}
      width={460}
      onClose={close}
      foot={
        <>
          <button type="button" className="button" onClick={close}>
            {t(['先不排', 'Plan later'])}
          </button>
          {!phone &&
            days.map(({ day, of }, at) => (
              <button
                key={day}
                type="button"
                className={at === 0 ? 'button strong' : 'button'}
                data-autofocus={at === 0 || undefined}
                onClick={() => plan({ day, of })}
              >
                {t([`为这 ${of.length} 单排程 ${shortMoment(day)}`, `Plan these ${of.length}, ${shortMoment(day)}`])}{' '}
                {at === 0 && <kbd>Ctrl ⏎</kbd>}
              </button>
            ))}
        </>
      }
      keys={
        phone || days.length === 0
          ? []
          : [
              {
                keys: 'Ctrl+Enter',
                label: ['为这些单排程', 'Plan exactly these'],
                typing: true,
                run: () => plan(days[0]),
              },
            ]
      }
    >
      <Homes
        of={taken.back}
        label={t([`已退回工单池 ${taken.back.length} 单`, `${taken.back.length} back in the pool`])}
      />
      <Homes of={taken.stay} label={t(['已出发或作业中，没有收回', 'Under way, not taken back'])} />
      <Homes of={taken.helped} label={t(['已退出协助', 'No longer helps at'])} />
      {taken.back.length === 0 && <p className="quiet">{t(['没有要收回的任务', 'No visit to take back'])}</p>}
    </Dialog>
  );
}

interface AskProps {
  readonly of: BoardTechnician;
  readonly now: string;
  readonly onDone: (taken: Taken) => void;
}

/** The question: until when, why, and which visits go back. */
function Ask({ of, now, onDone }: AskProps): ReactElement {
  const t = useT();
  const today = now.slice(0, 10);
  const [until, setUntil] = useState(today);
  const [kind, setKind] = useState<string>('sick');
  const [reason, setReason] = useState(t(['临时不来', 'Not coming, at short notice']));
  const [busy, setBusy] = useState(false);
  const lead = of.visits.filter((one) => one.lead && one.to > now && one.from <= `${until} 23:59:00`);
  const back = lead.filter((one) => NOT_STARTED.includes(one.state));
  const stay = lead.filter((one) => ['traveling', 'working', 'paused'].includes(one.state));
  const go = (): void => {
    if (busy || !reason.trim()) return;
    setBusy(true);
    askCall(
      takeTechnicianOff,
      { technicianId: of.technicianId, until, leaveType: kind as KeyOf<typeof leaveType>, reason: reason.trim() },
      { key: newKey(), quiet: true },
    )
      .then(async (taken) => {
        await readAnew();
        for (const paper of ['leaveForm', 'registration', 'dispatchForm', 'visit']) refresh(paper);
        onDone(taken);
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        toast.bad(error.message);
        setBusy(false);
      });
  };
  const names = (all: typeof lead): string => all.map((one) => `${one.customerName} ${clockOf(one.from)}`).join('、');
  return (
    <Dialog
      title={t([`${of.name}今天不来`, `${of.name} is not coming today`])}
      width={460}
      onClose={close}
      foot={
        <>
          <button type="button" className="button" onClick={close}>
            {t(['仍然来', 'Still coming'])}
          </button>
          <button type="button" className="button strong" disabled={busy || !reason.trim()} onClick={go}>
            {back.length
              ? t([`停派，收回 ${back.length} 单`, `Block, take ${back.length} back`])
              : t(['停派', 'Block'])}{' '}
            <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
      keys={[{ keys: 'Ctrl+Enter', label: ['停派', 'Block'], typing: true, run: go }]}
    >
      <div className="take-off">
        <Labelled label={t(['到哪天', 'Until'])}>
          {(id) => <DayBox id={id} value={until} invalid={until < today} onChange={setUntil} />}
        </Labelled>
        <Labelled label={t(['请假类型', 'Leave type'])}>
          {(id) => <Choose id={id} of={leaveType} value={kind} onChange={setKind} />}
        </Labelled>
        <Labelled label={t(['事由，审批人会看到', 'Why; who approves reads it'])} wide>
          {(id) => (
            <input
              id={id}
              className="plain-input"
              data-autofocus
              maxLength={500}
              value={reason}
              aria-invalid={!reason.trim() || undefined}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labelled>
      </div>
      {back.length > 0 && <p>{t([`收回：${names(back)}`, `Taken back: ${names(back)}`])}</p>}
      {stay.length > 0 && (
        <p className="amber-text">{t([`已出发，不收回：${names(stay)}`, `Under way, they stay: ${names(stay)}`])}</p>
      )}
      <p className="quiet">
        {t([
          '现在起不再派给他，请假单等待审批。驳回后时间恢复，任务不退还。',
          'Nothing more is sent to this technician. If the leave is turned down, the hours are free again; the visits stay in the pool.',
        ])}
      </p>
    </Dialog>
  );
}

/** Takes a technician off the board for the rest of the day, or for days. */
export function TakeOffDialog({ of, now, phone }: { of: BoardTechnician; now: string; phone: boolean }): ReactElement {
  const [taken, done] = useState<Taken | null>(null);
  return taken ? <Done taken={taken} name={of.name} phone={phone} /> : <Ask of={of} now={now} onDone={done} />;
}
