import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement, type Reading } from '#kernel/server';
import type { Specs } from '../../../models/model-schema.rules.ts';
import { modelAttribute } from '../../../models/model-attribute.paper.ts';
import { refusePoint as refuse } from '../refusals.ts';
import { connectionPoint } from './connection-point.paper.ts';
import { type PointMapping, mapUp, mappingProblem } from './mapping.rules.ts';
import { tryMapping } from './model-mapping.calls.ts';
import { modelMapping } from './model-mapping.paper.ts';
import type { PointValue } from './value.rules.ts';

type MappingRow = Row<typeof modelMapping>;

/** Refuse a mapping whose attribute or point belongs to another model, or that has no source. */
async function assertConnects(context: Context, row: MappingRow): Promise<void> {
  const [attribute] = await context.find(modelAttribute, { id: row.attributeId }, { first: 1 });
  if (attribute && (attribute.modelId !== row.modelId || attribute.attrType !== 'property'))
    throw refuse.attributeElsewhere();
  if (!row.pointId && !row.sourceField) throw refuse.sourceMissing();
  if (!row.pointId) return;
  const [point] = await context.find(connectionPoint, { id: row.pointId }, { first: 1 });
  if (point && point.connectionModelId !== row.connectionModelId) throw refuse.pointElsewhere();
  if (point && row.direction !== 'up' && point.rw === 'r') throw refuse.pointReadOnly();
}

function valueFrom(raw: unknown): PointValue {
  if (typeof raw === 'number' || typeof raw === 'boolean' || typeof raw === 'string') return raw;
  throw refuse.rawMalformed();
}

const unmapped: PointMapping = {
  direction: 'up',
  scale: null,
  shift: null,
  valueMap: null,
  expression: null,
  filterMode: null,
  invalidValues: null,
};

async function tried(raw: unknown, id: string | null, reading: Reading): Promise<CallAnswer<typeof tryMapping>> {
  const x = valueFrom(raw);
  if (!id) return mapUp(x, { ...unmapped, range: {} }, {});
  const [row] = await reading.visible(modelMapping).all([id]);
  const [attribute] = await reading.find(modelAttribute, { id: row.attributeId }, { first: 1 });
  const { min, max } = (attribute?.specs ?? {}) as Specs & { min?: number; max?: number };
  return mapUp(x, { ...(row as unknown as PointMapping), range: { min, max } }, {});
}

export default behaviour<typeof modelMapping>(modelMapping, {
  async saving(context, { before, values }) {
    const after = { ...before, ...values } as MappingRow;
    const problem = mappingProblem(after as unknown as PointMapping);
    if (problem) throw refuse.mappingWrong({ words: problem.words }, { fields: [problem] });
    await assertConnects(context, after);
  },
  apart: true,
  calls: [implement(tryMapping, { read: ({ raw, id }, reading) => tried(raw, id ?? null, reading) })],
});
