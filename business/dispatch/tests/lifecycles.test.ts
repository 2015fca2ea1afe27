import { storedText } from '#kernel/language/label.ts';
import { describe, expect, test } from 'vitest';
import { type Action } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { describeAnswer } from '#kernel/testing/sample.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { photoBy } from '#business/mobile/testing/worksite.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visit } from '../visit/visit.paper.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const done = `${at}/ascompletionregistration`;
const D = 'blade-maintain/dispatchList';
const reason = '按流程操作';

const people: Readonly<Record<string, TestCaller>> = {
  as_technician: await server.as('as_technician', { who: 'jiang' }),
  as_dispatcher: await server.as('as_dispatcher'),
  as_leader: await server.as('as_leader'),
  as_cs: await server.as('as_cs'),
  as_cs_lead: await server.as('as_cs_lead'),
  as_manager: await server.as('as_manager'),
  as_finance: await server.as('as_finance'),
  as_store: await server.as('as_store'),
  as_admin: await server.as('as_admin'),
};
const {
  as_technician: man,
  as_dispatcher: dispatcher,
  as_leader: leader,
  as_cs: cs,
  as_cs_lead: lead,
  as_manager: manager,
} = people;
const admin = await server.as('administrator');
// Put the lead into the department of customer service, whose orders a lead may see.
await server.tables('update blade_user set dept_id = (select dept_id from blade_user where id = $1) where id = $2', [
  cs.id,
  lead.id,
]);
server.app.ports.forget('000000');

const good = (answer: Answer): Answer => {
  expect(answer.status, describeAnswer(answer)).toBe(200);
  return answer;
};

async function hire(caller: TestCaller, name: string, phone: string): Promise<string> {
  const dept = (await admin.get('blade-system/dept/tree')).data[0].id as string;
  return good(
    await admin.post(`${at}/astechnician/submit`, {
      userId: caller.id,
      realName: name,
      phone,
      deptId: dept,
      customerServiceTeam: 'east',
      technicianLevel: 't3',
      hireDate: '2024-01-02',
      workDays: '1,2,3,4,5,6,7',
    }),
  ).data.id;
}

const jiang = await hire(man, '蒋志强', '13800001001');
const ma = await hire(await server.as('as_technician', { who: 'ma' }), '马文斌', '13800001002');
const customer = good(
  await cs.post(`${at}/ascustomer/submit`, {
    customerName: '周先生',
    phone: '13912342001',
    addressDetail: '上海市浦东新区花木路1弄1号',
    customerServiceTeam: 'east',
    location: '121.52,31.21',
  }),
).data;
const file = good(
  await cs.post(`${at}/registerMain/submit`, { customerId: customer.id, address: '上海市浦东新区花木路1弄1号' }),
).data;

let count = 0;

/** An order of customer service with its dispatch form, and its visit if it was dispatched. */
interface Job {
  readonly orderId: string;
  readonly formId: string;
  readonly visitId: string;
  readonly window: { readonly planStart: string; readonly planEnd: string };
}

/** Create an order on a day of its own. First end visits under way, because a technician cannot begin a second one. */
async function job(send = true): Promise<Job> {
  await server.tables(
    "update dispatchlist set task_status = 'cancelled' where task_status in ('traveling', 'working', 'paused')",
  );
  const day = new Date(Date.UTC(2026, 10, 25 + count++)).toISOString().slice(0, 10);
  const window = { planStart: `${day} 10:00:00`, planEnd: `${day} 11:00:00` };
  const order = good(
    await cs.post(`${at}/asregistrationform/submit`, {
      customerId: customer.id,
      registerMainId: file.id,
      receiptsType: 'repair',
      repairType: 'floorHeat',
      faultCategory: 'noHeat',
      content: '次卧地面凉',
    }),
  ).data;
  const form = good(
    await dispatcher.post(`${at}/asdispatchform/save`, {
      header: { registrationFormId: order.id, ...window },
      ...(send ? { technicianId: jiang, dispatch: true } : { dispatch: false }),
    }),
  ).data;
  const [made] = await server.tables<{ id: string }>('select id from dispatchlist where disp_id = $1', [form.id]);
  return { orderId: order.id, formId: form.id, visitId: made?.id ?? '', window };
}

