import { type CrashAccount, read } from '../../crash-company.ts';
import { type ContractsSite, type WalkHome, WALK_CALLS as at, dayIn, walkMoment } from './crash-contracts-site.ts';
import { type WalkBody, type WalkRow, type WalkAct, randomBelow, pick, someOf } from './crash-walk.ts';

const SCHEME = `${at}/asscheme`;
const PLAN = `${at}/asmaintain`;
const ORDER = `${at}/asregistrationform`;
const USE = `${at}/asregistrationscheme`;
const MONEY = `${at}/ascollectdetaileds`;
const RULE = `${at}/aspushrule`;
const SETTING = `${at}/aspushset`;
const OPT_OUT = `${at}/assmsoptout`;
const REMINDER = `${at}/asremind`;
const CUSTOMER = `${at}/ascustomer`;
const PUSH = `${at}/asschemepush`;
const RELATION = `${at}/asschemerelation`;
/** One in so many lists is read without its filter, so that acts meet rows in wrong states too. */
const WRONG = 6;

/** Return a row of a list, in any of its states. Now and then the filter is left out. */
const some = (site: ContractsSite, path: string, filter = ''): Promise<WalkRow | undefined> =>
  someOf(
    site.base,
    site.lead,
    `${path}/list${filter && randomBelow(WRONG) ? `?${filter}` : ''}`,
    (row) => row.schemeStatus ?? row.planStatus ?? row.registerStatus ?? row.consumeStatus ?? row.remindStatus,
  );

/** Return the id of a row, or one that no row has. */
const idOf = (row: WalkRow | undefined): string => row?.id ?? '1';

/** Return the id of a row of a list, in any of its states. */
const someId = async (site: ContractsSite, path: string, filter = ''): Promise<string> =>
  idOf(await some(site, path, filter));

/** Return the id of a row of a list that has no states. */
const anyId = async (site: ContractsSite, path: string, who = site.lead): Promise<string> =>
  idOf(await someOf(site.base, who, path, () => ''));

/** Return the function that makes acts of a paper: its person, the name of the way, the call and its body. */
const acts =
  (path: string) =>
  (who: CrashAccount, way: string, call: string, body: WalkBody = {}): WalkAct => ({
    who,
    way,
    path: `${path}/${call}`,
    body,
  });

/** Return an act that sells a contract or edits a draft. */
async function selling(site: ContractsSite): Promise<WalkAct> {
  const by = acts(SCHEME);
  const who = pick(site.desk);
  const home = pick(site.homes);
  if (randomBelow(4) === 0) {
    const draft = await some(site, SCHEME, 'schemeStatus=draft');
    const change = pick<WalkBody>([
      { price: pick(['0', '600', '900']) },
      { preferredSlot: 'am1' },
      { autoPush: false },
    ]);
    return by(who, 'edit a draft', 'submit', { id: draft?.id ?? '1', ...change });
  }
  return by(who, 'draft', 'submit', {
    baseSchemeId: pick(site.templates),
    registerMainId: home.registerMainId,
    startDate: dayIn(site, randomBelow(24) - 12),
    price: pick(['0', '0', '0', '600']),
    equipment: [{ equipmentId: home.equipmentId, qty: '1' }],
    ...(randomBelow(2) && {
      supplies: [
        { suppliesId: site.supplies, equipmentId: home.equipmentId, qty: '1', installDate: dayIn(site, -350) },
      ],
    }),
    remark: '',
  });
}

/** Return an act that moves a contract through its states. */
async function moving(site: ContractsSite): Promise<WalkAct> {
  const { lead, manager } = site;
  const by = acts(SCHEME);
  const state = pick(['draft', 'draft', 'draft', 'active', 'active', 'suspended', 'suspended', 'suspended']);
  const ids = (await some(site, SCHEME, `schemeStatus=${state}`))?.id ?? '1';
  const to = (who: CrashAccount, way: string, schemeStatus: string, more: WalkBody = {}): WalkAct =>
    by(who, way, 'updateStatus', { ids, schemeStatus, ...more });
  if (state === 'draft') return to(manager, 'activate', 'active');
  if (state === 'suspended')
    return pick([
      to(lead, 'go on', 'active'),
      to(lead, 'go on', 'active'),
      to(lead, 'go on with the days', 'active', { extend: true }),
      to(lead, 'go on with the days', 'active', { extend: true }),
      to(manager, 'terminate', 'terminated', { reason: '退房' }),
    ]);
  return pick([
    to(lead, 'suspend', 'suspended', { reason: '全家出国' }),
    to(lead, 'suspend', 'suspended', { reason: '全家出国' }),
    to(lead, 'suspend', 'suspended', { reason: '全家出国' }),
    to(manager, 'terminate', 'terminated', { reason: '退房' }),
    by(pick(site.desk), 'change the contact', 'cusUpdate', { id: ids, autoPush: pick([true, true, false]) }),
  ]);
}

