import type { Context } from '#kernel/server/context.ts';
import type { Chance, DemoUser } from '#business/system/seed/demo-world.seed.ts';
import type { Remedy } from '../orders/faults.ts';
import type { SeedMachine } from '../homes.seed.ts';
import type { WorkKind } from '../orders/works.ts';

/** What an order is about: a fault with what is behind it, or work that was ordered. */
export type Task =
  { readonly kind: 'repair'; readonly remedy: Remedy } | { readonly kind: WorkKind; readonly remedy?: undefined };

/** One order on its way through dispatch; its id is known once it was made. */
export interface SeedJob {
  readonly orderId: () => string | undefined;
  readonly team: string;
  readonly minutes: number;
  readonly task: Task;
  readonly machines: readonly SeedMachine[];
  /** Square metres of the floor heating that is laid. */
  readonly laidArea?: number;
  /** Two go together; nothing comes between. */
  readonly inTwos?: boolean;
  /** What is there only once the work is done: made by whoever does it. */
  readonly built?: (context: Context, at: string, chance: Chance) => Promise<void>;
  /** Told of the moment at which the matter is over. */
  readonly over?: (at: string) => void;
}

/** Something that happens at a moment: done by somebody, or by the product itself; what stands in one lane happens in its order. */
export interface Happening {
  readonly at: string;
  readonly who: string | DemoUser;
  readonly worker?: string;
  /** The chance is that of the lane. */
  readonly work: (context: Context, chance: Chance) => Promise<unknown>;
}

/** Whom the product itself is called among those who do something. */
export const PRODUCT = 'product';
