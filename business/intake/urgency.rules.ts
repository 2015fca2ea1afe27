import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { urgency } from '#business/scheduling/dictionaries.ts';

export type Urgency = KeyOf<typeof urgency>;

const weights: Record<Urgency, number> = { normal: 0, high: 100, critical: 200, safety: 400 };
const levels: Readonly<Record<string, number>> = { vip: 60, gold: 30, silver: 15 };

/** One step more urgent. A safety risk is a kind of its own: nothing becomes one by being urged. */
export const raised = (urgency: Urgency): Urgency =>
  urgency === 'normal' ? 'high' : urgency === 'high' ? 'critical' : urgency;

/** What decides the place in a pool: urgency first, then how often the customer asked, who he is, and how long he waits (a point an hour). */
export const priorityOf = (form: {
  urgency: Urgency;
  urgeCount: number;
  customerLevel: string | null;
  waitedMinutes: number;
}): number =>
  weights[form.urgency] + form.urgeCount * 40 + (levels[form.customerLevel ?? ''] ?? 0) + form.waitedMinutes / 60;
