import type { ReactElement } from 'react';
import { completion } from '../completion/completion.paper.ts';
import { ReviewBench } from './bench.view.tsx';
import { completionsToCheck } from './review.calls.ts';

/** The page of the back office: submitted completions, each with the reasons to doubt it. */
export default function CheckScreen(): ReactElement {
  return (
    <ReviewBench
      of={completion}
      title={['完工审核', 'Completions to check']}
      call={completionsToCheck}
      empty={['没有待确认的完工', 'No completion waits']}
      verdicts={['pass', 'refill', 'redo']}
      stops="leader"
    />
  );
}
