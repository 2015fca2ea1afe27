import type { App } from '../app.ts';
import { workStepsOf } from './timed-jobs.ts';

/** Define the jobs of behaviours: those that people request, and work by the clock for every company. */
export function defineBehaviourJobs(app: App): void {
  for (const [paper, { jobs = {}, timed = {} }] of app.behaviours) {
    for (const [name, work] of Object.entries(jobs)) {
      app.jobs.define(name, ({ actor, asked, progress }) => work({ ...workStepsOf(app, actor), asked, progress }));
    }
    for (const [name, { cron, work }] of Object.entries(timed)) {
      app.jobs.scheduleForCompanies(`${paper}.${name}`, cron, work);
    }
  }
}
