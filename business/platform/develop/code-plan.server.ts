import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { codePlan } from './code-plan.paper.ts';
import { columnCalled } from './columns.rules.ts';
import { modelColumn } from './model-column.paper.ts';
import { MAX_COLUMNS } from './develop.calls.ts';

type Plan = Partial<Row<typeof codePlan>>;

const MISSING = {
  treePid: ['请选择树父主键字段', 'Choose the column that names the row above'],
  subModelId: ['请选择子表模型', 'Choose the model of the lines'],
  subFkId: ['请选择子表绑定外键', 'Choose the column that points at the header'],
} as const satisfies Readonly<Record<string, Label>>;

/** Return the fields that a template requires. */
const wanted = ({ templateType }: Plan): readonly (keyof typeof MISSING)[] =>
  templateType === 'tree' ? ['treePid'] : templateType === 'sub' ? ['subModelId', 'subFkId'] : [];

/** Check a column's name against the model; a model without columns is checked against the table on generation. */
async function assertColumn(
  context: Context,
  modelId: string | null | undefined,
  field: 'treePid' | 'treeName' | 'subFkId',
  name: string | null | undefined,
): Promise<void> {
  if (!modelId || !name) return;
  const columns = await context.find(modelColumn, { modelId }, { limit: MAX_COLUMNS });
  if (columns.length && !columns.some((column) => columnCalled(column, name)))
    throw refuse.templateUnfinished({
      fields: [{ field, words: [`模型中没有字段 ${name}`, `The model has no column ${name}`] }],
    });
}

export default behaviour<typeof codePlan>(codePlan, {
  async saving(context, { before, values }) {
    const plan: Plan = { ...before, ...values };
    const missing = wanted(plan).filter((name) => !plan[name]);
    if (missing.length)
      throw refuse.templateUnfinished({ fields: missing.map((field) => ({ field, words: MISSING[field] })) });
    if (plan.templateType === 'tree') {
      await assertColumn(context, plan.modelId, 'treePid', plan.treePid);
      await assertColumn(context, plan.modelId, 'treeName', plan.treeName);
    }
    if (plan.templateType !== 'sub') return;
    if (plan.subModelId === plan.modelId)
      throw refuse.templateUnfinished({
        fields: [{ field: 'subModelId', words: ['子表不能是主表本身', 'Lines have a model of their own'] }],
      });
    await assertColumn(context, plan.subModelId, 'subFkId', plan.subFkId);
  },
});
