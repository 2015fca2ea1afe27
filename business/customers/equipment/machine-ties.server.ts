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

/**
 * A kind of rows, open or not, that keep a machine as history: SQL that returns `equipment_id`. `$1` is the tenant, `$2`
 * the machine.
 */
export interface MachineHistory {
  readonly name: string;
  readonly sql: string;
}

/** Kinds of history, added by each room. A machine that is in one of them is marked as removed, never deleted. */
export const machineHistory = contribution<MachineHistory>('machine.history');
