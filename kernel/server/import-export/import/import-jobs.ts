import type { JobQueue, RunningJob } from '../../app.ts';
import { COMMIT_JOB, commit } from './commit-job.ts';
import { CHECK_JOB, check } from './check-job.ts';
import { ROLLBACK_JOB, rollback } from './rollback-job.ts';

export function defineImports(jobs: JobQueue): void {
  const works: [string, (job: RunningJob) => Promise<Record<string, unknown>>][] = [
    [CHECK_JOB, check],
    [COMMIT_JOB, commit],
    [ROLLBACK_JOB, rollback],
  ];
  for (const [kind, work] of works) jobs.define(kind, work, { isImport: true });
}