/** Return an act that uses the only visit of a contract by a skip, or restores it. */
async function ending(site: ContractsSite, way: string): Promise<WalkAct> {
  const [scheme, plan] = way === 'reopen' ? ['finished', 'skipped'] : ['active', 'planned,pushed'];
  const of = await some(site, SCHEME, `schemeStatus=${scheme}&baseSchemeId=${site.templates[0]}`);
  const visit = await some(site, PLAN, `planStatus=${plan}&schemeId=${of?.id ?? '1'}`);
  const body = way === 'reopen' ? { action: 'restore' } : { action: 'skip', skipReason: '客户不在', consume: true };
  return acts(PLAN)(pick(site.desk), way, 'submit', { ids: visit?.id ?? '1', ...body });
}

/** Names of the acts on planned visits, each as often as it is done. */
const PLANNING = [
  ...[
    'book',
    'register',
    'register',
    'register two',
    'skip',
    'skip and use',
    'use the last',
    'use the last',
    'restore',
    'reopen',
    'reopen',
  ],
  ...['move', 'add', 'remove'],
];

type VisitAct = (day: string) => WalkBody;
const ABSENT = { action: 'skip', skipReason: '客户不在' };
/** Acts on one planned visit by their names. */
const VISIT_ACTS: Readonly<Record<string, VisitAct>> = {
  book: (expectDate) => ({ action: 'book', expectDate }),
  register: (expectDate) => ({ action: 'register', expectDate }),
  skip: () => ABSENT,
  'skip and use': () => ({ ...ABSENT, consume: true }),
  restore: () => ({ action: 'restore' }),
};

/** Return an act that registers two visits of a home in one work order. */
async function registerTwo(site: ContractsSite, row: WalkRow | undefined, expectDate: string): Promise<WalkBody> {
  const other = await someId(site, PLAN, `planStatus=planned&registerMainId=${row?.registerMainId ?? '1'}`);
  return { ids: [...new Set([idOf(row), other])].join(','), action: 'register', expectDate };
}

/** Return an act on planned visits. */
async function planning(site: ContractsSite): Promise<WalkAct> {
  const who = pick(site.desk);
  const by = acts(PLAN);
  const way = pick(PLANNING);
  if (way === 'reopen' || way === 'use the last') return ending(site, way);
  if (way === 'add') {
    const schemeId = await someId(site, SCHEME, 'schemeStatus=active');
    return by(who, way, 'submit', { schemeId, planDate: dayIn(site, 30 + randomBelow(60)), remark: '' });
  }
  const row = await some(
    site,
    PLAN,
    `planStatus=${way === 'restore' ? 'skipped' : pick(['planned', 'planned,pushed,booked'])}`,
  );
  const day = dayIn(site, 1 + randomBelow(10));
  const own = VISIT_ACTS[way];
  if (own) return by(who, way, 'submit', { ids: idOf(row), ...own(day) });
  if (way === 'remove') return by(who, way, `remove?ids=${idOf(row)}`);
  if (way === 'move')
    return by(who, way, 'submit', { id: idOf(row), planDate: pick([row?.windowFrom, row?.windowTo]) });
  return by(who, way, 'submit', await registerTwo(site, row, day));
}

