import { addDays, addMinutes, dayOf, minutesBetween, weekdayOf } from '#kernel/language/days.ts';
import { specialDays2026 } from '../holidays.ts';
import type { Crewman } from '../people.seed.ts';
import type { SeedJob } from './job.ts';

/** Minutes between two jobs for the way and a reserve. */
const GAP = 35;
/** Minutes of the day at which work begins and ends; `LUNCH` likewise. */
const DAY = [8 * 60 + 30, 17 * 60 + 30] as const;
const LUNCH = [12 * 60, 13 * 60] as const;
/** A job with more minutes than this may overlap the lunch break. */
const LONG_MINUTES = 240;
const STEP = 15;
/** Minimum minutes from `ready` (the earliest moment of a job) to the begin of its visit. */
const NOTICE_MINUTES = 95;
const LOOK_AHEAD = 12;
const MAX_JOBS = 6;
/** Maximum planned minutes of a technician's day. Work by appointment stops earlier and leaves room for repairs. */
const MAX_MINUTES = { repair: 440, appointment: 315 } as const;

const special = new Map(specialDays2026.map((one) => [one.day, one.kind]));
/** Return whether a technician works on a day. On Sundays and holidays only one of each team does. */
export const works = (man: Crewman, day: string): boolean =>
  man.sundays || (special.has(day) ? special.get(day) === 'work' : weekdayOf(day) !== 7);

/** A booked technician, perhaps with a second one, and the time of the visit. */
export interface Booked {
  readonly man: Crewman;
  readonly mate?: Crewman;
  readonly from: string;
  readonly to: string;
}

/** The facts of a job that its booking needs. */
type Bookable = Pick<SeedJob, 'team' | 'minutes' | 'task'>;

/** Begin and end of a job, in minutes of the day. */
interface Slot {
  readonly from: number;
  readonly to: number;
}

const atMinute = (day: string, minute: number): string => addMinutes(`${day} 00:00:00`, minute);

/** All technicians, and the days on which they are on leave, as `technicianId day`. */
export interface Staff {
  readonly crew: readonly Crewman[];
  readonly away: ReadonlySet<string>;
}

/** Calendar of all technicians: no two jobs of one technician overlap. */
export class Diary {
  readonly #crew: readonly Crewman[];
  /** Booked jobs, by `technicianId day`. */
  readonly #taken = new Map<string, Slot[]>();
  readonly #jobs = new Map<Crewman, number>();

  /** Days on which technicians are on leave, as `technicianId day`. */
  readonly #away: ReadonlySet<string>;

  constructor({ crew, away }: Staff) {
    this.#crew = crew;
    this.#away = away;
  }

  /**
   * Book the first window of the team on the first day that has one. Return null when none is free soon.
   * The least busy technician of that day comes first; among equals, the one with the fewest jobs on all days.
   */
  book({ team, minutes, task }: Bookable, ready: string, fits: (man: Crewman) => boolean = () => true): Booked | null {
    const people = this.#crew.filter((one) => one.team === team && fits(one));
    const most = MAX_MINUTES[task.kind === 'repair' ? 'repair' : 'appointment'];
    for (let ahead = 0; ahead <= LOOK_AHEAD; ahead += 1) {
      const day = addDays(dayOf(ready), ahead);
      const [best] = people
        .filter((man) => this.#isThere(man, day))
        .flatMap((man) => {
          const from = this.#free(man, day, ready, { minutes, most });
          return from === null ? [] : [{ man, from, load: this.#load(man, day), jobs: this.#jobsOf(man) }];
        })
        .toSorted((one, other) => one.load - other.load || one.jobs - other.jobs);
      if (best) return { man: best.man, ...this.#take([best.man], day, best.from, minutes) };
    }
    return null;
  }

  /**
   * Book two technicians of one team on the first day on which neither has another job. Return null when there is none
   * soon.
   */
  bookTwo(teams: readonly string[], ready: string, minutes: number): Booked | null {
    const people = this.#crew.filter((one) => teams.includes(one.team));
    for (let ahead = 0; ahead <= LOOK_AHEAD; ahead += 1) {
      const day = addDays(dayOf(ready), ahead);
      const rested = people
        .filter((man) => this.#isThere(man, day) && this.#load(man, day) === 0)
        .toSorted((one, other) => this.#jobsOf(one) - this.#jobsOf(other));
      const man = rested.find((one) => rested.some((mate) => mate !== one && mate.team === one.team));
      const mate = rested.find((one) => one !== man && one.team === man?.team);
      const from = man ? this.#free(man, day, ready, { minutes, most: MAX_MINUTES.repair }) : null;
      if (!man || !mate || from === null) continue;
      return { man, mate, ...this.#take([man, mate], day, from, minutes) };
    }
    return null;
  }

  #isThere(man: Crewman, day: string): boolean {
    return works(man, day) && !this.#away.has(`${man.id} ${day}`);
  }

  #take(men: readonly Crewman[], day: string, from: number, minutes: number): Pick<Booked, 'from' | 'to'> {
    for (const man of men) {
      this.#slots(man, day).push({ from, to: from + minutes });
      this.#jobs.set(man, this.#jobsOf(man) + 1);
    }
    return { from: atMinute(day, from), to: atMinute(day, from + minutes) };
  }

  #slots(man: Crewman, day: string): Slot[] {
    const key = `${man.id} ${day}`;
    const slots = this.#taken.get(key) ?? [];
    this.#taken.set(key, slots);
    return slots;
  }

  #jobsOf(man: Crewman): number {
    return this.#jobs.get(man) ?? 0;
  }

  #load(man: Crewman, day: string): number {
    return this.#slots(man, day).reduce((sum, { from, to }) => sum + to - from, 0);
  }

  #free(man: Crewman, day: string, ready: string, { minutes, most }: { minutes: number; most: number }): number | null {
    const slots = this.#slots(man, day);
    if (slots.length >= MAX_JOBS || this.#load(man, day) + minutes > most) return null;
    const earliest = minutesBetween(`${day} 00:00:00`, ready) + NOTICE_MINUTES;
    for (let from: number = DAY[0]; from + minutes <= DAY[1]; from += STEP) {
      const to = from + minutes;
      const isAtLunch = minutes <= LONG_MINUTES && from < LUNCH[1] && to > LUNCH[0];
      const clashes = slots.some((slot) => from < slot.to + GAP && to + GAP > slot.from);
      if (from >= earliest && !isAtLunch && !clashes) return from;
    }
    return null;
  }
}
