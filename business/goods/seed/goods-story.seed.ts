import { addDays, daysFrom, weekdayOf } from '#kernel/language/days.ts';
import { Chance, type DatedStep, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { Counter } from './counter.seed.ts';
import { Requests } from './requests.seed.ts';
import { SapStory } from './sap.seed.ts';
import { ToolLoans } from './tools.seed.ts';

const DAYS_A_MONTH = 30.4;
/** Days after the begin of the business on which the first request is made: vans are full before. */
const BEGINS_AFTER = 2;
const SUNDAY = 7;

/** A random source of its own, so that the rest of the demo company stays as it is. */
function ownRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Goods of the demo company, day by day: technicians request in the morning, the store examines and releases. In the
 * afternoon goods are approved and handed over, and those that came by courier are received. Tools are lent in the
 * morning and come back in the evening. SAP gets what was handed over in the evening, and used parts at night.
 */
class GoodsStory {
  readonly #chance = new Chance(ownRandom(20_261_127));
  readonly #toolChance = new Chance(ownRandom(20_261_128));
  readonly #sapChance = new Chance(ownRandom(20_261_129));
  readonly #sap = new SapStory();
  /** The moment of the latest step that ran. */
  #done = '';

  #step(world: DemoWorld, at: string, run: () => Promise<unknown>): DatedStep {
    return {
      at,
      run: async () => {
        this.#done = at;
        await run();
      },
    };
  }

  #day(world: DemoWorld, day: string, first: string): DatedStep[] {
    const [requests, counter] = [new Requests(world, this.#chance, day), new Counter(world, this.#chance, day)];
    const loans = new ToolLoans(world, this.#toolChance, day);
    const steps = [
      ...(day === first ? [this.#step(world, `${day} 06:30:00`, () => loans.begin())] : []),
      this.#step(world, `${day} 07:10:00`, () => requests.morning()),
      this.#step(world, `${day} 07:25:00`, () => loans.applications()),
      this.#step(world, `${day} 08:20:00`, () => requests.examination()),
      this.#step(world, `${day} 08:50:00`, () => loans.examination()),
      this.#step(world, `${day} 16:20:00`, () => counter.afternoon()),
      this.#step(world, `${day} 16:45:00`, () => loans.evening()),
    ];
    if (!this.#sap.isOn(world, day, first)) return steps;
    return [
      this.#step(world, `${day} 02:20:00`, () => this.#sap.night(world, this.#sapChance, day)),
      ...steps,
      this.#step(world, `${day} 17:30:00`, () => this.#sap.evening(world, this.#sapChance, day)),
    ];
  }

  /** Return the steps before `world.now`. */
  steps(world: DemoWorld): DatedStep[] {
    const begins = addDays(world.today, BEGINS_AFTER - Math.round(world.months * DAYS_A_MONTH));
    const days = daysFrom(begins, world.today).filter((day) => weekdayOf(day) !== SUNDAY);
    return days.flatMap((day) => this.#day(world, day, days[0])).filter(({ at }) => at < world.now);
  }

  /** Run the steps since the last one, where the business went on. */
  async goOn(world: DemoWorld): Promise<void> {
    for (const step of this.steps(world)) if (step.at > this.#done) await step.run();
  }
}

const stories = new WeakMap<DemoWorld, GoodsStory>();

/** Return the story of a demo run. */
export function storyOf(world: DemoWorld): GoodsStory {
  const story = stories.get(world) ?? new GoodsStory();
  stories.set(world, story);
  return story;
}
