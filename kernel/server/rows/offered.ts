import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Call } from '../behaviour.ts';
import type { House } from '../house.ts';
import type { Actor } from '../write/transaction.ts';
import { readingOf } from './reading.ts';

/** The address of a call that a paper has beyond the standard ones. */
export const addressOf = (paper: AnyPaper, own: Call): string => (own.path.startsWith('blade-') ? own.path : `${paper.path}/${own.path}`);

/** The keys somebody may choose for a field, where a call tells them; null where every one may be that is offered at all. */
export async function offeredTo(house: House, actor: Actor, field: Field): Promise<string[] | null> {
  if (!field.offered) return null;
  const call = [...house.papers.values()].flatMap((paper) => (house.behaviours.get(paper.name)?.calls ?? []).filter((own) => addressOf(paper, own) === field.offered))[0];
  if (!call?.read) throw new Error(`No call ${field.offered} tells what “${field.label[1]}” may be`);
  const rows = await readingOf({ house, actor }, (tx) => call.read!({ query: {}, params: {}, body: {} }, tx)) as { id: string }[];
  return rows.map((row) => row.id);
}
