import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { asText } from '#kernel/language/values.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { registerStatus } from '#business/scheduling/dictionaries.ts';
import { customerReply, planStatus } from '../../dictionaries.ts';
import { nearestOf } from './next-step.rules.ts';
import { type ShownVisit, useSchemeVisits } from './use-scheme-visits.view.tsx';
import './scheme-visits.css';

/** The arrangement of a visit: its day of completion, the agreed day, the reply, or its notices. */
function Arranged({ of: { row, state } }: { of: ShownVisit }): ReactElement {
  const t = useT();
  if (state === 'done') return <>{asText(row.doneDate)}</>;
  if (state === 'skipped') return <>{asText(row.skipReason)}</>;
  if (row.expectDate) return <>{t([`约 ${row.expectDate}`, `agreed ${row.expectDate}`])}</>;
  if (row.customerReply && row.customerReply !== 'none')
    return <KeyWord of={customerReply} value={String(row.customerReply)} />;
  const pushes = Number(row.pushCount ?? 0);
  return <>{pushes > 0 ? t([`推 ${pushes} 次`, pushes === 1 ? '1 notice' : `${pushes} notices`]) : '—'}</>;
}

/** The planned visits of a contract: day and window, work, state, work order, and the arrangement. */
export default function VisitTable({ schemeId }: { readonly schemeId: string }): ReactElement | null {
  const t = useT();
  const { visits, error, answer } = useSchemeVisits(schemeId);
  if (error) return null;
  const nearest = nearestOf(visits.map((one) => ({ ...one, planStatus: one.state, planDate: one.day })));
  return (
    <section aria-busy={!answer}>
      <h2>
        {t(['各次', 'Planned visits'])}{' '}
        <small className="quiet">
          {t([`${visits.length} 次`, `${visits.length}`])}
          {nearest && t([`，下次 ${nearest.day}`, `, next ${nearest.day}`])}
        </small>
      </h2>
      {answer && visits.length === 0 && (
        <p className="scheme-note quiet">{t(['生效后排出各次', 'Visits are planned with the activation'])}</p>
      )}
      {visits.length > 0 && (
        <table className="scheme-table scheme-visit-table">
          <thead>
            <tr>
              <th>{t(['次', 'No.'])}</th>
              <th>{t(['计划与窗口', 'Day and window'])}</th>
              <th>{t(['做什么', 'Work'])}</th>
              <th>{t(['状态', 'State'])}</th>
              <th>{t(['单据', 'Work order'])}</th>
              <th>{t(['安排', 'Arranged'])}</th>
            </tr>
          </thead>
          <tbody>
            {visits.map((one) => (
              <tr key={one.row.id} data-next={one.row.id === nearest?.row.id}>
                <td>
                  <Link to={`/maintenance/asmaintain?id=${one.row.id}`}>{one.no}</Link>
                </td>
                <td>
                  {one.day}
                  <small className="quiet">
                    {t([`${one.from.slice(5)} 至 ${one.to.slice(5)}`, `${one.from.slice(5)} to ${one.to.slice(5)}`])}
                  </small>
                </td>
                <td>{one.row.content || '—'}</td>
                <td>
                  <KeyPill of={planStatus} value={one.state} />
                </td>
                <td>
                  {one.order ? (
                    <>
                      <Link className="mono" to={`/maintenance/registrationform?id=${one.order.id}`}>
                        {one.order.no}
                      </Link>
                      <small className="quiet">
                        <KeyWord of={registerStatus} value={one.order.state} />
                      </small>
                    </>
                  ) : (
                    '—'
                  )}
                </td>
                <td>
                  <Arranged of={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
