import { storedText } from '#kernel/language/label.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { type Parameter, topMenuOf } from '#kernel/language/room.ts';
import { behaviour, type CallInput, type Context, type Reading, row as refuseRow } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { param } from './param.paper.ts';
import { paramDefault } from './param-default.paper.ts';

type From = 'own' | 'platform' | 'product';

/** A setting with all its values: what the product brings, what the platform says, what the company says; the last one that is there counts. */
export interface EffectiveValue {
  readonly paramKey: string;
  readonly label: string;
  readonly room: string;
  readonly product: string;
  readonly platform: string | null;
  readonly own: string | null;
  readonly value: string;
  readonly from: From;
}

const known = (reading: Pick<Reading, 'rooms'>): { of: Parameter; room: Label }[] =>
  reading.rooms.flatMap((room) =>
    (room.parameters ?? []).map((of) => ({ of, room: topMenuOf(reading.rooms, room).label })),
  );

async function effective(reading: Reading): Promise<EffectiveValue[]> {
  const own = new Map((await reading.find(param, {}, 2000)).map((row) => [row.paramKey, row.paramValue]));
  const platform = new Map((await reading.find(paramDefault, {}, 2000)).map((row) => [row.paramKey, row.paramValue]));
  return known(reading).map(({ of, room }) => {
    const [mine, theirs] = [own.get(of.key) ?? null, platform.get(of.key) ?? null];
    return {
      paramKey: of.key,
      label: labelIn(of.label, reading.language),
      room: labelIn(room, reading.language),
      product: of.initial,
      platform: theirs,
      own: mine,
      value: mine ?? theirs ?? of.initial,
      from: mine !== null ? 'own' : theirs !== null ? 'platform' : 'product',
    };
  });
}

/** The setting that is meant, and the value that is given; null takes it away. */
function asked(context: Context, { body }: CallInput): { of: Parameter; value: string | null } {
  const of = known(context).find((one) => one.of.key === body.paramKey)?.of;
  if (!of) throw refuseRow.missing({ title: param.title });
  const value = body.paramValue === null || body.paramValue === undefined ? null : String(body.paramValue).trim();
  if (value === '' || (value?.length ?? 0) > 2000)
    throw refuseRow.invalid(
      { first: ['请输入参数键值', 'Enter the value'] },
      { fields: [{ field: 'paramValue', words: ['请输入参数键值', 'Enter the value'] }] },
    );
  return { of, value };
}

/** The company's own value, or back to the platform's. */
async function writeOwn(asking: CallInput, context: Context): Promise<Record<string, unknown>> {
  const { of, value } = asked(context, asking);
  await context.lock(`parameter ${of.key}`);
  const [row] = await context.find(param, { paramKey: of.key }, 1);
  if (value === null) {
    if (row) await context.remove(param, row.id);
  } else if (row) await context.change(param, row.id, { paramValue: value });
  else
    await context.create(param, {
      paramName: storedText([of.label[0].split(/[(（]/)[0], of.label[1].split(/ ?\(/)[0]]),
      paramKey: of.key,
      paramValue: value,
    });
  return {};
}

/** What holds for every company without a value of its own; the platform's people alone say it. */
async function writePlatform(asking: CallInput, context: Context): Promise<Record<string, unknown>> {
  if (!context.person.platform) throw refuse.platformOnly();
  const { of, value } = asked(context, asking);
  await context.lock(`parameter ${of.key}`);
  const [row] = await context.find(paramDefault, { paramKey: of.key }, 1);
  if (value === null) {
    if (row) await context.remove(paramDefault, row.id);
  } else if (row) await context.change(paramDefault, row.id, { paramValue: value });
  else await context.create(paramDefault, { paramKey: of.key, paramValue: value });
  return {};
}

export default behaviour(param, {
  calls: [
    {
      method: 'GET',
      path: 'effective',
      needs: 'view',
      summary: ['参数的各级值', 'Every value of the settings'],
      read: (_asking, reading) => effective(reading),
    },
    {
      method: 'POST',
      path: 'own',
      needs: 'edit',
      summary: ['设为本公司的值或恢复平台值', 'A value of the company, or back to the platform’s'],
      write: writeOwn,
    },
    {
      method: 'POST',
      path: 'platform',
      needs: 'edit',
      summary: ['设置平台值', 'The value for all companies'],
      write: writePlatform,
    },
  ],
});
