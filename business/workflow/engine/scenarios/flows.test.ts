import { describe } from 'vitest';
import { scenario } from '../testing/scenario.ts';

describe('sequence flows', () => {
  scenario('sequence: one node after the other', 'start -> a -> b -> end', ['start => ended'], {
    trace: 'start a b end',
  });

  scenario(
    'user task: the token waits until it is done',
    'user a by=ann\nstart -> a -> end',
    ['start => a', 'complete a => ended'],
    {
      trace: 'start a end',
    },
  );
});
