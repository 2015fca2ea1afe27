import type { SentRow } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { type Context, implement, type OwnCall, type Reading } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { alarmRule } from './alarm-rule.paper.ts';
import {
  addModelRule,
  addThingRule,
  changeModelRule,
  changeThingRule,
  deleteModelRule,
  deleteThingRule,
  deleteThingRuleByPost,
  deleteThingRules,
  modelRule,
  modelRules,
  putThingRule,
  thingRule,
  thingRules,
} from './rule-addresses.calls.ts';

/** The rules that an API path serves: those of single devices, or those of one model. */
type Place = { readonly scope: 'thing' } | { readonly scope: 'model'; readonly modelId: string };
type Sent = SentRow<typeof alarmRule>;

const things: Place = { scope: 'thing' };
const ofModel = (modelId: string): Place => ({ scope: 'model', modelId });

/** Refuse rules that the API path does not serve, with the status 404 of missing ones. */
async function assertHere(reading: Reading, ids: readonly string[], place: Place, action: string): Promise<void> {
  const rows = await reading.visible(alarmRule, { button: action }).all(ids);
  const isHere = rows.every(
    (one) => one.scope === place.scope && (place.scope === 'thing' || one.modelId === place.modelId),
  );
  if (!isHere) throw refuse.ruleElsewhere();
}

async function show(reading: Reading, id: string, place: Place): Promise<AnsweredRow<typeof alarmRule>> {
  await assertHere(reading, [id], place, 'view');
  return (await reading.visible(alarmRule, { query: { id } }).words({ first: 1 }))[0];
}

async function add(context: Context, row: Sent, place: Place): Promise<{ id: string; ruleCode: string }> {
  const made = await context.submit(alarmRule, { ...row, ...place, id: undefined });
  return { id: made.id, ruleCode: made.ruleCode };
}

async function change(
  context: Context,
  id: string,
  row: Sent,
  place: Place,
): Promise<{ id: string; ruleCode: string }> {
  await assertHere(context, [id], place, 'edit');
  const made = await context.resubmit(alarmRule, id, { ...row, ...place });
  return { id, ruleCode: made.ruleCode };
}

async function remove(context: Context, ids: readonly string[], place: Place): Promise<object> {
  await assertHere(context, ids, place, 'delete');
  await context.removeAll(alarmRule, ids);
  return {};
}

const changeThing = ({ row }: { readonly row: Sent }, context: Context) =>
  change(context, String(row.id ?? '0'), row, things);

/**
 * Calls for rules with the API paths of devices and of models. They serve the same rows as the paper, restricted by
 * scope.
 */
export const ruleAddresses: readonly OwnCall[] = [
  implement(thingRules, {
    page: ({ current, size, filters }) => ({ ...filters, current, size, scope: 'thing' }),
  }),
  implement(thingRule, { read: ({ id }, reading) => show(reading, id, things) }),
  implement(addThingRule, { write: ({ row }, context) => add(context, row, things) }),
  implement(changeThingRule, { write: changeThing }),
  implement(putThingRule, { write: changeThing }),
  implement(deleteThingRules, { write: ({ ids }, context) => remove(context, ids, things) }),
  implement(deleteThingRule, { write: ({ id }, context) => remove(context, [id], things) }),
  implement(deleteThingRuleByPost, { write: ({ id }, context) => remove(context, [id], things) }),
  implement(modelRules, {
    page: ({ modelId, current, size, filters }) => ({ ...filters, current, size, scope: 'model', modelId }),
  }),
  implement(addModelRule, { write: ({ modelId, row }, context) => add(context, row, ofModel(modelId)) }),
  implement(modelRule, { read: ({ modelId, id }, reading) => show(reading, id, ofModel(modelId)) }),
  implement(changeModelRule, {
    write: ({ modelId, id, row }, context) => change(context, id, row, ofModel(modelId)),
  }),
  implement(deleteModelRule, { write: ({ modelId, id }, context) => remove(context, [id], ofModel(modelId)) }),
];
