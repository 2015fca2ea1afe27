import type { Context } from '#kernel/server/context.ts';
import type { Chance, DemoUser } from '#business/system/seed/demo-world.seed.ts';
import type { Remedy } from '../orders/faults.ts';
import type { SeedMachine } from '../homes.seed.ts';
import type { WorkKind } from '../orders/works.ts';

/** Work of an order: the repair of a fault, or a kind of ordered work. */
export type Task =
  { readonly kind: 'repair'; readonly remedy: Remedy } | { readonly kind: WorkKind; readonly remedy?: undefined };

/** A job to plan. `orderId` returns undefined until its order has been created. */
export interface SeedJob {
  readonly orderId: () => string | undefined;
  readonly team: string;
  readonly minutes: number;
  readonly task: Task;
  readonly machines: readonly SeedMachine[];
  /** Area of the floor heating to lay, in square metres. */
  readonly laidArea?: number;
  /** True if two technicians go together; then no refusal, transfer or delay is planned. */
  readonly inTwos?: boolean;
  /** True if the dispatcher sends a technician within minutes. */
  readonly isUrgent?: boolean;
  /** Create rows that exist only after the work, as the technician: the installed machines. */
  readonly built?: (context: Context, at: string, chance: Chance) => Promise<void>;
  /** Called with the moment at which the work is finished for good. */
  readonly over?: (at: string) => void;
}

/**
 * An event of the demo run. `who` is an account, a role or `PRODUCT`; events of one `worker` (a queue) run in their
 * order; one without a queue runs alone.
 */
export interface Happening {
  readonly at: string;
  readonly who: string | DemoUser;
  readonly worker?: string;
  /** `chance` is the random source of the queue. */
  readonly work: (context: Context, chance: Chance) => Promise<unknown>;
}

/** Value of `who` for events of the product itself, without a person. */
export const PRODUCT = 'product';

/** Return the queue of a team. The two teams of installers share one, since installations are planned for both. */
export const teamQueue = (team: string): string => (team.startsWith('install') ? 'install' : team);
