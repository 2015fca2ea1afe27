import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { attributeProblem, completeAttribute } from './attribute.rules.ts';
import { modelAttribute } from './model-attribute.paper.ts';
import { MAX_ATTRIBUTES, type SchemaAttribute } from './model-schema.rules.ts';

type Attribute = Row<typeof modelAttribute>;

/**
 * Return a number for a new property that its model has never used. A lock lets concurrent additions wait for each
 * other.
 */
async function nextPropertyNumber(context: Context, modelId: string): Promise<number> {
  await context.lock(`iot model ${modelId}`);
  const [{ next, living }] = await context.sql.query<{ next: number; living: number }>(
    `select coalesce(max(prop_no), 0) + 1 as next, count(*) filter (where is_deleted = 0)::int as living
     from iot_model_attribute where tenant_id = $1 and model_id = $2`,
    [context.tenantId, modelId],
  );
  if (living >= MAX_ATTRIBUTES) throw refuse.tooManyAttributes({ most: MAX_ATTRIBUTES });
  return next;
}

/** Refuse an attribute that has a problem, naming the field. */
export function assertSound(one: SchemaAttribute): void {
  const problem = attributeProblem(one);
  if (!problem) return;
  const [zh, en] = problem.words;
  throw refuse.attributeMalformed({ zh, en }, { fields: [problem] });
}

export default behaviour<typeof modelAttribute>(modelAttribute, {
  async saving(context, { before, values }) {
    const after = { ...before, ...values } as Attribute;
    const rest = completeAttribute(after as unknown as SchemaAttribute);
    assertSound({ ...(after as unknown as SchemaAttribute), ...rest });
    const isNew = !before || before.attrType !== after.attrType;
    return {
      ...(rest as Partial<Attribute>),
      ...(isNew && {
        propNo: after.attrType === 'property' ? await nextPropertyNumber(context, after.modelId) : null,
      }),
    };
  },
});
