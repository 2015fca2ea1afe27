import type { SelfTestTree } from '../check.ts';

const room = (name: string, needs: readonly string[], table: string): string =>
  `export default { name: '${name}', needs: ${JSON.stringify(needs)}, papers: [{ name: '${name}Paper', table: '${table}' }] };\n`;

/** A room whose statements name tables of another one: lawfully by relations, and in all forbidden forms. */
export const foreignTablesSelfTest: SelfTestTree = {
  files: {
    'business/soil/room.ts': room('soil', [], 'plots'),
    'business/soil/room.server.ts': "export default { tables: [{ name: 'soil_log' }] };\n",
    'business/soil/plot.server.ts': "export const sql = 'select 1 from plots p, soil_log l';\n",
    'business/soil/plot.relation.ts':
      "import { relation } from '#kernel/server';\nimport { plot } from './plot.paper.ts';\nexport const plotFacts = relation(plot, ['size']);\n",
    'business/garden/room.ts': room('garden', ['soil'], 'roses'),
    'business/garden/lawful.server.ts': [
      "import { plotFacts } from '#business/soil/plot.relation.ts';",
      "import { plot } from '#business/soil/plot.paper.ts';",
      "import { rose } from './rose.paper.ts';",
      '// select 1 from plots is a comment',
      'export const sql = `select 1 from roses r join ${plotFacts} p on p.id = r.plot_id, ${rose.table} t`;',
      "export const menu = { page: 'plots', to: `/garden/plots?id=1`, from: [plot] };\n",
    ].join('\n'),
    'business/garden/patches/0001-water.ts': "export const sql = 'update plots set wet = true';\n",
    'business/garden/rose.test.ts': "export const sql = 'select 1 from plots';\n",
    'business/garden/joined.server.ts':
      "export const sql = 'select 1 from roses r\\n join plots p on true';\nexport const list = `select 1 from roses r, plots p`;\n",
    'business/garden/written.rules.ts': 'export const sql = `update plots set wet = true`;\n',
    'business/garden/made.seed.ts': "export const sql = 'insert into soil_log (id) values (1)';\n",
    'business/garden/kernel.server.ts': "export const sql = 'select 1 from anju_audit';\n",
    'business/garden/constant.server.ts':
      "const TABLE = 'plots';\nexport const places = [{ table: 'plots', of: TABLE }];\n",
    'business/garden/writing.server.ts':
      "import { plotFacts } from '#business/soil/plot.relation.ts';\nexport const sql = `update ${plotFacts} set wet = true`;\nexport const held = `select 1 from ${plotFacts} p for update of p`;\n",
    'business/garden/paper.server.ts':
      "import { plot } from '#business/soil/plot.paper.ts';\nexport const sql = `select 1 from ${plot.table}`;\n",
    'business/garden/plots.figure.ts':
      "import { plot } from '#business/soil/plot.paper.ts';\nexport const plots = figure({\n  of: plot,\n});\n",
    'business/garden/linked.figure.ts': [
      "import { plot } from '#business/soil/plot.paper.ts';",
      'export const linked = figure({',
      '  of: plot,',
      '  from: plotFacts,',
      "  team: { links: [{ table: plot, alias: 'p' }] },",
      '});\n',
    ].join('\n'),
    'business/garden/plot.relation.ts':
      "import { relation } from '#kernel/server';\nimport { plot } from '#business/soil/plot.paper.ts';\nexport const facts = relation(plot, []);\nexport const more = relation(plot, []);\n",
  },
  reported: [
    /garden\/joined\.server\.ts:2: plots belongs to soil/,
    /garden\/joined\.server\.ts:1: plots belongs to soil/,
    /garden\/written\.rules\.ts:1: plots belongs to soil/,
    /garden\/made\.seed\.ts:1: soil_log belongs to soil/,
    /garden\/kernel\.server\.ts:1: anju_audit belongs to kernel/,
    /garden\/constant\.server\.ts:1: plots belongs to soil/,
    /garden\/constant\.server\.ts:2: plots belongs to soil/,
    /garden\/paper\.server\.ts:2: plot\.table belongs to soil/,
    /garden\/plots\.figure\.ts:3: plot belongs to soil/,
    /garden\/linked\.figure\.ts:5: plot belongs to soil/,
    /garden\/writing\.server\.ts:2: plotFacts is written/,
    /garden\/plot\.relation\.ts exports 2 names/,
    /garden\/plot\.relation\.ts imports #business\/soil\/plot\.paper\.ts/,
  ],
};
