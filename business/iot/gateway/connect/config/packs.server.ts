import type { Draft } from '#kernel/language/paper.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, implement } from '#kernel/server';
import { packs } from '../packs/packs.rules.ts';
import { refuse } from '../refusals.ts';
import { connectConfig } from './connect-config.paper.ts';
import { connectField } from './connect-field.paper.ts';
import { importPack, protocolPacks } from './packs.calls.ts';

/** Make a configuration with the fields of a protocol, in one transaction. One of the same name is left as it is. */
async function imported(
  { code, port, dry }: CallInputOf<typeof importPack>,
  context: Context,
): Promise<CallAnswer<typeof importPack>> {
  const pack = packs.find((one) => one.code === code);
  if (!pack) throw refuse.packUnknown();
  const [name] = pack.title;
  const found = await context.find(connectConfig, { name }, { limit: 1 });
  const answer = { name, exists: found.length > 0, fields: pack.fields.length };
  if (dry || found.length) return { id: null, ...answer };
  const { id } = await context.create(connectConfig, {
    ...pack.config,
    name,
    ip: '0.0.0.0',
    port,
    deviceConnectType: 'tcp_server',
    deviceConnectMethod: 'long',
    sampleFrames: pack.samples.map((sample) => sample.frame).join('\n'),
  } as Draft<typeof connectConfig>);
  for (const [at, field] of pack.fields.entries())
    await context.create(connectField, { ...field, keyId: id, sort: at + 1 } as Draft<typeof connectField>);
  return { id, ...answer };
}

/** Calls about the protocols that the product brings. */
export const packCalls = [
  implement(protocolPacks, {
    read: async (_input, reading) =>
      packs.map(({ code, title, source, fields, samples }) => ({
        code,
        title: title[reading.language === 'en' ? 1 : 0],
        source,
        fields: fields.length,
        samples: samples.length,
      })),
  }),
  implement(importPack, { write: imported }),
];
