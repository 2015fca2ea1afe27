import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { CallAnswer, CallInputOf, SentBody } from '#kernel/language/calls/call.ts';
import { type Context, implement } from '#kernel/server';
import { packs } from '../packs/packs.rules.ts';
import { refuse } from '../refusals.ts';
import { connectConfig } from './connect-config.paper.ts';
import { fieldNameOf } from '../codec/values/value-type.rules.ts';
import type { ProtocolPack } from '../packs/protocol-pack.rules.ts';
import { liveText, readLive } from './live/live.rules.ts';
import { goLive, rowsOfConfig, quietly } from './live/live.server.ts';
import { isEqualJson } from './samples/same-value.rules.ts';
import type { FrameSample } from './samples/sample.rules.ts';
import { importPack, protocolPacks } from './packs.calls.ts';

type Changes = CallAnswer<typeof importPack>['changes'];
type Kind = Changes[number]['of'];

/** Rows of a protocol as they are stored: fields and samples in their order. */
const rowsOf = ({ fields, samples }: ProtocolPack): { fields: object[]; samples: object[] } => ({
  fields: fields.map((field, at) => ({ ...field, sort: at + 1 })),
  samples: samples.map(({ name, frame, source, deviceId, props }, at) => ({
    name,
    frame,
    sort: at + 1,
    direction: 'up',
    remark: source.slice(0, 255),
    expect: { deviceId, props, events: [] },
  })),
});

/** Compare stored parts with those of a protocol. Parts of one name are compared in their order. */
function differences(of: Kind, stored: readonly Part[], wanted: readonly Part[]): Changes {
  const [before, after] = [Map.groupBy(stored, ({ name }) => name), Map.groupBy(wanted, ({ name }) => name)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Changes => {
    const [was, is] = [before.get(name), after.get(name)];
    if (!was || !is) return [{ of, name, change: was ? 'removed' : 'added' }];
    const isSame = was.length === is.length && was.every(({ value }, at) => isEqualJson(value, is[at].value));
    return isSame ? [] : [{ of, name, change: 'changed' }];
  });
}

interface Part {
  readonly name: string;
  readonly value: unknown;
}

/** Return the parts of a form by which it is compared: its values, and its fields. */
function partsIn(text: string): { config: Part[]; fields: Part[] } {
  const live = must(readLive(text), 'a form');
  return {
    config: Object.entries(live.config).map(([name, value]) => ({ name, value: value ?? null })),
    // A stored field has a scale of 1 where a protocol has none.
    fields: live.fields.map((field) => ({ name: fieldNameOf(field), value: { ...field, scale: field.scale ?? '1' } })),
  };
}

const sampleParts = (samples: readonly object[]): Part[] =>
  (samples as readonly FrameSample[]).map(({ name, frame, expect, refusedAs }) => ({
    name: name ?? '',
    value: { frame, expect: expect ?? null, refusedAs: refusedAs ?? null },
  }));

/** Return what an import would change in a stored configuration. */
async function changesOf(context: Context, config: Row<typeof connectConfig>, pack: ProtocolPack): Promise<Changes> {
  const stored = await rowsOfConfig(context, config.id);
  const wanted = rowsOf(pack);
  const [was, is] = [
    partsIn(liveText(config, stored.fields)),
    partsIn(liveText({ ...config, ...pack.config }, wanted.fields)),
  ];
  return [
    ...differences('config', was.config, is.config),
    ...differences('field', was.fields, is.fields),
    ...differences('sample', sampleParts(stored.samples), sampleParts(wanted.samples)),
  ];
}

/** Make the configuration of a protocol, or bring the one of its name up to date, in one transaction. */
async function imported(
  { code, port, dry, replace }: CallInputOf<typeof importPack>,
  context: Context,
): Promise<CallAnswer<typeof importPack>> {
  const pack = packs.find((one) => one.code === code);
  if (!pack) throw refuse.packUnknown();
  const [name] = pack.title;
  const [found] = await context.find(connectConfig, { name }, { limit: 1 });
  const rows = rowsOf(pack);
  const added = (of: Kind, list: readonly { readonly name: string }[]): Changes =>
    list.map((one) => ({ of, name: one.name, change: 'added' }));
  const changes = found
    ? await changesOf(context, found, pack)
    : [
        ...added('config', [{ name }]),
        ...added(
          'field',
          pack.fields.map((field) => ({ name: fieldNameOf(field) })),
        ),
        ...added('sample', pack.samples),
      ];
  const answer = { name, exists: Boolean(found), fields: rows.fields.length, samples: rows.samples.length, changes };
  if (dry || (found && !replace)) return { id: null, ...answer };
  if (found) await context.assertRight(connectConfig, 'edit', [found.id]);
  const address = { ip: '0.0.0.0', port, deviceConnectType: 'tcp_server', deviceConnectMethod: 'long' };
  const id = await quietly(context, async () => {
    const body = { ...pack.config, ...rows } as SentBody<typeof connectConfig>;
    const row = found
      ? await context.resubmit(connectConfig, found.id, { ...body, id: found.id })
      : await context.submit(connectConfig, { ...body, ...address, name } as SentBody<typeof connectConfig>);
    return row.id;
  });
  const hindrance = await goLive(context, id);
  if (hindrance) throw refuse.notLive(hindrance);
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
