import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Label } from '#kernel/language/label.ts';

/** Open papers that name a machine: their title, and a statement with `equipment_id` and `no`; `$1` is the company, `$2` the machine. */
export interface MachineTie {
  readonly title: Label;
  readonly sql: string;
}

/** A machine stays with its customer while one of these is open; each room adds its own. */
export const machineTies = contribution<MachineTie>('machine.ties');
