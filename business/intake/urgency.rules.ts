import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { urgency } from '#business/scheduling/dictionaries.ts';

export type Urgency = KeyOf<typeof urgency>;

const weights: Record<Urgency, number> = { normal: 0, high: 100, critical: 200, safety: 400 };
const levels: Readonly<Record<string, number>> = { vip: 60, gold: 30, silver: 15 };

/** Return the next higher urgency. Critical is the highest that urges lead to: safety is about the kind of fault. */
export const raised = (urgency: Urgency): Urgency =>
  urgency === 'normal' ? 'high' : urgency === 'high' ? 'critical' : urgency;

/** Return the score by which a pool is ranked: urgency, urges, customer level, and one point per hour of waiting. */
export const priorityOf = (form: {
  urgency: Urgency;
  urgeCount: number;
  customerLevel: string | null;
  waitedMinutes: number;
}): number =>
  weights[form.urgency] + form.urgeCount * 40 + (levels[form.customerLevel ?? ''] ?? 0) + form.waitedMinutes / 60;
