import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';

/** Work that is planned for a technician after a day: its words, the page of its list, and the statement of each `id` and `no`; `$1` company, `$2` technician, `$3` the day. */
export interface WorkAfterLastDay {
  readonly words: Label;
  readonly path: string;
  readonly sql: string;
}

/** While one of these is open, no last day before it is stored; each room adds its own. */
export const workAfterLastDay = contribution<WorkAfterLastDay>('technician.workAfterLastDay');
