import { type CrashAccount, read } from '../crash-company.ts';
import { type ContractsSite, type WalkHome, at, dayIn, momentOf } from './crash-contracts-site.ts';
import { type Body, type Row, type WalkAct, below, pick, someOf } from './crash-walk.ts';

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
/** One in so many lists is read without its filter, so that acts meet rows in wrong states too. */
const WRONG = 6;

/** Return a row of a list, in any of its states. Now and then the filter is left out. */
const some = (site: ContractsSite, path: string, filter = ''): Promise<Row | undefined> =>
  someOf(
    site.base,
    site.lead,
    `${path}/list${filter && below(WRONG) ? `?${filter}` : ''}`,
    (row) => row.schemeStatus ?? row.planStatus ?? row.registerStatus ?? row.consumeStatus ?? row.remindStatus,
  );

/** Return the function that makes acts of a paper: its person, the name of the way, the call and its body. */
const acts =
  (path: string) =>
  (who: CrashAccount, way: string, call: string, body: Body = {}): WalkAct => ({
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
  if (below(4) === 0) {
    const draft = await some(site, SCHEME, 'schemeStatus=draft');
    const change = pick<Body>([{ price: pick(['0', '600', '900']) }, { preferredSlot: 'am1' }, { autoPush: false }]);
    return by(who, 'edit a draft', 'submit', { id: draft?.id ?? '1', ...change });
  }
  return by(who, 'draft', 'submit', {
    baseSchemeId: pick(site.templates),
    registerMainId: home.registerMainId,
    startDate: dayIn(site, below(24) - 12),
    price: pick(['0', '0', '0', '600']),
    equipment: [{ equipmentId: home.equipmentId, qty: '1' }],
    ...(below(2) && {
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
  const to = (who: CrashAccount, way: string, schemeStatus: string, more: Body = {}): WalkAct =>
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

/** Return an act on planned visits. */
async function planning(site: ContractsSite): Promise<WalkAct> {
  const who = pick(site.desk);
  const by = acts(PLAN);
  const way = pick(PLANNING);
  if (way === 'add') {
    const schemeId = (await some(site, SCHEME, 'schemeStatus=active'))?.id ?? '1';
    return by(who, way, 'submit', { schemeId, planDate: dayIn(site, 30 + below(60)), remark: '' });
  }
  if (way === 'reopen' || way === 'use the last') return ending(site, way);
  const open = way === 'restore' ? 'skipped' : pick(['planned', 'planned,pushed,booked']);
  const row = await some(site, PLAN, `planStatus=${open}`);
  const id = row?.id ?? '1';
  const act = (action: string, more: Body = {}): WalkAct => by(who, way, 'submit', { ids: id, action, ...more });
  if (way === 'remove') return by(who, way, `remove?ids=${id}`);
  const expectDate = dayIn(site, 1 + below(10));
  if (way === 'book') return act('book', { expectDate });
  if (way === 'register') return act('register', { expectDate });
  if (way === 'skip') return act('skip', { skipReason: '客户不在' });
  if (way === 'skip and use') return act('skip', { skipReason: '客户不在', consume: true });
  if (way === 'restore') return act('restore');
  if (way === 'move') return by(who, way, 'submit', { id, planDate: pick([row?.windowFrom, row?.windowTo]) });
  const other = await some(site, PLAN, `planStatus=planned&registerMainId=${row?.registerMainId ?? '1'}`);
  return by(who, way, 'submit', { ids: [...new Set([id, other?.id ?? id])].join(','), action: 'register', expectDate });
}

/** Return an order of a home; now and then it names its contract. */
async function ordered(site: ContractsSite, home: WalkHome): Promise<WalkAct> {
  const { registerMainId, equipmentId } = home;
  const file = await read<Row>(site.base, site.lead.token, `${at}/registerMain/detail?id=${registerMainId}`);
  const found = await some(site, SCHEME, `schemeStatus=active&registerMainId=${registerMainId}`);
  return acts(ORDER)(pick(site.desk), 'order', 'addRegistrationForm', {
    header: {
      ...{ registerMainId, customerId: file.customerId },
      ...{ receiptsType: pick(['maintain', 'maintain', 'repair']), repairType: 'floorHeat', content: '采暖季前检' },
      remark: '',
    },
    equipment: [{ equipmentId, equipmentName: '混水中心', qty: '1' }],
    ...(found && below(3) === 0 && { schemes: [{ schemeId: found.id }] }),
  });
}

/** Return an act on orders of covered homes, and on their contracts. */
async function serving(site: ContractsSite): Promise<WalkAct> {
  const way = pick(['order', 'order', 'cancel', 'cover', 'uncover', 'link', 'link', 'relink', 'unlink']);
  const who = pick(site.desk);
  const byUse = acts(USE);
  if (way === 'order') return ordered(site, pick(site.homes));
  if (way === 'relink' || way === 'unlink') {
    const use = await some(site, USE, 'consumeStatus=locked');
    if (way === 'unlink') return byUse(who, way, `remove?ids=${use?.id ?? '1'}`);
    return byUse(who, way, 'submit', { id: use?.id ?? '1', consumeTimes: 1 + below(2) });
  }
  const order = await some(site, ORDER, 'registerStatus=registered');
  const id = order?.id ?? '1';
  const by = acts(ORDER);
  if (way === 'cancel') return by(site.lead, way, 'submit', { id, action: 'cancel', cancelReason: 'self' });
  if (way === 'uncover') return by(site.lead, way, 'submit', { id, action: 'cover', weibao: 'paid', reason: '说好的' });
  const found = await some(site, SCHEME, `schemeStatus=active&registerMainId=${order?.registerMainId ?? '1'}`);
  const schemeId = found?.id ?? '1';
  if (way === 'cover')
    return by(site.lead, way, 'submit', { id, action: 'cover', weibao: 'plan', reason: '说好的', schemeId });
  return byUse(who, way, 'submit', { registrationFormId: id, schemeId, consumeTimes: 1 });
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
    ...{ paymentTypeId: site.bank, receivableAmount: '300', amount: '300', collectTime: momentOf(site), remark: '' },
  });
}

/** Return an act on rules and wishes of pushes. */
async function wishing(site: ContractsSite): Promise<WalkAct> {
  const who = pick(site.desk);
  const way = pick(['set', 'set', 'change a setting', 'drop a setting', 'opt out', 'opt in', 'rule', 'change a rule']);
  const times = { dailyLimit: 1 + below(5), enabled: below(3) > 0 };
  if (way === 'set') {
    const found = await some(site, SCHEME);
    const { customerId } = found ?? {};
    const target = pick<Body>([
      { setLevel: 'customer', customerId },
      { setLevel: 'scheme', schemeId: found?.id },
    ]);
    return acts(SETTING)(who, way, 'submit', { ...target, pushScene: pick(['planDue', null]), ...times });
  }
  if (way === 'change a setting' || way === 'drop a setting') {
    const id = (await someOf(site.base, who, `${SETTING}/list`, () => ''))?.id ?? '1';
    if (way === 'drop a setting') return acts(SETTING)(who, way, `remove?ids=${id}`);
    return acts(SETTING)(who, way, 'submit', { id, ...times });
  }
  if (way === 'opt out') {
    const { phone } = pick(site.homes);
    return acts(OPT_OUT)(who, way, 'submit', { phone, optOutReason: '客户来电' });
  }
  if (way === 'opt in') {
    const id = (await someOf(site.base, who, `${OPT_OUT}/list`, () => ''))?.id ?? '1';
    return acts(OPT_OUT)(site.manager, way, `remove?ids=${id}`);
  }
  const terms = { offsetDays: 5 + below(40), maxTimes: 2 + below(3), priority: below(100) };
  if (way === 'change a rule') {
    const id = (await someOf(site.base, who, `${RULE}/list`, () => ''))?.id ?? '1';
    return acts(RULE)(who, way, 'submit', { id, ...terms });
  }
  return acts(RULE)(who, way, 'submit', {
    ...{ ruleName: `规则${below(1000)}`, pushScene: 'planDue', repeatDays: 7, channels: ['sms'] },
    ...{ templateIds: [site.sms], sendFrom: '08:30', sendTo: '20:00', stopOnReply: true, ...terms },
  });
}

/** Return an act that pushes by hand, or answers reminders and warnings. */
async function reminding(site: ContractsSite): Promise<WalkAct> {
  const who = pick(site.desk);
  const way = pick(['push', 'push', 'push a contract', 'warning', 'push in', 'push out', 'handle']);
  const hand = acts(`${at}/asschemepush`);
  if (way === 'push') {
    const visit = await some(site, PLAN, 'planStatus=planned');
    return hand(who, way, 'schemeManualPush', { planIds: [visit?.id ?? '1'], channels: ['sms'] });
  }
  if (way === 'push a contract') {
    const found = await some(site, SCHEME, 'schemeStatus=active');
    return hand(who, way, 'schemeManualPush', { schemeIds: [found?.id ?? '1'], channels: ['sms'] });
  }
  if (way === 'warning') {
    const path = `${at}/asschemerelation/supplieslist?warnStatus=warned`;
    const ids = (await someOf(site.base, who, path, () => ''))?.id ?? '1';
    const warnStatus = pick(['handled', 'ignored']);
    return acts(`${at}/asschemerelation`)(who, way, 'updateWarnStatus', { ids, warnStatus, note: '已约' });
  }
  const ids = (await some(site, REMINDER, 'remindStatus=waiting,in,pushed'))?.id ?? '1';
  const by = acts(REMINDER);
  if (way === 'push in') return by(who, way, 'manualPushIn', { ids });
  if (way === 'push out') return by(who, way, 'manualPushOut', { ids, reason: 'later', until: dayIn(site, 3) });
  return by(who, way, 'handle', { ids, resultNote: '客户自己换' });
}

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
export const chosenAct = (site: ContractsSite): Promise<WalkAct> => pick(TICKETS)(site);
