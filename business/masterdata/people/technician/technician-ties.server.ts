import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Label } from '#kernel/language/label.ts';

/** What still ties a technician to the company: its words, and the statement that names the technician of each open thing; `$1` is the company. */
export interface TechnicianTie {
  readonly words: Label;
  readonly sql: string;
}

/** Nobody leaves while one of these is open; each room adds its own. */
export const technicianTies = contribution<TechnicianTie>('technician.ties');
