import type { SelfTestTree } from '../check.ts';

const room = (name: string, needs: readonly string[], table: string): string =>
  `export default { name: '${name}', needs: ${JSON.stringify(needs)}, papers: [{ name: '${name}Paper', table: '${table}' }] };\n`;
const anything = 'export const anything = 1;\n';

/**
 * Rooms that use each other lawfully, a room that uses one it does not need, two that need each other, and folders
 * without a room.
 */
export const roomsSelfTest: SelfTestTree = {
  files: {
    'business/soil/room.ts': room('soil', [], 'plots'),
    'business/soil/plot.server.ts': anything,
    'business/garden/room.ts': room('garden', ['bed'], 'roses'),
    'business/bed/room.ts': room('bed', ['soil'], 'beds'),
    'business/bed/bed.server.ts': "import { anything } from '#business/soil/plot.server.ts';\nexport { anything };\n",
    'business/shed/room.ts': room('shed', [], 'spades'),
    'business/shed/spade.server.ts': anything,
    'business/shed/spade.rules.ts': anything,
    'business/garden/rose.server.ts': [
      "import { anything } from '#business/soil/plot.server.ts';",
      "import { bed } from '#business/bed/bed.server.ts';",
      "import { spade } from '../shed/spade.server.ts';",
      '// select 1 from spades is a comment',
      "export const sql = ['select 1 from roses r join plots p on p.id = r.plot_id', `delete from roses where exists (select 1 from beds b, spades s)`];",
      'export { anything, bed, spade };\n',
    ].join('\n'),
    'business/garden/rose.view.tsx': "export const page = () => import('#business/shed/spade.rules.ts');\n",
    'business/garden/tulip.server.ts': "export type { anything } from '#business/shed/spade.rules.ts';\n",
    'business/garden/rose.test.ts': "import { spade } from '../shed/spade.server.ts';\nexport { spade };\n",
    'business/garden/helpers.ts': anything,
    'business/garden/known.ts': anything,
    'business/garden/gate.view.tsx': 'export const page = (name: string) => import(`#business/shed/${name}.ts`);\n',
    'business/garden/testing/fixtures.ts': anything,
    'business/garden/patches/0001-water.ts': anything,
    'business/day/room.ts': room('day', ['night'], 'days'),
    'business/day/day.server.ts': "export const sql = 'select 1 from nights';\n",
    'business/night/room.ts': room('night', ['day'], 'nights'),
    'business/night/night.server.ts': "export const sql = 'update days set over = true';\n",
    'business/idle/room.ts': room('idle', ['soil'], 'pauses'),
    'business/pond/frog.server.ts': anything,
    'tools/check/rooms/known-exceptions.json': JSON.stringify([
      'business/garden/tulip.server.ts -> business/shed/spade.rules.ts',
      'business/garden/known.ts',
      'business/garden/gone.server.ts -> business/shed/spade.rules.ts',
    ]),
  },
  reported: [
    /business\/pond is no room/,
    /garden\/helpers\.ts: the name of a business file/,
    /garden\/gate\.view\.tsx: the address of an import/,
    /garden\/rose\.server\.ts -> business\/shed\/spade\.server\.ts: lies outside the room/,
    /garden\/rose\.server\.ts -> business\/shed\/spade\.server\.ts: room garden does not need shed/,
    /garden\/rose\.server\.ts -> spades: room garden does not need shed/,
    /garden\/rose\.view\.tsx -> business\/shed\/spade\.rules\.ts/,
    /business\/day needs itself/,
    /business\/night needs itself/,
    /idle\/room\.ts says that it needs soil/,
    /gone\.server\.ts -> business\/shed\/spade\.rules\.ts is no longer needed/,
  ],
};
