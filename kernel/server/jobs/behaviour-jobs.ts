import type { WorkSteps } from '../behaviour.ts';
import type { App } from '../app.ts';
import { type Actor, transact } from '../write/transaction.ts';
import { productActor } from './outbox.ts';

const stepsOf = (app: App, actor: Actor): WorkSteps => ({ step: (work) => transact(app, actor, work) });

/** Work for every company that may work now, one after the other; what fails for one is told and does not keep the others waiting. */
export async function forEveryCompany(app: App, why: string, work: (steps: WorkSteps) => Promise<void>): Promise<void> {
  for (const tenancy of await app.ports.tenancies())
    await work(stepsOf(app, productActor(app, tenancy, why))).catch((error: unknown) => app.report(error as Error));
}

/** Makes known what the behaviours do behind the calls: jobs that people ask for, and work by the clock for every company. */
export function defineBehaviourJobs(app: App): void {
  for (const [paper, { jobs = {}, timed = {} }] of app.behaviours) {
    for (const [name, work] of Object.entries(jobs)) {
      app.jobs.define(name, ({ actor, asked, progress }) => work({ ...stepsOf(app, actor), asked, progress }));
    }
    for (const [name, { cron, work }] of Object.entries(timed)) {
      app.jobs.schedule(`${paper}.${name}`, cron, () => forEveryCompany(app, `${paper}.${name}`, work));
    }
  }
}
