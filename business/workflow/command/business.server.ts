import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Context } from '#kernel/server';
import type { InstanceRow } from '../engine/state/rows.rules.ts';

/** A paper that instances are about, and what their end means for it. */
export interface ProcessBusiness {
  readonly table: string;
  /** In the transaction of the command that ended the instance. */
  readonly ended: (context: Context, instance: InstanceRow) => Promise<void>;
}

/** The papers that processes are about, of every room. */
export const processBusinesses = contribution<ProcessBusiness>('workflow.businesses');
