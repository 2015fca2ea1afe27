import type { KeyOf } from '#kernel/language/dictionary.ts';
import { type Label, storedText } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import type { schemeChangeType } from '../dictionaries.ts';
import { schemeRecord } from './scheme-record.paper.ts';

interface Change {
  readonly type: KeyOf<typeof schemeChangeType>;
  readonly summary: Label;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Add a line to the changes of a contract. */
export async function recordChange(
  context: Context,
  schemeId: string,
  { type, summary, before = {}, after = {} }: Change,
): Promise<void> {
  await context.append(schemeRecord, [
    {
      schemeId,
      changeType: type,
      beforeValue: before,
      afterValue: after,
      summary: storedText(summary, 500),
      operatorName: context.person.name,
      changeTime: context.now(),
    },
  ]);
}
