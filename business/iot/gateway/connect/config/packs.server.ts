import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Context, implement } from '#kernel/server';
import { type PackJson, jsonOfPack, readProtocolPack } from '../packs/pack-json.rules.ts';
import { packs } from '../packs/packs.rules.ts';
import { refuse } from '../refusals.ts';
import { exported } from './pack/export-pack.server.ts';
import { changesOfParts } from './pack/pack-changes.rules.ts';
import { findParts, mayModel, partsOfPack, partsStored, withModel } from './pack/pack-parts.server.ts';
import { writeProtocol } from './pack/write-pack.server.ts';
import { exportPack, importPack, protocolPacks } from './packs.calls.ts';

/** Return the pack of an import: the one that was sent, or a protocol of the product. */
function packOf({ code, pack: sent }: CallInputOf<typeof importPack>): PackJson {
  if (sent !== null && sent !== undefined) {
    const read = readProtocolPack(sent);
    if ('problem' in read) throw refuse.packWrong({ words: read.problem });
    return read;
  }
  const known = packs.find((one) => one.code === code);
  if (!known) throw refuse.packUnknown();
  return jsonOfPack(known);
}

/** Compare a pack with what is stored, and write what differs, in one transaction. */
async function imported(
  input: CallInputOf<typeof importPack>,
  context: Context,
): Promise<CallAnswer<typeof importPack>> {
  const { port, dry, replace } = input;
  const sent = packOf(input);
  if (!dry) await context.lock(`pack ${sent.name}`);
  const hasModels = mayModel(context);
  const pack = withModel(sent, hasModels);
  const found = await findParts(context, pack);
  const changes = changesOfParts(await partsStored(context, pack, found), partsOfPack(pack, found));
  const { name, fields, samples } = pack;
  const answer = {
    name,
    exists: found.config !== undefined,
    hasModels,
    fields: fields.length,
    samples: samples.length,
    changes,
  };
  const isOther = changes.some(({ change }) => change === 'changed' || change === 'removed');
  if (dry || ((found.config || isOther) && !replace)) return { id: null, ...answer };
  return { id: await writeProtocol(context, pack, found, { changes, port }), ...answer };
}

/** Calls about protocols as packs: those of the product, and those of other installations. */
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
  implement(exportPack, { read: exported }),
  implement(importPack, { write: imported }),
];
