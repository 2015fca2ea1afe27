import type { Reading } from '#kernel/server';
import { addDays } from '#business/masterdata/days.rules.ts';
import { specialDays } from '../calendar.server.ts';
import { type SlaCriteria, clockHours, hoursInWords, momentsOf, policyFor } from './sla.rules.ts';
import { slaPolicy } from './sla-policy.paper.ts';

/** What a caller may be told: until when somebody rings him, agrees on a time, and comes. Null where no policy says so. */
export interface Promises {
  readonly response: string | null;
  readonly appoint: string | null;
  readonly arrive: string | null;
}

const KINDS = ['response', 'appoint', 'arrive'] as const;

/** The furthest a promise is reckoned ahead (days). */
const AHEAD = 370;

/** Until when the clocks of an order would run if they began now; nothing is written. */
export async function promisesFor(reading: Reading, criteria: SlaCriteria): Promise<Promises> {
  const policies = await reading.find(slaPolicy, { slaKind: [...KINDS] }, { limit: 1000 });
  const chosen = KINDS.map((kind) => policyFor(policies, criteria, kind));
  if (chosen.every((one) => one === undefined)) return { response: null, appoint: null, arrive: null };
  const [now, today] = [reading.now(), reading.today()];
  const special = await specialDays(reading, today, addDays(today, AHEAD));
  const [response, appoint, arrive] = chosen.map((policy) =>
    policy
      ? momentsOf(
          {
            startTime: now,
            targetMinutes: policy.targetMinutes,
            warnPercent: policy.warnPercent,
            pausedMinutes: 0,
          },
          clockHours(hoursInWords(policy), special),
        ).dueTime
      : null,
  );
  return { response, appoint, arrive };
}
