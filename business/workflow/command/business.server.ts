import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Context } from '#kernel/server';
import type { InstanceRow, Variables } from '../engine/state/rows.rules.ts';

/** A row of a paper before and after the handler of a task changed it. */
export interface AmendedRow {
  readonly before: Readonly<Record<string, unknown>>;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A paper that instances can be about, registered by its room. */
export interface ProcessBusiness {
  readonly table: string;
  /** Called when the instance has ended, in the transaction of the command that ended it. */
  readonly ended: (context: Context, instance: InstanceRow) => Promise<void>;
  /**
   * Return the present process variables of the row. If they differ from those of the instance, the approval becomes a
   * rejection.
   */
  readonly facts?: (context: Context, businessId: string) => Promise<Variables>;
  /**
   * Return the variables that an edit of the row by a handler changes. Only if it is present may a node let its handler
   * edit fields of the paper.
   */
  readonly amended?: (context: Context, change: AmendedRow) => Promise<Variables>;
}

/** The place where every room registers the papers that instances are about. */
export const processBusinesses = contribution<ProcessBusiness>('workflow.businesses');
