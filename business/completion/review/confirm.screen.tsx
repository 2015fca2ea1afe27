import type { ReactElement } from 'react';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { ReviewBench } from './bench.view.tsx';
import { visitsToConfirm } from './review.calls.ts';

/** The page of the leader: finished visits, with their photos by required class. */
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
