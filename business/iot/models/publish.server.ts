import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type AttributeDifference, schemaDifferences } from './compatibility.rules.ts';
import { readAttributes, instancesOf, publishedSchema } from './model-attributes.server.ts';
import type { SchemaAttribute } from './model-schema.rules.ts';
import { modelVersion } from './model-version.paper.ts';
import type { thingModel } from './thing-model.paper.ts';

type Model = Row<typeof thingModel>;

/** Return the differences between the attributes and the published version, and the number of devices of the model. */
export async function differencesOf(
  reading: Reading,
  model: Model,
): Promise<{
  readonly version: number | null;
  readonly devices: number;
  readonly published: Readonly<Record<string, SchemaAttribute>>;
  readonly differences: readonly AttributeDifference[];
}> {
  const [now, old, devices] = [
    await readAttributes(reading, model.id),
    await publishedSchema(reading, model),
    await instancesOf(reading, model.id),
  ];
  return {
    version: model.publishedVersion,
    devices,
    published: Object.fromEntries(old.attributes.map((one) => [one.identifier, one])),
    differences: schemaDifferences(old, { attributes: now }),
  };
}

/**
 * Publish the attributes as a new version for all devices of the model. Refuse breaking changes if the model has
 * devices.
 */
export async function publish(context: Context, model: Model, note: string | null): Promise<Partial<Model>> {
  const attributes = await readAttributes(context, model.id);
  if (!attributes.length) throw refuse.noAttributes();
  const { differences, devices } = await differencesOf(context, model);
  if (!differences.length && model.publishedVersion) throw refuse.nothingToPublish();
  const breaking = model.publishedVersion ? differences.filter((one) => one.isBreaking) : [];
  if (breaking.length && devices > 0) {
    const names = breaking.map((one) => one.identifier);
    throw refuse.breaking({ names, devices }, { data: { names, devices } });
  }
  const versionNo = (model.publishedVersion ?? 0) + 1;
  await context.append(modelVersion, [
    {
      modelId: model.id,
      versionNo,
      note: note ?? '',
      publishedBy: context.person.id,
      publishedTime: context.now(),
      schema: { attributes },
    },
  ]);
  await context.sql.query(
    'update iot_device set model_version = $3 where tenant_id = $1 and model_id = $2 and is_deleted = 0',
    [context.tenantId, model.id, versionNo],
  );
  await context.sql.query('select iot_take_model($1, $2)', [model.modelCode, model.id]);
  return { publishedVersion: versionNo };
}
