import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Context } from '#kernel/server';
import type { InstanceRow, Variables } from '../engine/state/rows.rules.ts';

/** A row before and after who judges it changed it. */
export interface AmendedRow {
  readonly before: Readonly<Record<string, unknown>>;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A paper that instances are about, and what their end means for it. */
export interface ProcessBusiness {
  readonly table: string;
  /** In the transaction of the command that ended the instance. */
  readonly ended: (context: Context, instance: InstanceRow) => Promise<void>;
  /** What the row says now, by the names of its variables: an approval that was judged by others is none. */
  readonly facts?: (context: Context, businessId: string) => Promise<Variables>;
  /** Variables that are others once who judges it changed its row; where it is given, a node may leave fields of the paper to its handler. */
  readonly amended?: (context: Context, change: AmendedRow) => Promise<Variables>;
}

/** The papers that processes are about, of every room. */
export const processBusinesses = contribution<ProcessBusiness>('workflow.businesses');
