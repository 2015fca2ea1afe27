import type { SentBody, CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Context } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import type { publishConfig } from '../connect-config.calls.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { expectAsPublished, goLive, quietly } from './live.server.ts';

/** Replace the rows of a configuration and publish them; refuse all of it while it cannot run or a sample breaks. */
export async function published(
  { keyId, version, liveVersion, config, fields, samples }: CallInputOf<typeof publishConfig>,
  context: Context,
): Promise<CallAnswer<typeof publishConfig>> {
  if (!keyId) throw refuse.keyIdMissing();
  const [row] = await context.visible(connectConfig, { button: 'edit' }).all([keyId]);
  await context.lock(`connectConfig ${row.id}`);
  const stored = await context.get(connectConfig, row.id);
  if (liveVersion !== null && liveVersion !== (stored.liveVersion ?? 0)) throw refuse.publishedMeanwhile();
  const body = {
    ...config,
    id: row.id,
    ...(version !== null && { version }),
    ...(fields && { fields }),
    ...(samples && { samples }),
  };
  await quietly(context, () => context.resubmit(connectConfig, row.id, body as SentBody<typeof connectConfig>));
  const hindrance = await goLive(context, row.id);
  if (hindrance) throw refuse.notLive(hindrance);
  await expectAsPublished(context, row.id);
  const after = await context.get(connectConfig, row.id);
  return { id: after.id, version: after.version, liveVersion: after.liveVersion ?? 0 };
}
