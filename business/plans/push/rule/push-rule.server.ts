import type { Row } from '#kernel/language/paper.ts';
import { behaviour, implement } from '#kernel/server';
import { tryPushRule } from '../dry-run/dry-run.server.ts';
import { previewPush } from '../dry-run/preview.server.ts';
import { readRulesToday } from '../dry-run/rules-today.server.ts';
import { assertRule } from './check-rule.server.ts';
import { dryRun, pushPreview, rulesToday } from './push-rule.calls.ts';
import { pushRule } from './push-rule.paper.ts';

export default behaviour<typeof pushRule>(pushRule, {
  async saving(context, { before, values }) {
    await assertRule(context, { ...before, ...values } as Row<typeof pushRule>);
  },
  calls: [
    implement(dryRun, { read: (input, reading) => tryPushRule(reading, input) }),
    implement(pushPreview, { read: (input, reading) => previewPush(reading, input) }),
    implement(rulesToday, { read: (_input, reading) => readRulesToday(reading) }),
  ],
});
