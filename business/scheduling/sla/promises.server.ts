import type { Reading } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import { specialDays } from '../calendar.server.ts';
import { type SlaCriteria, clockHours, hoursInWords, momentsOf, policyFor } from './sla.rules.ts';
import { slaPolicy } from './sla-policy.paper.ts';

/** Due times that a caller can be promised: call back, appointment and arrival. Each is null without a policy. */
export interface Promises {
  readonly response: string | null;
  readonly appoint: string | null;
  readonly arrive: string | null;
}

const KINDS = ['response', 'appoint', 'arrive'] as const;

/** Days ahead whose calendar is read for a promise. */
const AHEAD = 370;

/** Return the due times that an order's clocks would have if they started now. Nothing is written. */
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
