import type { Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement, type Reading } from '#kernel/server';
import { thingCategory } from '../devices/dictionaries.ts';
import { refuse } from '../refusals.ts';
import { addBuiltIn } from './built-in/add-built-in.server.ts';
import { templateOf } from './built-in/templates.rules.ts';
import { categoryGroups } from './categories.rules.ts';
import { instancesOfAll, writeAttributes } from './model-attributes.server.ts';
import { modelAttribute } from './model-attribute.paper.ts';
import { MAX_ATTRIBUTES, codeProblem } from './model-schema.rules.ts';
import { differencesOf, publish } from './publish.server.ts';
import {
  builtInModels,
  categoryTree,
  importTsl,
  modelDifferences,
  modelTsl,
  publishModel,
} from './thing-model.calls.ts';
import { thingModel } from './thing-model.paper.ts';
import { importFrom, tslOf } from './tsl.server.ts';

type Model = Row<typeof thingModel>;

const living =
  "(select count(*)::int from iot_device d where d.tenant_id = t.tenant_id and d.model_id = t.id and d.is_deleted = 0 and d.instance_status <> 'retired')";

/** Count the models by category, in their groups. */
async function countKinds(reading: Reading): Promise<CallAnswer<typeof categoryTree>> {
  const rows = await reading.sql.query<{ code: string; n: number }>(
    'select category as code, count(*)::int as n from iot_thing_model where tenant_id = $1 and is_deleted = 0 group by 1',
    [reading.tenantId],
  );
  const counts = new Map(rows.map((row) => [row.code, row.n]));
  return categoryGroups.map(({ code, label, kinds }) => {
    const children = kinds.map((kind) => {
      const [nameZh, nameEn] = thingCategory.items[kind as keyof typeof thingCategory.items];
      return { code: kind, nameZh, nameEn, count: counts.get(kind) ?? 0 };
    });
    return {
      code,
      nameZh: label[0],
      nameEn: label[1],
      count: children.reduce((sum, one) => sum + one.count, 0),
      children,
    };
  });
}

/** Return the differences from the published version, with the attributes in order, for the page of a model. */
async function compared(reading: Reading, id: string): Promise<CallAnswer<typeof modelDifferences>> {
  const [model] = await reading.visible(thingModel).all([id]);
  const rows = await reading.visible(modelAttribute, { query: { modelId: id } }).words({ limit: MAX_ATTRIBUTES });
  const attributes = rows.toSorted((one, other) => Number(one.sort) - Number(other.sort));
  return { ...(await differencesOf(reading, model)), attributes };
}

async function staying(context: Context, rows: readonly Model[]): Promise<ReadonlyMap<string, Refusal>> {
  const found = await instancesOfAll(
    context,
    rows.map((row) => row.id),
  );
  return new Map([...found].map(([id, count]) => [id, refuse.hasInstances({ count })]));
}

export default behaviour<typeof thingModel>(thingModel, {
  computed: {
    attributeCount:
      '(select count(*)::int from iot_model_attribute a where a.tenant_id = t.tenant_id and a.model_id = t.id and a.is_deleted = 0)',
    instanceCount: living,
  },
  async saving(_context, { before, values }) {
    if (before || !values.modelCode) return;
    const problem = codeProblem(values.modelCode);
    if (!problem) return;
    const [zh, en] = problem;
    throw refuse.attributeMalformed({ zh, en }, { fields: [{ field: 'modelCode', words: problem }] });
  },
  async saved(context, { before, row, extra }) {
    if (!before && extra?.useTemplate) await writeAttributes(context, row.id, templateOf(row.category));
  },
  actions: {
    publish: (context, row, { note }) => publish(context, row, note),
    republish: (context, row, { note }) => publish(context, row, note),
  },
  async moved(context, { by, row }) {
    if (by === 'disable') await context.sql.query('select iot_free_models(array[$1::bigint])', [row.id]);
    if (by === 'enable') await context.sql.query('select iot_take_model($1, $2)', [row.modelCode, row.id]);
  },
  staying,
  releases: ['modelVersion.modelId', 'alarm.modelId'],
  leaving: async (context, rows) => {
    await context.sql.query('select iot_free_models($1::bigint[])', [rows.map((row) => row.id)]);
  },
  calls: [
    implement(categoryTree, { read: (_input, reading) => countKinds(reading) }),
    implement(publishModel, {
      write: async ({ id, note }, context) => {
        const [model] = await context.visible(thingModel, { button: 'publish' }).all([id]);
        const verb = model.modelStatus === 'draft' ? 'publish' : 'republish';
        const { modelStatus, publishedVersion } = await context.act(thingModel, id, verb, { note });
        return { id, modelStatus: String(modelStatus), publishedVersion: Number(publishedVersion) };
      },
    }),
    implement(modelTsl, { read: tslOf }),
    implement(importTsl, { write: importFrom }),
    implement(modelDifferences, { read: ({ id }, reading) => compared(reading, id) }),
    implement(builtInModels, { write: async (_input, context) => ({ added: await addBuiltIn(context) }) }),
  ],
});
