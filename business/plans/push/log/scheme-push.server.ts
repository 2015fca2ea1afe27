import { behaviour, implement } from '#kernel/server';
import { pushByHand } from '../hand/manual-push.server.ts';
import { readPlansToPush } from '../hand/plans-to-push.server.ts';
import { pushRun } from '../run/push-run.server.ts';
import { manualPush, plansToPush } from './scheme-push.calls.ts';
import { schemePush } from './scheme-push.paper.ts';

export default behaviour<typeof schemePush>(schemePush, {
  calls: [
    implement(manualPush, { write: (input, context) => pushByHand(context, input) }),
    implement(plansToPush, { read: (input, reading) => readPlansToPush(reading, input) }),
  ],
  timed: { run: { cron: '*/10 8-19 * * *', work: pushRun } },
});
