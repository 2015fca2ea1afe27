import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';

/**
 * A kind of work planned for a technician after a day: label, page of its list, and SQL of its `id` and `no`. `$1` is
 * the tenant, `$2` the technician, `$3` the day.
 */
export interface WorkAfterLastDay {
  readonly words: Label;
  readonly path: string;
  readonly sql: string;
}

/** Kinds of planned work, added by each room, because of which an earlier last day of employment is refused. */
export const workAfterLastDay = contribution<WorkAfterLastDay>('technician.workAfterLastDay');