/** Return an order of a home; now and then it names its contract. */
async function ordered(site: ContractsSite, home: WalkHome): Promise<WalkAct> {
  const { registerMainId, equipmentId } = home;
  const file = await read<WalkRow>(site.base, site.lead.token, `${at}/registerMain/detail?id=${registerMainId}`);
  const found = await some(site, SCHEME, `schemeStatus=active&registerMainId=${registerMainId}`);
  return acts(ORDER)(pick(site.desk), 'order', 'addRegistrationForm', {
    header: {
      ...{ registerMainId, customerId: file.customerId },
      ...{ receiptsType: pick(['maintain', 'maintain', 'repair']), repairType: 'floorHeat', content: '采暖季前检' },
      remark: '',
    },
    equipment: [{ equipmentId, equipmentName: '混水中心', qty: '1' }],
    ...(found && randomBelow(3) === 0 && { schemes: [{ schemeId: found.id }] }),
  });
}

/** Return an act on the link between an order and its contract. */
async function relinking(site: ContractsSite, way: string): Promise<WalkAct> {
  const by = acts(USE);
  const id = await someId(site, USE, 'consumeStatus=locked');
  return way === 'unlink'
    ? by(pick(site.desk), way, `remove?ids=${id}`)
    : by(pick(site.desk), way, 'submit', { id, consumeTimes: 1 + randomBelow(2) });
}

/** Return an act on orders of covered homes, and on their contracts. */
async function serving(site: ContractsSite): Promise<WalkAct> {
  const way = pick(['order', 'order', 'cancel', 'cover', 'uncover', 'link', 'link', 'relink', 'unlink']);
  if (way === 'order') return ordered(site, pick(site.homes));
  if (way === 'relink' || way === 'unlink') return relinking(site, way);
  const order = await some(site, ORDER, 'registerStatus=registered');
  const id = idOf(order);
  const by = acts(ORDER);
  if (way === 'cancel') return by(site.lead, way, 'submit', { id, action: 'cancel', cancelReason: 'self' });
  const cover = { id, action: 'cover', reason: '说好的' };
  if (way === 'uncover') return by(site.lead, way, 'submit', { ...cover, weibao: 'paid' });
  const schemeId = await someId(site, SCHEME, `schemeStatus=active&registerMainId=${order?.registerMainId ?? '1'}`);
  if (way === 'cover') return by(site.lead, way, 'submit', { ...cover, weibao: 'plan', schemeId });
  return acts(USE)(pick(site.desk), way, 'submit', { registrationFormId: id, schemeId, consumeTimes: 1 });
}

/** Return an act on the money of contracts. */
async function collecting(site: ContractsSite): Promise<WalkAct> {
  const by = acts(MONEY);
  const way = pick(['collect', 'approve', 'approve', 'take back']);
  if (way !== 'collect') {
    const state = way === 'approve' ? 'none' : 'approved';
    const ids = (await someOf(site.base, site.checker, `${MONEY}/list?approvalStatus=${state}`, () => ''))?.id ?? '1';
    if (way === 'approve') return by(site.checker, way, 'updateApproval', { ids });
    return by(site.checker, way, 'cancelApproval', { ids, reason: '重复' });
  }
  const found = await some(site, SCHEME, 'payStatus=unpaid,part');
  return by(site.finance, way, 'submit', {
    ...{ schemeId: found?.id ?? '1', customerId: found?.customerId ?? '1', collectType: 'scheme' },
    ...{ paymentTypeId: site.bank, receivableAmount: '300', amount: '300', collectTime: walkMoment(site), remark: '' },
  });
}

type Acting = (site: ContractsSite, who: CrashAccount, way: string) => Promise<WalkAct>;

const limits = (): WalkBody => ({ dailyLimit: 1 + randomBelow(5), enabled: randomBelow(3) > 0 });
const terms = (): WalkBody => ({
  offsetDays: 5 + randomBelow(40),
  maxTimes: 2 + randomBelow(3),
  priority: randomBelow(100),
});

