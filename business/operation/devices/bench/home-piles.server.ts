import { type Label, labelIn } from '#kernel/language/label.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { buttonOf, menuOf } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { type RowFacts, callVerb, heldActions, linkVerb } from '#business/masterdata/piles/bench.server.ts';
import {
  type ListedRow,
  type WaitingPile,
  listedPile,
  ownPile,
  shownIn,
} from '#business/masterdata/piles/piles.server.ts';
import { household } from '../../households/household.paper.ts';
import { feedback } from '../../members/feedback.paper.ts';
import { member } from '../../members/member.paper.ts';
import { powerOnDevice } from '../../pool/power-on-device.paper.ts';
import { alarmRework, alarmToRepair } from '../alarms/alarm-repair.calls.ts';

const inLanguage = (reading: Reading, label: Label): string => labelIn(label, reading.language);
const DAY_MINUTES = 1440;

/** Return the verbs of an alarm: make a repair request, confirm it, look at the home. */
function alarmVerbs(one: ListedRow, reading: Reading) {
  const homeId = String(one.householdId ?? '');
  return [
    ...(!one.repairFormId && reading.may(buttonOf(alarm, 'toRepair'))
      ? [callVerb(['转报修', 'Request a repair'], alarmToRepair.path, { key: 'T' })]
      : []),
    ...(one._can?.includes('confirm') ? heldActions(reading, alarm, [['confirm', { key: 'A' }]]) : []),
    ...(homeId ? [linkVerb(['看此刻', 'See the home now'], `/operation/home/${homeId}`, 'V')] : []),
  ];
}

/** Return an alarm as a row: the values that raised it, its device and address. */
const alarmFactsOf = (rows: readonly ListedRow[], reading: Reading): RowFacts[] =>
  rows.map((one) => ({
    id: one.id,
    tone: 'red',
    who: shownIn(one, 'householdId') || shownIn(one, 'deviceId'),
    evidence: [
      shownIn(one, 'detail'),
      [
        shownIn(one, 'deviceId'),
        shownIn(one, 'roomAddressId'),
        Number(one.repeatCount ?? 1) > 1
          ? inLanguage(reading, [`第 ${Number(one.repeatCount)} 次`, `raised ${Number(one.repeatCount)} times`])
          : '',
        shownIn(one, 'repairFormId'),
      ]
        .filter(Boolean)
        .join(inLanguage(reading, ['，', ', '])),
    ].filter(Boolean),
    verbs: alarmVerbs(one, reading),
  }));

const NO_STORM = 'threshold,state,rate,anomaly,event,trouble_code,offline,flapping,no_data';

/** Critical alarms that nobody has confirmed. */
const critical = listedPile({
  name: 'criticalAlarms',
  sort: 300,
  label: ['紧急告警', 'Critical alarms'],
  paper: alarm,
  by: 'confirm',
  query: { alarmStatus: 'active', level: 'critical', alarmType_in: NO_STORM, ascs: 'startTime' },
  all: '',
  when: 'came',
  who: 'householdId',
  words: 'title',
  moment: 'startTime',
  worry: true,
  placed: {
    kind: ['告警', 'Alarm'],
    places: { iot: { section: 'danger', rank: 1, most: 10 }, operator: { section: 'danger', rank: 1, most: 10 } },
    isAlone: true,
    facts: alarmFactsOf,
  },
});

/** Storms of alarms: one row, however many alarms are part of it. */
const storms = listedPile({
  name: 'storms',
  sort: 310,
  label: ['风暴', 'Storms'],
  paper: alarm,
  by: 'confirm',
  query: { alarmStatus_in: 'active,confirmed', alarmType: 'storm', ascs: 'startTime' },
  all: `${menuOf(alarm).path}?alarmStatus_in=active,confirmed&alarmType=storm`,
  when: 'came',
  who: 'premisesId',
  words: 'title',
  moment: 'startTime',
  placed: {
    kind: ['风暴', 'Storm'],
    places: { iot: { section: 'cut', rank: 2, most: 5 }, operator: { section: 'cut', rank: 1, most: 5 } },
    isAlone: true,
    facts: (rows, reading) =>
      rows.map((one) => {
        const members = Number(one.memberCount ?? 0);
        const to = `${menuOf(alarm).path}?stormId=${one.id}`;
        return {
          id: one.id,
          tone: 'violet',
          note: [`${members} 条`, `${members} alarms`],
          evidence: [
            inLanguage(reading, [`${members} 条告警并成一条，没有建单`, `${members} alarms in one, without requests`]),
          ],
          verbs: [
            linkVerb(['看风暴', 'See the storm'], to, 'D'),
            ...(one._can?.includes('confirm') ? heldActions(reading, alarm, [['confirm', { key: 'A' }]]) : []),
          ],
        };
      }),
  },
});

