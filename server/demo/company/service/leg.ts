import { Refusal } from '#kernel/language/refusal.ts';
import type { DemoUser } from '#business/system/seed/demo-world.seed.ts';
import type { Crewman } from '../people.seed.ts';
import type { Booked } from './diary.ts';
import { type Happening, type SeedJob, teamQueue } from './job.ts';

/** State of a visit during the demo run: ids of its rows, and whether its later events are skipped. */
interface Run {
  visitId: string;
  completionId: string;
  isOver: boolean;
}

/** The n-th visit of a job; `at` plans its events in the queue of the team. */
export interface Leg {
  readonly job: SeedJob;
  readonly run: Run;
  readonly nth: number;
  readonly at: (moment: string, who: string | DemoUser, work: Happening['work']) => void;
}

/** Return a visit of a job. If a rule refuses one of its events, its later events are skipped. */
export function legOf(job: SeedJob, nth: number, happen: (one: Happening) => void): Leg {
  const run: Run = { visitId: '', completionId: '', isOver: false };
  const unlessOver = async (work: () => Promise<unknown>): Promise<void> => {
    if (run.isOver) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal) run.isOver = true;
      throw error;
    }
  };
  return {
    job,
    run,
    nth,
    at: (moment, who, work) =>
      happen({
        at: moment,
        who,
        worker: teamQueue(job.team),
        work: (context, lane) => unlessOver(() => work(context, lane)),
      }),
  };
}

/** All technicians, and the ones that were sent to each job. */
export class Crew {
  readonly #all: readonly Crewman[];
  readonly #sent = new Map<SeedJob, Set<Crewman>>();

  constructor(all: readonly Crewman[]) {
    this.#all = all;
  }

  byId(id: string | null): Crewman | undefined {
    return this.#all.find((one) => one.id === id);
  }

  note(job: SeedJob, { man, mate }: Pick<Booked, 'man' | 'mate'>): void {
    const known = this.#sent.get(job) ?? new Set();
    for (const one of [man, mate]) if (one) known.add(one);
    this.#sent.set(job, known);
  }

  /** Return the account of the team leader who confirms a visit. It is the manager if the leader worked on the job. */
  leaderOf(man: Crewman, job?: SeedJob): DemoUser | string {
    const leader = this.#all.find((one) => one.team === man.team && one.leader);
    return leader && leader !== man && !(job && this.#sent.get(job)?.has(leader)) ? leader.user : 'as_manager';
  }
}
