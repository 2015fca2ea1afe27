import type { SelfTestTree } from '../check.ts';

const states = {
  code: 'rose_state',
  sealed: true,
  items: {
    bud: ['蕾', 'Bud'],
    open: ['开', 'Open'],
    faded: ['谢', 'Faded'],
    lost: ['失', 'Lost'],
    stuck: ['待修', 'To mend', 'grey'],
  },
};
const label = ['花', 'Flower'];

const rose = {
  name: 'rose',
  table: 'rose',
  path: 'garden/rose',
  title: label,
  caption: 'named',
  search: ['scent', 'smell'],
  rights: { read: ['gardener', 'stranger'] },
  menu: { group: 'nowhere' },
  calendar: { from: 'named', to: 'dusk' },
  ownedPeriod: { through: 'bed', paper: 'bed', since: 'soil', at: 'dawn' },
  partialIndexes: [{ by: 'wilted', where: { state: ['bud', 'dry'] } }],
  lines: { thorns: { paper: 'thorn', parent: 'rose' } },
  fields: {
    named: { kind: 'text', label },
    bed: { kind: 'ref', label, paper: 'bed' },
    gate: { kind: 'ref', label, paper: 'gate' },
    soil: { kind: 'text', label, copied: { from: 'bed', field: 'depth' } },
    hill: { kind: 'postalAddress', label, estate: 'soil' },
    petals: { kind: 'integer', label },
    weightOfBed: { kind: 'quantity', label },
    price: { kind: 'money', label, readers: 'nobodysButton' },
    scent: { kind: 'text', label, readers: 'nobodysButton', filter: 'like', required: true },
    colour: { kind: 'dict', label, dictionary: { code: 'colour', items: {} } },
    state: { kind: 'dict', label, dictionary: states },
  },
  lifecycle: {
    field: 'state',
    states,
    removable: ['gone'],
    ends: ['faded'],
    editable: { bud: ['named', 'weight'] },
    moves: [['bud', 'stuck', 'frost']],
    tracks: [],
    actions: {
      plant: { label, from: ['*'], to: 'bud', roles: ['gardener'] },
      water: { label, from: ['bud'], to: 'open', roles: ['nobodyKnown'], needs: ['can'] },
      fade: { label: ['审核', 'Approve'], from: ['open'], to: 'faded', roles: [] },
      copy: { label, from: ['open'], to: 'open', roles: ['gardener'], money: 'state' },
      raise: { label, from: ['faded'], to: 'bud', roles: ['gardener'], undoes: 'fade' },
    },
  },
};
const thorn = {
  name: 'thorn',
  table: 'rose',
  path: 'garden/thorn',
  title: ['刺', 'Red Thorns'],
  caption: 'rose',
  rights: { read: ['gardener'] },
  fields: { rose: { kind: 'ref', label, paper: 'bed' } },
};
const bed = {
  name: 'bed',
  table: 'bed',
  path: 'garden/bed',
  aliases: ['garden/thorn'],
  title: label,
  caption: 'soil',
  rights: { read: ['gardener'] },
  fields: { soil: { kind: 'text', label } },
};

const leaf = {
  name: 'leaf',
  table: 'leaf',
  path: 'garden/leaf',
  title: label,
  caption: 'vein',
  under: 'rose',
  rights: { read: ['gardener'] },
  fields: { vein: { kind: 'text', label }, rose: { kind: 'ref', label, paper: 'rose', required: true } },
};
const garden = {
  name: 'garden',
  papers: [rose, thorn, bed, leaf],
  dictionaries: [states],
  groups: [],
  roles: [{ alias: 'gardener' }],
  pages: [{ code: 'thorns', label: ['刺', 'Red Thorns'] }],
};

export const definitionsSelfTest: SelfTestTree = {
  // Field, lifecycle and room must share one dictionary object. In JSON it would become three objects, so each is
  // replaced by `states` while it is parsed.
  files: {
    'business/garden/room.ts': `const states = ${JSON.stringify(states)};\nexport default JSON.parse(${JSON.stringify(JSON.stringify(garden))}, (key, value) => (value?.code === 'rose_state' ? states : value));\n`,
  },
  reported: [
    /rose\.petals is a number without `max`/,
    /thorn: its title “Red Thorns” is a plural already/,
    /thorn: its title “Red Thorns” is not in sentence case/,
    /its page thorns is called “Red Thorns”, the list of it “Red Thornses”/,
    /the label “Red Thorns” of its page thorns is not in sentence case/,
    /share the table rose/,
    /share the path garden\/thorn/,
    /search names the field smell/,
    /calendar names the field dusk/,
    /calendar needs a stored day/,
    /ownedPeriod names the field dawn/,
    /partialIndexes names the field wilted/,
    /names state dry, which is no word of it/,
    /hill lies in soil, which is no reference/,
    /readers of the button nobodysButton/,
    /search shows it to all/,
    /quick search of all/,
    /nobody else could save/,
    /points at gate/,
    /depth, which is not there/,
    /dictionary colour/,
    /no menu group nowhere/,
    /no role stranger/,
    /does not point back/,
    /leaf: belongs to rose/,
    /stuck \(待修\) waits for somebody and is not amber/,
    /no state gone/,
    /no way leads to the state lost/,
    /no way leads out of the state lost/,
    /no way leads out of the state stuck/,
    /no role nobodyKnown/,
    /needs the field can/,
    /nobody may do the action fade/,
    /the action fade sounds like a verdict/,
    /takes the call copy/,
    /the action raise does not lead back from fade/,
    /the action copy moves state, which is no amount/,
    /field weight is editable/,
  ],
};