/** Acts on rules and wishes of pushes. */
const WISHES: Readonly<Record<string, Acting>> = {
  async set(site, who, way) {
    const found = await some(site, SCHEME);
    const target = pick<WalkBody>([
      { setLevel: 'customer', customerId: found?.customerId },
      { setLevel: 'scheme', schemeId: found?.id },
    ]);
    return acts(SETTING)(who, way, 'submit', { ...target, pushScene: pick(['planDue', null]), ...limits() });
  },
  'change a setting': async (site, who, way) =>
    acts(SETTING)(who, way, 'submit', { id: await anyId(site, `${SETTING}/list`, who), ...limits() }),
  'drop a setting': async (site, who, way) =>
    acts(SETTING)(who, way, `remove?ids=${await anyId(site, `${SETTING}/list`, who)}`),
  'opt out': (site, who, way) =>
    Promise.resolve(acts(OPT_OUT)(who, way, 'submit', { phone: pick(site.homes).phone, optOutReason: '客户来电' })),
  'opt in': async (site, who, way) =>
    acts(OPT_OUT)(site.manager, way, `remove?ids=${await anyId(site, `${OPT_OUT}/list`, who)}`),
  'change a rule': async (site, who, way) =>
    acts(RULE)(who, way, 'submit', { id: await anyId(site, `${RULE}/list`, who), ...terms() }),
  rule: (site, who, way) =>
    Promise.resolve(
      acts(RULE)(who, way, 'submit', {
        ...{ ruleName: `规则${randomBelow(1000)}`, pushScene: 'planDue', repeatDays: 7, channels: ['sms'] },
        ...{ templateIds: [site.sms], sendFrom: '08:30', sendTo: '20:00', stopOnReply: true, ...terms() },
      }),
    ),
};

/** Acts that push by hand, or answer reminders and warnings. */
const REMINDS: Readonly<Record<string, Acting>> = {
  push: async (site, who, way) => {
    const planIds = [await someId(site, PLAN, 'planStatus=planned')];
    return acts(PUSH)(who, way, 'schemeManualPush', { planIds, channels: ['sms'] });
  },
  'push a contract': async (site, who, way) => {
    const schemeIds = [await someId(site, SCHEME, 'schemeStatus=active')];
    return acts(PUSH)(who, way, 'schemeManualPush', { schemeIds, channels: ['sms'] });
  },
  warning: async (site, who, way) => {
    const ids = await anyId(site, `${RELATION}/supplieslist?warnStatus=warned`, who);
    return acts(RELATION)(who, way, 'updateWarnStatus', {
      ids,
      warnStatus: pick(['handled', 'ignored']),
      note: '已约',
    });
  },
  'push in': async (site, who, way) => acts(REMINDER)(who, way, 'manualPushIn', { ids: await openReminder(site) }),
  'push out': async (site, who, way) =>
    acts(REMINDER)(who, way, 'manualPushOut', {
      ids: await openReminder(site),
      reason: 'later',
      until: dayIn(site, 3),
    }),
  handle: async (site, who, way) =>
    acts(REMINDER)(who, way, 'handle', { ids: await openReminder(site), resultNote: '客户自己换' }),
};

const openReminder = (site: ContractsSite): Promise<string> => someId(site, REMINDER, 'remindStatus=waiting,in,pushed');

/** Return the function that does one of some acts, each as often as it is named. */
const oneOf =
  (all: Readonly<Record<string, Acting>>, ways: readonly string[]) =>
  (site: ContractsSite): Promise<WalkAct> => {
    const way = pick(ways);
    return all[way](site, pick(site.desk), way);
  };

const wishing = oneOf(WISHES, [...Object.keys(WISHES), 'set']);
const reminding = oneOf(REMINDS, [...Object.keys(REMINDS), 'push']);

/** Return an act that merges two customers. */
async function merging(site: ContractsSite): Promise<WalkAct> {
  const { lead, base } = site;
  const [from, into] = [
    await someOf(base, lead, `${CUSTOMER}/list?status=1`, (row) => row.id),
    await someOf(base, lead, `${CUSTOMER}/list?status=1`, (row) => row.id),
  ];
  return acts(CUSTOMER)(lead, 'merge', 'merge', { fromId: from?.id ?? '1', intoId: into?.id ?? '2' });
}

const KINDS: readonly [number, (site: ContractsSite) => Promise<WalkAct>][] = [
  [12, selling],
  [14, moving],
  [18, planning],
  [16, serving],
  [8, collecting],
  [6, wishing],
  [10, reminding],
  [1, merging],
];
const TICKETS = KINDS.flatMap(([count, kind]) => Array.from({ length: count }, () => kind));

/** Return a random act: most of them on contracts, their visits and orders. */
export const contractsAct = (site: ContractsSite): Promise<WalkAct> => pick(TICKETS)(site);