const step = async (by: TestCaller, of: Job, action: string, more: object = {}): Promise<unknown> =>
  good(await by.post(`${D}/act`, { id: of.visitId, action, reason, ...more }));

/** Write a completion, as a draft or submitted. */
async function written(of: Job, visitResult: string, draft: boolean): Promise<string> {
  const { arriveTime } = (await man.get(`${D}/detail`, { id: of.visitId })).data;
  const moment = arriveTime || '2026-11-23 10:00:00';
  return good(
    await man.post(`${done}/batchSave`, {
      draft,
      header: {
        dispatchListId: of.visitId,
        startTime: moment,
        endTime: moment,
        visitResult,
        faultCategory: 'noHeat',
        faultCause: 'wear',
        serviceMeasure: 'adjust',
        maintenanceContent: '清洗过滤器',
        laborFee: '0',
        mileageKm: '3',
        signRefused: '客户外出',
        refusedProof: await photoBy(man),
      },
      equipment: [],
      supplies: [],
      annexes: [],
    }),
  ).data.id;
}

/** Steps that bring a visit to each of its states. */
const ways: Readonly<Record<string, (of: Job) => Promise<unknown>>> = {
  async pendingAccept() {},
  accepted: (of) => step(man, of, 'accept'),
  async appointed(of) {
    await ways.accepted(of);
    await step(man, of, 'appoint', { from: of.window.planStart, to: of.window.planEnd });
  },
  async traveling(of) {
    await ways.accepted(of);
    await step(man, of, 'depart');
  },
  async working(of) {
    await ways.accepted(of);
    await step(man, of, 'arrive');
  },
  async paused(of) {
    await ways.working(of);
    await step(man, of, 'pause');
  },
  async finished(of) {
    await ways.working(of);
    await written(of, 'done', false);
  },
  async partial(of) {
    await ways.working(of);
    await written(of, 'reappoint', false);
  },
  refused: (of) => step(man, of, 'refuse', { refuseReason: 'full' }),
  recalled: (of) => step(dispatcher, of, 'backToPool'),
  transferred: async (of) =>
    good(
      await dispatcher.post(`${at}/asdispatchform/updateUser`, {
        dispId: of.formId,
        technicianId: ma,
        ...of.window,
        reason,
        force: true,
      }),
    ),
  async confirmed(of) {
    await ways.finished(of);
    await step(leader, of, 'confirm');
  },
  cancelled: (of) => step(dispatcher, of, 'cancel'),
};

/** Creates a row in a state that is ready for an action. Returns its id and the inputs of the action. */
type Ready = (state: string, action: string) => Promise<{ id: string; input: object }>;

const RESULTS: Readonly<Record<string, string>> = {
  working: 'done',
  paused: 'done',
  accepted: 'remote',
  appointed: 'remote',
  traveling: 'noAccess',
};

const visitIn: Ready = async (state, action) => {
  const of = await job();
  await ways[state](of);
  const result = RESULTS[state];
  if (action === 'finish' && (result === 'done' || result === 'remote')) await written(of, result, true);
  if (action === 'finish' && result === 'noAccess')
    good(await man.post(`${D}/addAnnex`, { id: of.visitId, mediaType: 'image', files: [await photoBy(man)] }));
  return {
    id: of.visitId,
    input: {
      reason,
      callAttempts: 1,
      refuseReason: 'full',
      from: of.window.planStart,
      to: of.window.planEnd,
      visitResult: result ?? 'done',
      resultNote: '敲门无人应答，电话未接',
    },
  };
};

