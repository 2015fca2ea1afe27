import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Context, Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { schemaDifferences } from './compatibility.rules.ts';
import { readAttributes, writeAttributes } from './model-attributes.server.ts';
import type { importTsl, modelTsl } from './thing-model.calls.ts';
import { thingModel } from './thing-model.paper.ts';
import { profileFields, readTsl, toTsl } from './tsl.rules.ts';

/** Return a thing model as TSL JSON. */
export async function tslOf(
  { id }: CallInputOf<typeof modelTsl>,
  reading: Reading,
): Promise<CallAnswer<typeof modelTsl>> {
  const [model] = await reading.visible(thingModel).all([id]);
  const profile = Object.fromEntries(
    profileFields.flatMap((name) => (model[name] === null ? [] : [[name, model[name]]])),
  );
  const tsl = toTsl(profile, model.publishedVersion, await readAttributes(reading, id));
  return { ...tsl, properties: [...tsl.properties], events: [...tsl.events], services: [...tsl.services] };
}

/** Return the model to import into: the named one, or that with the code in the TSL. Null: a new one is created. */
async function modelFor(context: Context, named: string | null, code: string): Promise<{ id: string } | null> {
  if (named) return (await context.visible(thingModel, { button: 'edit' }).all([named]))[0];
  const [found] = code ? await context.find(thingModel, { modelCode: code }, { first: 1 }) : [];
  return found ?? null;
}

/** Import TSL into an existing or new model and return the differences. With `dry`, write nothing. */
export async function importFrom(
  { tsl, modelId, dry }: CallInputOf<typeof importTsl>,
  context: Context,
): Promise<CallAnswer<typeof importTsl>> {
  const read = readTsl(tsl);
  if ('problem' in read) throw refuse.tslMalformed({ zh: read.problem[0], en: read.problem[1] });
  const { profile, attributes } = read;
  const code = typeof profile.modelCode === 'string' ? profile.modelCode : '';
  const model = await modelFor(context, modelId, code);
  const before = model ? await readAttributes(context, model.id) : [];
  const differences = schemaDifferences({ attributes: before }, { attributes });
  if (dry) return { id: model?.id ?? null, modelCode: code, attributes: attributes.length, differences };
  const known = Object.fromEntries(profileFields.flatMap((name) => (name in profile ? [[name, profile[name]]] : [])));
  const { id } = model ?? (await context.submit(thingModel, known));
  await writeAttributes(context, id, attributes);
  return { id, modelCode: code, attributes: attributes.length, differences };
}