/** Homes whose gateway is offline, the longest first; those of a storm are in its row. */
const offlineHomes = ownPile(
  {
    name: 'offlineHomes',
    sort: 312,
    label: ['离线的家', 'Homes offline'],
    kind: ['离线', 'Offline'],
    paper: household,
    by: 'view',
    all: `${menuOf(device).path}?nodeType=gateway&onlineStatus=offline&instanceStatus=active`,
    when: 'came',
    worry: true,
    places: { operator: { section: 'cut', rank: 2, most: 8 } },
  },
  async (reading, most) => {
    const visible = await reading.visible(household, { query: { householdStatus: 'active' } }).sql();
    const homes = await reading.sql.query<{
      id: string;
      name: string;
      since: string | null;
      gateway: string;
      devices: number;
    }>(
      sql`select t.id::text as id, t.name, to_char(min(d.last_online_time), 'YYYY-MM-DD HH24:MI:SS') as since, min(d.device_name) as gateway,
         (select count(*)::int from ${deviceFacts} x where x.tenant_id = t.tenant_id and x.household_id = t.id and x.is_deleted = 0 and x.instance_status = 'active') as devices
       from op_household t join ${deviceFacts} d on d.tenant_id = t.tenant_id and d.household_id = t.id and d.is_deleted = 0 and d.node_type = 'gateway' and d.online_status = 'offline' and d.instance_status = 'active'
       where ${visible} group by t.tenant_id, t.id, t.name order by min(d.last_online_time) nulls last, t.id`,
    );
    const masked = homes
      .slice(0, most)
      .map((one) => ({ ...one, ...reading.visible(household).present({ name: one.name }) }));
    return {
      count: homes.length,
      rows: masked.map(({ id, name, since, gateway, devices }) => ({
        id,
        tone: 'amber',
        who: String(name),
        fact: inLanguage(reading, [
          `${gateway} 没连上，${devices} 台设备没数据`,
          `${gateway} is offline, no data of ${devices} devices`,
        ]),
        due: since ?? '',
        evidence: [
          inLanguage(reading, ['先看此刻，网关断了家里都没有数据', 'Without its gateway a home sends nothing']),
        ],
        to: `/operation/home/${id}`,
        verbs: [linkVerb(['看此刻', 'See the home now'], `/operation/home/${id}`, 'V')],
      })),
    };
  },
);

/** Return when a resident who wrote at this time is to be answered: within 24 hours. */
const answerBy = (one: ListedRow): string => addMinutes(String(one.createTime ?? ''), DAY_MINUTES);

const waitingFacts =
  (actions: (one: ListedRow, reading: Reading) => Pick<RowFacts, 'fact' | 'evidence' | 'verbs'>) =>
  (rows: readonly ListedRow[], reading: Reading): RowFacts[] =>
    rows.map((one) => ({
      id: one.id,
      when: 'due',
      due: answerBy(one),
      late: answerBy(one) < reading.now(),
      ...actions(one, reading),
    }));

/** Members who wait for their approval. */
const members = listedPile({
  name: 'membersToApprove',
  sort: 400,
  label: ['成员待审核', 'Members to approve'],
  paper: member,
  by: 'approve',
  query: { approveStatus: 'pending', ascs: 'createTime' },
  all: `${menuOf(member).path}?approveStatus=pending`,
  when: 'came',
  who: 'name',
  words: 'householdId',
  moment: 'createTime',
  placed: {
    kind: ['成员', 'Member'],
    places: { operator: { section: 'waiting', rank: 1, most: 6 } },
    isAlone: true,
    facts: waitingFacts((one, reading) => ({
      fact: inLanguage(reading, [
        `想加入 ${shownIn(one, 'householdId')} 家`,
        `wants to join ${shownIn(one, 'householdId')}`,
      ]),
      evidence: [
        [shownIn(one, 'clientRole'), shownIn(one, 'phone')].filter(Boolean).join(inLanguage(reading, ['，', ', '])),
        inLanguage(reading, [`${shownIn(one, 'createTime')} 申请`, `requested at ${shownIn(one, 'createTime')}`]),
      ],
      verbs: heldActions(reading, member, [
        ['approve', { key: 'A' }],
        ['reject', { key: 'X' }],
      ]),
    })),
  },
});

