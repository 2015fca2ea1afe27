import { type Context, behaviour } from '#kernel/server';
import { titlesOf } from '../command/may-start.server.ts';
import { newestDefinition } from '../store/definitions.server.ts';
import { ExpressionError } from '../engine/expression/expression-error.rules.ts';
import { compileTemplate } from '../engine/expression/template.rules.ts';
import { refuse } from '../refusals.ts';
import { processBinding } from './process-binding.paper.ts';

/** Refuse an expression that cannot be parsed, because it will be evaluated whenever a row is submitted. */
function assertReadable(expression: string, field: string): void {
  try {
    compileTemplate(expression);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const refusal = refuse.expression({ what: expression });
    throw refuse.expression({ what: expression }, { fields: [{ field, words: refusal.words }] });
  }
}

/** Refuse a process whose drawing names the papers that it governs, if this paper is not among them. */
async function assertGoverns(context: Context, processKey: string, paperName: string): Promise<void> {
  const definition = await newestDefinition(context.sql, context.tenantId, processKey);
  const { papers } = definition?.process ?? {};
  if (!definition || !papers || papers.includes(paperName)) return;
  const refusal = refuse.otherPaper({ name: definition.name, papers: titlesOf(context, papers) });
  throw refuse.otherPaper(
    { name: definition.name, papers: titlesOf(context, papers) },
    { fields: [{ field: 'processKey', words: refusal.words }] },
  );
}

export default behaviour<typeof processBinding>(processBinding, {
  async saving(context, { before, values }) {
    const { paperName, processKey, condition, variables } = { ...before, ...values };
    const bound = context.rooms.flatMap((room) => room.papers).find((one) => one.name === paperName);
    if (!bound?.lifecycle?.governed)
      throw refuse.ungoverned({ fields: [{ field: 'paperName', words: refuse.ungoverned().words }] });
    if (paperName && processKey) await assertGoverns(context, processKey, paperName);
    if (condition) assertReadable(condition, 'condition');
    for (const { value } of variables ?? []) assertReadable(value, 'variables');
  },
});