/** Create a dispatch form in a state, by steps of its visit or by a hold, release or cancel of a person. */
const formIn: Ready = async (state) => {
  const of = await job(state !== 'draft');
  const follows: Readonly<Record<string, string>> = {
    inProgress: 'traveling',
    completed: 'finished',
    confirmed: 'confirmed',
  };
  if (follows[state]) await ways[follows[state]](of);
  if (state === 'onHold' || state === 'cancelled')
    good(
      await dispatcher.post(`${at}/asdispatchform/act`, {
        id: of.formId,
        action: state === 'onHold' ? 'hold' : 'cancel',
        holdReason: 'customer',
        cancelReason: 'self',
        reason,
      }),
    );
  if (state === 'confirmed')
    good(
      await lead.post(`${done}/backConfirm`, {
        ids: (
          await server.tables<{ id: string }>('select id from ascompletionregistration where disp_id = $1', [of.formId])
        )[0].id,
        result: 'pass',
      }),
    );
  return { id: of.formId, input: { reason, holdReason: 'customer', cancelReason: 'self' } };
};

const completionIn: Ready = async (state) => {
  const of = await job();
  await ways.working(of);
  const id = await written(of, 'done', state === 'draft');
  if (state !== 'draft') await step(leader, of, 'confirm');
  const results: Readonly<Record<string, string>> = { confirmed: 'pass', refill: 'refill', redone: 'redo' };
  if (results[state]) good(await lead.post(`${done}/backConfirm`, { ids: id, result: results[state], reason }));
  return { id, input: { reason, weibao: 'goodwill' } };
};

/**
 * A line of the expected lifecycle: states before an action, the state after it, and the roles that may take it.
 * Source: after-sales design §21, where “lead” is the lead of customer service (`as_cs_lead`).
 */
interface Line {
  readonly from: readonly string[];
  readonly to: string;
  readonly roles: readonly string[];
}
const hands = ['as_technician', 'as_dispatcher', 'as_leader'];

const tables: readonly { paper: AnyPaper; ready: Ready; lines: Readonly<Record<string, Line>> }[] = [
  {
    paper: visit as AnyPaper,
    ready: visitIn,
    lines: {
      accept: { from: ['pendingAccept'], to: 'accepted', roles: hands },
      refuse: { from: ['pendingAccept'], to: 'refused', roles: hands },
      appoint: { from: ['accepted', 'appointed'], to: 'appointed', roles: [...hands, 'as_cs'] },
      depart: { from: ['accepted', 'appointed'], to: 'traveling', roles: hands },
      arrive: { from: ['accepted', 'appointed', 'traveling'], to: 'working', roles: hands },
      pause: { from: ['working'], to: 'paused', roles: hands },
      resume: { from: ['paused'], to: 'working', roles: hands },
      finish: { from: ['accepted', 'appointed', 'traveling', 'working', 'paused'], to: 'finished', roles: hands },
      confirm: { from: ['finished', 'partial'], to: 'confirmed', roles: ['as_leader', 'as_manager'] },
      sendBack: { from: ['finished', 'partial'], to: 'finished', roles: ['as_leader', 'as_manager'] },
      backToPool: {
        from: ['pendingAccept', 'accepted', 'appointed'],
        to: 'recalled',
        roles: ['as_dispatcher', 'as_leader'],
      },
      cancel: { from: ['pendingAccept', 'accepted', 'appointed'], to: 'cancelled', roles: ['as_dispatcher', 'as_cs'] },
    },
  },
  {
    paper: dispatchForm as AnyPaper,
    ready: formIn,
    lines: {
      hold: { from: ['draft', 'dispatched'], to: 'onHold', roles: ['as_dispatcher'] },
      release: { from: ['onHold'], to: 'draft', roles: ['as_dispatcher'] },
      backToPool: { from: ['dispatched'], to: 'draft', roles: ['as_dispatcher', 'as_leader'] },
      cancel: { from: ['draft', 'dispatched', 'onHold'], to: 'cancelled', roles: ['as_dispatcher', 'as_cs'] },
    },
  },
  {
    paper: completion as AnyPaper,
    ready: completionIn,
    lines: {
      submit: { from: ['draft', 'refill'], to: 'submitted', roles: ['as_technician', 'as_leader'] },
      pass: { from: ['submitted'], to: 'confirmed', roles: ['as_cs_lead', 'as_finance'] },
      refill: { from: ['submitted'], to: 'refill', roles: ['as_cs_lead'] },
      redo: { from: ['submitted'], to: 'redone', roles: ['as_cs_lead'] },
      cover: { from: ['submitted'], to: 'submitted', roles: ['as_cs_lead'] },
      reopen: { from: ['confirmed'], to: 'submitted', roles: ['as_manager'] },
    },
  },
];

