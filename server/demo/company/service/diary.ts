import { addDays, addMinutes, dayOf, minutesBetween, weekdayOf } from '#business/masterdata/days.rules.ts';
import { specialDays2026 } from '../holidays.ts';
import type { Crewman } from '../people.seed.ts';

/** Time between two jobs: the way, and a little air. */
const GAP = 45;
const DAY_START = '08:30:00';
const DAY_END = '17:30:00';
const LUNCH = ['12:00:00', '13:00:00'] as const;
const LOOK_AHEAD = 12;

const special = new Map(specialDays2026.map((one) => [one.day, one.kind]));
/** On Sundays and holidays one of each team is there. */
export const works = (man: Crewman, day: string): boolean =>
  man.sundays || (special.has(day) ? special.get(day) === 'work' : weekdayOf(day) !== 7);

/** Who goes, and when. */
export interface Booked {
  readonly man: Crewman;
  /** Who goes with him. */
  readonly mate?: Crewman;
  readonly from: string;
  readonly to: string;
}

interface Slot {
  readonly from: string;
  readonly to: string;
}

/** Who goes when: a diary for each technician, so that nobody is sent to two doors. */
export class Diary {
  readonly #crew: readonly Crewman[];
  readonly #taken = new Map<string, Slot[]>();

  constructor(crew: readonly Crewman[]) {
    this.#crew = crew;
  }

  /** The first window of so many minutes that somebody of the team who fits has free, the least busy of the day and of the months first; null when nobody has one soon. */
  book(team: string, ready: string, minutes: number, fits: (man: Crewman) => boolean = () => true): Booked | null {
    const people = this.#crew.filter((one) => one.team === team && fits(one));
    for (let ahead = 0; ahead <= LOOK_AHEAD; ahead += 1) {
      const day = addDays(dayOf(ready), ahead);
      const free = people
        .filter((man) => works(man, day))
        .map((man) => ({ man, from: this.#free(man, day, ready, minutes), load: this.#load(man, day) }))
        .filter((one) => one.from !== null)
        .toSorted((one, other) => one.load - other.load || this.#jobs(one.man) - this.#jobs(other.man));
      if (free.length) {
        const { man, from } = free[0];
        const slot = { from: from!, to: addMinutes(from!, minutes) };
        this.#taken.set(man.id, [...(this.#taken.get(man.id) ?? []), slot]);
        return { man, ...slot };
      }
    }
    return null;
  }

  /** The first window that two of the teams have free together. */
  bookTwo(teams: readonly string[], ready: string, minutes: number): Booked | null {
    const people = this.#crew.filter((one) => teams.includes(one.team));
    for (let ahead = 0; ahead <= LOOK_AHEAD; ahead += 1) {
      const day = addDays(dayOf(ready), ahead);
      const free = people.filter((man) => works(man, day) && this.#load(man, day) === 0);
      const rested = free.toSorted((one, other) => this.#jobs(one) - this.#jobs(other));
      const man = rested.find((one) => rested.some((mate) => mate !== one && mate.team === one.team));
      const mate = rested.find((one) => one !== man && one.team === man?.team);
      const from = man ? this.#free(man, day, ready, minutes) : null;
      if (!man || !mate || !from) continue;
      const slot = { from, to: addMinutes(from, minutes) };
      for (const one of [man, mate]) this.#taken.set(one.id, [...(this.#taken.get(one.id) ?? []), slot]);
      return { man, mate, ...slot };
    }
    return null;
  }

  #jobs(man: Crewman): number {
    return (this.#taken.get(man.id) ?? []).length;
  }

  #load(man: Crewman, day: string): number {
    return (this.#taken.get(man.id) ?? [])
      .filter((slot) => dayOf(slot.from) === day)
      .reduce((sum, slot) => sum + minutesBetween(slot.from, slot.to), 0);
  }

  #free(man: Crewman, day: string, ready: string, minutes: number): string | null {
    if (this.#load(man, day) + minutes > 440) return null;
    const taken = (this.#taken.get(man.id) ?? []).filter((slot) => dayOf(slot.from) === day);
    for (
      let from = `${day} ${DAY_START}`;
      addMinutes(from, minutes) <= `${day} ${DAY_END}`;
      from = addMinutes(from, 30)
    ) {
      const to = addMinutes(from, minutes);
      // What takes a day has its lunch in the middle.
      const atLunch = minutes <= 240 && from < `${day} ${LUNCH[1]}` && to > `${day} ${LUNCH[0]}`;
      const clashes = taken.some((slot) => from < addMinutes(slot.to, GAP) && addMinutes(to, GAP) > slot.from);
      if (!atLunch && !clashes && from >= addMinutes(ready, 95)) return from;
    }
    return null;
  }
}
