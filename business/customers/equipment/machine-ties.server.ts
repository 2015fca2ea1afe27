import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Label } from '#kernel/language/label.ts';

/**
 * A kind of open papers that name machines: title, and SQL that returns `equipment_id` and `no`. `$1` is the tenant,
 * `$2` the machine.
 */
export interface MachineTie {
  readonly title: Label;
  readonly sql: string;
}

/** Kinds of open papers, added by each room. While one names a machine, the machine cannot change its customer. */
export const machineTies = contribution<MachineTie>('machine.ties');
