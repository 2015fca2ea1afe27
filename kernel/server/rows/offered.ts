import { placeUnder } from '#kernel/language/calls/place.ts';
import type { Field } from '#kernel/language/field.ts';
import { must } from '#kernel/language/must.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { OwnCall } from '../assembly/behaviour.ts';
import type { App } from '../app.ts';
import type { Reading } from '../context.ts';

/** The address of a call that a paper has beyond the standard ones. */
export const ownCallAddress = (paper: AnyPaper, own: OwnCall): string => placeUnder(paper, own.path);

/** Return the keys that a caller may choose. */
type Offering = (reading: Reading) => Promise<string[]>;

/** Return the reader of the keys that a call offers for a field. Return null where the field has no such call. */
export function offering(app: App, field: Partial<Field>): Offering | null {
  if (!field.offered) return null;
  const call = [...app.papers.values()].flatMap((paper) =>
    (app.behaviours.get(paper.name)?.calls ?? []).filter((own) => ownCallAddress(paper, own) === field.offered),
  )[0];
  if (!call?.read) throw new Error(`No call ${field.offered} tells what “${field.label?.[1]}” may be`);
  return async (reading) =>
    ((await must(call.read, 'read')({ query: {}, params: {}, body: {} }, reading)) as { id: string }[]).map(
      (row) => row.id,
    );
}
