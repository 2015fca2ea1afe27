import type { Row } from '#kernel/language/paper.ts';
import { behaviour } from '#kernel/server';
import { assertRule } from './check-rule.server.ts';
import { pushRule } from './push-rule.paper.ts';

export default behaviour<typeof pushRule>(pushRule, {
  async saving(context, { before, values }) {
    await assertRule(context, { ...before, ...values } as Row<typeof pushRule>);
  },
});
