import { addDays } from '#kernel/language/days.ts';
import { modelRelation } from '#business/platform/basics/model-relation.paper.ts';
import { type RoomSeed, daysBefore } from '#business/system/seed/demo-world.seed.ts';
import { seedConnection } from './gateway/connect/connect.seed.ts';
import { addBuiltIn } from './models/built-in/add-built-in.server.ts';
import { thingModel } from './models/thing-model.paper.ts';

/** Rules that map the text on a nameplate to a model: text, match type, model code, kind of energy, kind of water. */
const plates = [
  ['GE-RO-45', 'exact', 'ro45', 'water', 'ge_clean'],
  ['45', 'contains', 'ro45', 'water', 'pure'],
  ['65', 'contains', 'ro65', 'water', 'clean'],
  ['75', 'contains', 'ro75', 'water', 'clean'],
  ['RO', 'prefix', 'ro65', 'water', 'clean'],
  ['S', 'prefix', 'ws01', 'water', 'soft'],
  ['HP', 'prefix', 'hp01', 'heat', null],
  ['F', 'prefix', 'fa01', 'fresh', null],
] as const;

/** Seeds the built-in thing models, the nameplate texts that select them, and a configuration of frames. */
export default {
  async before(world) {
    const at = `${addDays(world.today, -30 * world.months)} 09:00:00`;
    await world.as('as_iot', at, addBuiltIn);
    await world.product(at, async (context) => {
      const models = new Map((await context.find(thingModel, {})).map((row) => [row.modelCode, row.id]));
      for (const [sort, [modelText, matchType, code, energyKind, analysisKind]] of plates.entries())
        await context.create(modelRelation, {
          modelText,
          matchType,
          thingModelId: models.get(code),
          energyKind,
          analysisKind,
          sort: sort + 1,
        });
    });
  },
  after: (world) => world.product(daysBefore(world, 20, '10:00:00'), seedConnection),
} satisfies RoomSeed;
