import type { Row } from '#kernel/language/paper.ts';
import { behaviour } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { alarmSuppression } from './alarm-suppression.paper.ts';

type Suppression = Row<typeof alarmSuppression>;

/** Fields that published clients of the compatible API send as one object `match`. */
const PARTS = ['modelIds', 'deviceIds', 'addressIds', 'ruleCodes', 'levels'] as const;

function matchParts(match: Readonly<Record<string, unknown>> | null | undefined): Partial<Suppression> {
  if (!match) return {};
  const fields = PARTS.flatMap((name) => {
    const value = match[name];
    if (value === undefined) return [];
    return [[name, name === 'ruleCodes' && Array.isArray(value) ? value.join(',') : value]];
  });
  return Object.fromEntries(fields) as Partial<Suppression>;
}

export default behaviour<typeof alarmSuppression>(alarmSuppression, {
  saving(_context, { before, values, extra }) {
    const parts = matchParts(extra?.match as Readonly<Record<string, unknown>> | null);
    const after = { ...before, ...values, ...parts } as Suppression;
    if (after.endTime && after.endTime < after.startTime) throw refuse.suppressionBackwards();
    return Promise.resolve(parts);
  },
});