/**
 * Return the expected state after an action. Sending back does not change the state; a visit finished on the way can
 * only be a partial one.
 */
const endOf = (action: string, line: Line, state: string): string =>
  action === 'sendBack' ? state : action === 'finish' && state === 'traveling' ? 'partial' : line.to;

/**
 * Return whether a role may take an action. A lead also counts as customer service, and the domain administrator may
 * act for all. Source: after-sales design §2.1, readings 1.
 */
const holds = (role: string, line: Line): boolean =>
  line.roles.includes(role) || role === 'as_admin' || (role === 'as_cs_lead' && line.roles.includes('as_cs'));

const TIME_MS = 120_000;

describe.each(tables.map((one) => [one.paper.title[0], one] as const))('%s', (_title, { paper, ready, lines }) => {
  const life = lifeOf(paper);
  const states = Object.keys(life.states.items);
  const byPeople = Object.entries(life.actions).filter(([, action]) => action.from.some((state) => state !== '*'));

  test('定义与状态机表一致 the definition is the table', () => {
    const defined = ([name, action]: [string, Action]): [string, Line] => [
      name,
      { from: action.from.filter((state) => state !== '*'), to: action.to, roles: action.roles.toSorted() },
    ];
    const wanted = Object.entries(lines).map(([name, line]): [string, Line] => [
      name,
      { ...line, roles: line.roles.toSorted() },
    ]);
    expect(Object.fromEntries(byPeople.map(defined))).toEqual(Object.fromEntries(wanted));
  });

  test.for(Object.entries(lines))(
    '%s：有权且状态允许的做成 whoever may does it where it is allowed',
    { timeout: TIME_MS },
    async ([action, line]) => {
      // Try each state and each permitted role once. Generic tests cover the roles in every state.
      const roles = Object.keys(people).filter((one) => holds(one, line));
      for (let turn = 0; turn < Math.max(line.from.length, roles.length); turn++) {
        const [state, role] = [line.from[turn % line.from.length], roles[turn % roles.length]];
        const { id, input } = await ready(state, action);
        if (role === 'as_admin')
          expect((await people[role].post(`${paper.path}/act`, { ...input, reason: '', id, action })).reason).toBe(
            'lifecycle.reasonRequired',
          );
        const answer = await people[role].post(`${paper.path}/act`, { ...input, id, action });
        const [row] = await server.tables<{ state: string }>(
          `select ${life.field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as state from ${paper.table} where id = $1`,
          [id],
        );
        expect([answer.status, row.state], `${role} ${state} ${action}: ${describeAnswer(answer)}`).toEqual([
          200,
          endOf(action, line, state),
        ]);
      }
    },
  );

  test.for(states)('在“%s”：其余的被拒 in this state all else is refused', { timeout: TIME_MS }, async (state) => {
    const { id, input } = await ready(state, '');
    // Wait until the same action counts as new: a repeat within a minute would succeed without effect.
    server.clock.pass(61_000);
    const [before] = await server.tables(`select * from ${paper.table} where id = $1`, [id]);
    const sees = new Map(
      await Promise.all(
        Object.entries(people).map(
          async ([role, one]) => [role, (await one.get(`${paper.path}/detail`, { id })).status === 200] as const,
        ),
      ),
    );
    const [forbidden, missing, refused] = [
      [403, 'http.forbidden'],
      [404, 'row.missing'],
      [409, 'lifecycle.notFromHere'],
    ] as const;
    for (const [action, line] of Object.entries(lines)) {
      for (const role of Object.keys(people).filter((one) => !holds(one, line) || !line.from.includes(state))) {
        const answer = await people[role].post(`${paper.path}/act`, { ...input, id, action });
        expect([answer.status, answer.reason], `${role} ${state} ${action}: ${describeAnswer(answer)}`).toEqual(
          !holds(role, line) ? forbidden : sees.get(role) ? refused : missing,
        );
      }
    }
    expect((await server.tables(`select * from ${paper.table} where id = $1`, [id]))[0]).toEqual(before);
  });
});

