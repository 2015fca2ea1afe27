import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Label } from '#kernel/language/label.ts';

/**
 * A kind of open commitments of technicians: its label, and SQL that returns the `technician_id` of each. `$1` is the
 * tenant.
 */
export interface TechnicianTie {
  readonly words: Label;
  readonly sql: string;
}

/** Kinds of open commitments, added by each room. A technician with any of them cannot be disabled. */
export const technicianTies = contribution<TechnicianTie>('technician.ties');
