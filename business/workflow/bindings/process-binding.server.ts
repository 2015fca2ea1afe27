import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { behaviour } from '#kernel/server';
import { ExpressionError } from '../engine/expression/expression-error.rules.ts';
import { compileTemplate } from '../engine/expression/template.rules.ts';
import { refuse } from '../refusals.ts';
import { processBinding } from './process-binding.paper.ts';

/** Can it be read? It is worked out whenever a row asks to be judged. */
function assertReadable(expression: string, field: string): void {
  try {
    compileTemplate(expression);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const refusal = refuse.expression({ what: expression });
    throw refuse.expression({ what: expression }, { fields: [{ field, words: refusal.words }] });
  }
}

export default behaviour<typeof processBinding>(processBinding, {
  async saving(context, { before, values }) {
    const { paperName, condition, variables } = { ...before, ...values };
    const bound = context.rooms.flatMap((room) => room.papers).find((one) => one.name === paperName);
    if (!(bound?.lifecycle as Lifecycle | undefined)?.governed)
      throw refuse.ungoverned({ fields: [{ field: 'paperName', words: refuse.ungoverned().words }] });
    if (condition) assertReadable(condition, 'condition');
    for (const { value } of variables ?? []) assertReadable(value, 'variables');
  },
});