test('班组长看得到全队，经理看得到全部 a role that may act on a row also sees it', async () => {
  const { visitId } = await job();
  for (const who of [man, dispatcher, leader, cs, lead, manager])
    expect((await who.get(`${D}/detail`, { id: visitId })).status).toBe(200);
});

test('售后管理员代办：转派也须写明原因并入日志；另有本职的人不必写 acting on behalf of others needs a reason in every call and logs it; with the own right none is needed', async () => {
  const desk = people.as_admin;
  const of = await job();
  const body = { dispId: of.formId, technicianId: ma, ...of.window };
  expect((await desk.post(`${at}/asdispatchform/updateUser`, body)).reason).toBe('lifecycle.reasonRequired');
  good(await desk.post(`${at}/asdispatchform/updateUser`, { ...body, reason: '蒋师傅临时请假' }));
  const [current] = await server.tables<{ id: string; technician: string }>(
    'select id, technician_id as technician from dispatchlist where disp_id = $1 and is_current',
    [of.formId],
  );
  expect(current.technician).toBe(ma);
  const row = (await desk.get(`${D}/detail`, { id: current.id })).data;
  expect([
    row._can.includes('accept'),
    row._inStead.includes('accept'),
    row._can.includes('edit'),
    row._inStead.includes('edit'),
  ]).toEqual([true, true, true, false]);
  // A batch by a person who acts for others is refused without a reason, as a single action is.
  expect((await desk.post(`${D}/act`, { ids: [current.id, of.visitId], action: 'accept' })).reason).toBe(
    'lifecycle.reasonRequired',
  );
  // The right to act for technicians does not bring their visits into the caller's worklist.
  expect(
    (await desk.get('blade-maintenance/webApi/desk/work')).data.piles.map((one: { name: string }) => one.name),
  ).not.toContain('toAccept');
  const both = await server.as('as_dispatcher,as_admin', { who: 'both' });
  expect((await both.get(`${D}/detail`, { id: current.id })).data._inStead ?? []).not.toContain('accept');
  good(await both.post(`${at}/asdispatchform/act`, { id: of.formId, action: 'hold', holdReason: 'customer' }));
  good(
    await desk.post(`${at}/asdispatchform/act`, { id: of.formId, action: 'release', reason: '客户已回来，派工员不在' }),
  );
  const [entry] = await server.tables<{ remark: string; who: string }>(
    "select remark, operator_name as who from asactionlog where biz_id = $1 and action = 'release' order by id desc limit 1",
    [of.formId],
  );
  expect(entry).toEqual({
    remark: storedText(['代办：客户已回来，派工员不在', 'Done in the stead of others: 客户已回来，派工员不在']),
    who: 'as_admin',
  });
  const remarkFor = async (who: typeof desk): Promise<string> =>
    (await who.get(`${at}/asdispatchform/history`, { id: of.formId })).data.find(
      (one: { action: string }) => one.action === 'release',
    ).remark;
  expect([await remarkFor(desk), await remarkFor(desk.inEnglish())]).toEqual([
    '代办：客户已回来，派工员不在',
    'Done in the stead of others: 客户已回来，派工员不在',
  ]);
});
