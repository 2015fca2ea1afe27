import { lifecycleRefusals as refuse } from '../../refusals.ts';

/** As long as the log keeps it. */
const MOST_OF_A_REASON = 500;

/** Why the person stands in for others, as the log keeps it; refused where he does not say. */
export function reasonGiven(given: unknown): string {
  const said = typeof given === 'string' ? given.trim() : '';
  if (!said)
    throw refuse.reasonRequired({
      fields: [{ field: 'reason', words: ['请填写代办原因', 'Say why you do it on their behalf'] }],
    });
  return said.slice(0, MOST_OF_A_REASON);
}
