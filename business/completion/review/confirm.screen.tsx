import type { ReactElement } from 'react';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { ReviewBench } from './bench.view.tsx';
import { visitsToConfirm } from './review.calls.ts';

/** The team leader: visits that ended, with photos beside what is asked for. */
export default function ConfirmScreen(): ReactElement {
  return (
    <ReviewBench
      of={visit}
      title={['上门确认', 'Visits to confirm']}
      call={visitsToConfirm}
      empty={['没有待确认的上门', 'No visit waits']}
      verdicts={['confirm', 'sendBack']}
      silent={['leader']}
    />
  );
}
