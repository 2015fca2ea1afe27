import type { Steps } from '../behaviour.ts';
import type { House } from '../app.ts';
import { type Actor, transact } from '../write/transaction.ts';
import { productActor } from './outbox.ts';

const stepsOf = (house: House, actor: Actor): Steps => ({ step: (work) => transact(house, actor, work) });

/** Work for every company that may work now, one after the other; what fails for one is told and does not keep the others waiting. */
export async function forEveryCompany(house: House, why: string, work: (steps: Steps) => Promise<void>): Promise<void> {
  for (const tenancy of await house.ports.tenancies())
    await work(stepsOf(house, productActor(house, tenancy, why))).catch((error: unknown) =>
      house.report(error as Error),
    );
}

/** Makes known what the behaviours do behind the calls: jobs that people ask for, and work by the clock for every company. */
export function defineBehaviourJobs(house: House): void {
  for (const [paper, { jobs = {}, timed = {} }] of house.behaviours) {
    for (const [name, work] of Object.entries(jobs)) {
      house.jobs.define(name, ({ actor, asked, progress }) => work({ ...stepsOf(house, actor), asked, progress }));
    }
    for (const [name, { cron, work }] of Object.entries(timed)) {
      house.jobs.schedule(`${paper}.${name}`, cron, () => forEveryCompany(house, `${paper}.${name}`, work));
    }
  }
}
