import type { CSSProperties, ReactElement } from 'react';
import { termShare } from '#business/contracts/page/scheme-page.rules.ts';
import { type ShownVisit, useSchemeVisits } from './use-scheme-visits.view.tsx';
import './scheme-visits.css';

/** Visits above which the bar shows no marks: they would cover each other. */
const MOST = 24;

/** The look of a mark by the state of its visit; absent: none. */
const LOOKS: Readonly<Record<string, 'done' | 'booked' | 'planned'>> = {
  done: 'done',
  booked: 'booked',
  dispatched: 'booked',
  planned: 'planned',
  pushed: 'planned',
};

/** The visits of a contract on the bar of its term: done, booked, and planned ones with their window. */
export default function VisitMarks({
  schemeId,
  from,
  to,
}: {
  readonly schemeId: string;
  readonly from: string;
  readonly to: string;
}): ReactElement | null {
  const { visits } = useSchemeVisits(schemeId);
  if (visits.length > MOST) return null;
  const dayOf = ({ row, state, day }: ShownVisit): string => (state === 'done' ? row.doneDate : row.expectDate) || day;
  const at = (day: string): CSSProperties => ({ insetInlineStart: `${termShare(day, from, to)}%` });
  return (
    <>
      {visits
        .filter((one) => LOOKS[one.state] === 'planned')
        .map((one) => (
          <i
            key={`window ${one.row.id}`}
            className="visit-window"
            style={{
              ...at(one.from),
              inlineSize: `${termShare(one.to, from, to) - termShare(one.from, from, to)}%`,
            }}
          />
        ))}
      {visits
        .filter((one) => LOOKS[one.state])
        .map((one) => (
          <span key={one.row.id} className="visit-mark" data-look={LOOKS[one.state]} style={at(dayOf(one))}>
            {LOOKS[one.state] === 'done' ? '✓' : one.no}
          </span>
        ))}
    </>
  );
}
