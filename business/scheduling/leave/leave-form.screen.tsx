import { type ReactElement, useState } from 'react';
import type { CallAnswer, CallSent } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { leaveForm } from './leave-form.paper.ts';
import { lengthOfLeave, solveConflicts } from './leave.calls.ts';

type Time = CallAnswer<typeof lengthOfLeave>;
type SolvingSent = NonNullable<CallSent<typeof solveConflicts>['visits']>[number];

function useTime(technicianId: unknown, startTime: unknown, endTime: unknown, id?: string): Time | undefined {
  const query = {
    technicianId: String(technicianId ?? ''),
    startTime: String(startTime ?? ''),
    endTime: String(endTime ?? ''),
    ...(id && { id }),
  };
  const enabled = query.technicianId !== '' && query.startTime !== '' && query.endTime > query.startTime;
  return useCall(lengthOfLeave, query, { of: 'row', enabled, retry: false, quiet: true }).data;
}

/** Help beside the form: length of the leave, and visits in conflict with it. */
function Chosen({ values }: { values: Readonly<Record<string, unknown>> }): ReactElement | null {
  const t = useT();
  const time = useTime(
    values.technicianId,
    values.startTime,
    values.endTime,
    typeof values.id === 'string' ? values.id : undefined,
  );
  if (!time) return null;
  return (
    <section className="detail-group" aria-live="polite">
      <h3>{t(['请假时长', 'How long'])}</h3>
      <p>{t([`${time.hours} 小时，${time.workDays} 个工作日`, `${time.hours} h, ${time.workDays} working days`])}</p>
      {time.overlapsLeave && (
        <p className="field-problem">
          {t([`与已通过的请假 ${time.overlapsLeave} 重叠`, `Overlaps leave ${time.overlapsLeave}`])}
        </p>
      )}
      {time.conflicts.length > 0 && (
        <>
          <h3>
            {t(['冲突任务', 'Conflicting visits'])} <small>{time.conflicts.length}</small>
          </h3>
          <ul>
            {time.conflicts.map((one) => (
              <li key={one.id}>
                <span className="mono">{one.taskNo}</span> {one.customer} {shortMoment(one.planStart)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/**
 * The visits in conflict with a leave. People who may approve it can solve each: transfer, move, or back to the pool.
 */
function Conflicts({ row }: { row: Row<typeof leaveForm> & WireRow }): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const time = useTime(row.technicianId, row.startTime, row.endTime, row.id);
  const may = row.approveStatus === 'pending' && mayDo(row, 'approve');
  const solve = async (visit: SolvingSent): Promise<void> => {
    setBusy(true);
    try {
      await askCall(solveConflicts, { id: row.id, visits: [visit] }, { key: newKey(), quiet: true });
      refresh(leaveForm.name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast.bad(error.message);
    } finally {
      setBusy(false);
    }
  };
  const conflicts = time?.conflicts ?? [];
  return (
    <section className="detail-group">
      <h3>
        {t(['冲突任务', 'Conflicting visits'])} {conflicts.length > 0 && <small>{conflicts.length}</small>}
      </h3>
      {time && conflicts.length === 0 && <p className="quiet">{t(['没有冲突任务', 'No visit conflicts'])}</p>}
      {conflicts.map((one) => (
        <div key={one.id}>
          <p>
            <span className="mono">{one.taskNo}</span> {one.customer}{' '}
            <time>
              {shortMoment(one.planStart)}–{one.planEnd.slice(11, 16)}
            </time>
          </p>
          {!one.movable && <p className="quiet">{t(['已出发或作业中，不能移动', 'Under way, it cannot be moved'])}</p>}
          {may && one.movable && (
            <p>
              {one.suggestedTechnicians.map((to) => (
                <button
                  key={to.technicianId}
                  type="button"
                  className="button"
                  disabled={busy}
                  title={t(to.reason)}
                  onClick={() => void solve({ visitId: one.id, how: 'transfer', technicianId: to.technicianId })}
                >
                  {t([`转给 ${to.name}`, `Give to ${to.name}`])}
                </button>
              ))}
              {row.handoverTo && (
                <button
                  type="button"
                  className="button"
                  disabled={busy}
                  onClick={() => void solve({ visitId: one.id, how: 'transfer' })}
                >
                  {t(['转给交接人', 'Give to who takes over'])}
                </button>
              )}
              <button
                type="button"
                className="button"
                disabled={busy}
                onClick={() => void solve({ visitId: one.id, how: 'pool' })}
              >
                {t(['退回工单池', 'Back to the pool'])}
              </button>
            </p>
          )}
        </div>
      ))}
    </section>
  );
}

export default screen(leaveForm, {
  formAside: Chosen,
  detailTabs: [{ key: 'conflicts', label: ['冲突任务', 'Conflicting visits'], Content: Conflicts }],
});
