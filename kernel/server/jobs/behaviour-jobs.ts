import type { Steps } from '../behaviour.ts';
import type { House } from '../house.ts';
import { type Actor, transact } from '../write/transaction.ts';
import { productActor } from './outbox.ts';

const stepsOf = (house: House, actor: Actor): Steps => ({ step: (work) => transact(house, actor, work) });

/** Makes known what the behaviours do behind the calls: jobs that people ask for, and work by the clock for every company. */
export function defineBehaviourJobs(house: House): void {
  for (const [paper, { jobs = {}, timed = {} }] of house.behaviours) {
    for (const [name, work] of Object.entries(jobs)) {
      house.jobs.define(name, ({ actor, asked, progress }) => work({ ...stepsOf(house, actor), asked, progress }));
    }
    for (const [name, { cron, work }] of Object.entries(timed)) {
      house.jobs.schedule(`${paper}.${name}`, cron, async () => {
        for (const tenancy of await house.ports.tenancies()) {
          // What fails for one company is told, and does not keep the others waiting.
          await work(stepsOf(house, productActor(house, tenancy, `${paper}.${name}`))).catch((error: unknown) => house.report(error as Error));
        }
      });
    }
  }
}
