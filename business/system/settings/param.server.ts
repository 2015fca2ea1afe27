import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { storedText } from '#kernel/language/label.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { type Parameter, topMenuOf } from '#kernel/language/room.ts';
import { type Context, type Reading, behaviour, implement, row as refuseRow, sentField } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type EffectiveValue, effectiveValues, setOwnValue, setPlatformValue } from './param.calls.ts';
import { param } from './param.paper.ts';
import { paramDefault } from './param-default.paper.ts';

type Given = CallInputOf<typeof setOwnValue>['given'];

const known = (reading: Pick<Reading, 'rooms'>): { of: Parameter; room: Label }[] =>
  reading.rooms.flatMap((room) =>
    (room.parameters ?? []).map((of) => ({ of, room: topMenuOf(reading.rooms, room).label })),
  );

async function effective(reading: Reading): Promise<EffectiveValue[]> {
  const own = new Map((await reading.find(param, {}, { limit: 2000 })).map((row) => [row.paramKey, row.paramValue]));
  const platform = new Map(
    (await reading.find(paramDefault, {}, { limit: 2000 })).map((row) => [row.paramKey, row.paramValue]),
  );
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

/** Return the setting and its new value; null removes it. */
function settingIn(context: Context, input: Given): { of: Parameter; value: string | null } {
  const of = known(context).find((one) => one.of.key === input.paramKey)?.of;
  if (!of) throw refuseRow.missing({ title: param.title });
  if (input.paramValue === null || input.paramValue === undefined) return { of, value: null };
  const value = sentField(param, input, 'paramValue');
  if (!value)
    throw refuseRow.invalid(
      { first: ['请输入参数键值', 'Enter the value'] },
      { fields: [{ field: 'paramValue', words: ['请输入参数键值', 'Enter the value'] }] },
    );
  return { of, value };
}

/** Store the company's own value, or return to the platform's. */
async function writeOwn(input: Given, context: Context): Promise<object> {
  const { of, value } = settingIn(context, input);
  await context.lock(`parameter ${of.key}`);
  const [row] = await context.find(param, { paramKey: of.key }, { first: 1 });
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

/** Store the value for companies without their own; only people of the platform may. */
async function writePlatform(input: Given, context: Context): Promise<object> {
  if (!context.person.platform) throw refuse.platformOnly();
  const { of, value } = settingIn(context, input);
  await context.lock(`parameter ${of.key}`);
  const [row] = await context.find(paramDefault, { paramKey: of.key }, { first: 1 });
  await context.assertRight(paramDefault, value === null ? 'delete' : row ? 'edit' : 'add', row ? [row.id] : []);
  if (value === null) {
    if (row) await context.remove(paramDefault, row.id);
  } else if (row) await context.change(paramDefault, row.id, { paramValue: value });
  else await context.create(paramDefault, { paramKey: of.key, paramValue: value });
  return {};
}

export default behaviour(param, {
  calls: [
    implement(effectiveValues, { read: (_asked, reading) => effective(reading) }),
    implement(setOwnValue, { write: ({ given }, context) => writeOwn(given, context) }),
    implement(setPlatformValue, { write: ({ given }, context) => writePlatform(given, context) }),
  ],
});
