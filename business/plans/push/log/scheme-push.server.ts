import { behaviour } from '#kernel/server';
import { pushRun } from '../run/push-run.server.ts';
import { schemePush } from './scheme-push.paper.ts';

export default behaviour<typeof schemePush>(schemePush, {
  timed: { run: { cron: '*/10 8-19 * * *', work: pushRun } },
});