/** Feedback that waits for an answer. */
const opinions = listedPile({
  name: 'feedbackToAnswer',
  sort: 410,
  label: ['意见反馈', 'Feedback'],
  paper: feedback,
  by: 'reply',
  query: { feedbackStatus: 'pending,processing', ascs: 'createTime' },
  all: `${menuOf(feedback).path}?feedbackStatus=pending,processing`,
  when: 'came',
  who: 'clientId',
  words: 'content',
  moment: 'createTime',
  placed: {
    kind: ['意见', 'Feedback'],
    places: { operator: { section: 'waiting', rank: 1, most: 6 } },
    isAlone: true,
    facts: waitingFacts((one, reading) => ({
      evidence: [shownIn(one, 'content'), shownIn(one, 'householdId')].filter(Boolean),
      verbs: heldActions(reading, feedback, [
        ['reply', { label: ['答复', 'Reply'], key: 'A' }],
        ...(one._can?.includes('take') ? ([['take', { key: 'T' }]] as const) : []),
        ['close', { key: 'X' }],
      ]),
    })),
  },
});

/** Homes that wait for their activation. */
const activations = listedPile({
  name: 'homesToActivate',
  sort: 420,
  label: ['待激活', 'Homes to activate'],
  paper: household,
  by: 'activate',
  query: { householdStatus: 'pending', ascs: 'createTime' },
  all: `${menuOf(household).path}?view=waiting`,
  when: 'came',
  who: 'name',
  words: 'roomAddressId',
  moment: 'createTime',
  placed: {
    kind: ['激活', 'Activation'],
    places: { operator: { section: 'waiting', rank: 1, most: 6 } },
    isAlone: true,
    facts: waitingFacts((one, reading) => ({
      evidence: [
        inLanguage(reading, [
          `${Number(one.onlineCount ?? 0)} / ${Number(one.deviceCount ?? 0)} 台在线，成员 ${Number(one.memberCount ?? 0)} 位`,
          `${Number(one.onlineCount ?? 0)} of ${Number(one.deviceCount ?? 0)} devices online, ${Number(one.memberCount ?? 0)} members`,
        ]),
      ],
      verbs: [
        ...heldActions(reading, household, [['activate', { key: 'A' }]]),
        linkVerb(['看此刻', 'See the home now'], `/operation/home/${one.id}`, 'V'),
      ],
    })),
  },
});

/** Devices that announced themselves and have no home. */
const powered = listedPile({
  name: 'devicesToBind',
  sort: 430,
  label: ['上电没有归属', 'Devices without a home'],
  paper: powerOnDevice,
  by: 'clear',
  buttons: [buttonOf(household, 'bind')],
  query: { bindStatus: 'unbound', ascs: 'firstSeenTime' },
  all: `${menuOf(powerOnDevice).path}?bindStatus=unbound`,
  when: 'came',
  who: 'mac',
  words: 'modelText',
  moment: 'firstSeenTime',
  placed: {
    kind: ['上电', 'Powered on'],
    places: { iot: { section: 'decide', rank: 9, most: 0 }, operator: { section: 'waiting', rank: 2, most: 2 } },
    isAlone: true,
    facts: (rows) => rows.map(({ id }) => ({ id, verbs: [linkVerb(['绑定', 'Bind'], '/operation/install', 'B')] })),
  },
});

/** Alarms that telemetry shows again after the repair. */
const unfixed = listedPile({
  name: 'alarmsUnfixed',
  sort: 305,
  label: ['没修好', 'Not repaired'],
  paper: alarm,
  by: 'confirm',
  buttons: [buttonOf(alarm, 'toRepair')],
  query: { verdict: 'unfixed', reworkFormId_null: '1', ascs: 'verdictTime' },
  all: `${menuOf(alarm).path}?view=unfixed`,
  when: 'came',
  who: 'householdId',
  words: 'title',
  moment: 'startTime',
  placed: {
    kind: ['没修好', 'Not repaired'],
    places: { leader: { section: 'look', rank: 1, most: 5 } },
    isAlone: true,
    facts: (rows, reading) =>
      rows.map((one) => ({
        id: one.id,
        tone: 'red',
        who: shownIn(one, 'householdId') || shownIn(one, 'deviceId'),
        evidence: [
          shownIn(one, 'detail'),
          inLanguage(reading, [`${shownIn(one, 'repairedBy')} 修过`, `repaired by ${shownIn(one, 'repairedBy')}`]),
        ].filter(Boolean),
        verbs: [
          callVerb(['返修', 'Rework'], alarmRework.path, { key: 'A' }),
          linkVerb(['看告警', 'Open'], `${menuOf(alarm).path}?id=${one.id}`, 'D'),
        ],
      })),
  },
});

/** Piles of homes: danger, homes cut off, waiting residents. */
export const homePiles: readonly WaitingPile[] = [
  critical,
  unfixed,
  storms,
  offlineHomes,
  members,
  opinions,
  activations,
  powered,
];
