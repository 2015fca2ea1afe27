import { type Contribution, type Ordered, bySort } from '#kernel/language/rooms/contribution.ts';
import type { Context } from '../context.ts';

/** Work of a room that follows rows of another room. `E` has the input of each event by its name. */
export interface Follower<E> extends Ordered {
  readonly on: { readonly [K in keyof E]?: (context: Context, happened: E[K]) => Promise<void> };
}

/**
 * Call the followers of an event in the order of `sort`, in the transaction of the event. A refusal rolls all of it
 * back.
 */
export async function inform<E, K extends keyof E>(
  context: Context,
  place: Contribution<Follower<E>>,
  event: K,
  happened: E[K],
): Promise<void> {
  for (const { on } of bySort(context.contributions(place))) await on[event]?.(context, happened);
}
