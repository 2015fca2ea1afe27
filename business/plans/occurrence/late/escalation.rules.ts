/** Days after which an overdue plan goes to customer service, and then to the leader. */
export type EscalationDays = readonly [first: number, second: number];

const USUAL: EscalationDays = [7, 15];

/** Return the days of a parameter such as `7,15`; the usual ones where it is not two rising numbers. */
export function escalationDaysOf(text: string): EscalationDays {
  const [first, second, ...more] = text.split(/[,，\s]+/).map(Number);
  const isRising = Number.isInteger(first) && Number.isInteger(second) && first > 0 && first < second && second < 1000;
  return isRising && more.length === 0 ? [first, second] : USUAL;
}

/** Return how far a plan is escalated after some days: 0 not, 1 to customer service, 2 to the leader. */
export const stepOfDays = (days: number, [first, second]: EscalationDays): 0 | 1 | 2 =>
  days > second ? 2 : days > first ? 1 : 0;
