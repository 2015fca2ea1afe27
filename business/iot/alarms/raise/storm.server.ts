import { type Label, storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { addSeconds } from '#kernel/language/days.ts';
import { alarm } from '../alarm/alarm.paper.ts';

type Alarm = Row<typeof alarm>;
type Draft = Partial<Alarm>;

/**
 * Fields by which new alarms are grouped into storms. The first group that is large enough applies: a common place
 * explains more than a common rule.
 */
const GROUPS = [
  {
    name: 'premises',
    field: 'premisesId',
    column: 'premises_id',
    title: ['同一楼盘大量告警', 'Many alarms on one premises'],
  },
  {
    name: 'gateway',
    field: 'gatewayId',
    column: 'gateway_id',
    title: ['同一网关大量告警', 'Many alarms behind one gateway'],
  },
  { name: 'rule', field: 'ruleId', column: 'rule_id', title: ['同一规则大量告警', 'Many alarms of one rule'] },
] as const satisfies readonly { name: string; field: keyof Alarm; column: string; title: Label }[];

type Group = (typeof GROUPS)[number];

const WINDOW_SEC = 60;
const MAX_MEMBERS = 20_000;
const LEVELS = ['critical', 'major', 'minor', 'info'];

interface Storm {
  readonly id: string;
  level: string;
  added: number;
}

/**
 * Groups many alarms of one minute into a single alarm, a storm, because people could not read them all. Earlier active
 * alarms of that minute join it.
 */
export class StormWatch {
  readonly #context: Context;
  readonly #storms = new Map<string, Storm>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Split new alarms into members of storms, and others that are raised singly. */
  async divide(
    drafts: readonly Draft[],
  ): Promise<{ readonly members: readonly Draft[]; readonly others: readonly Draft[] }> {
    let others = drafts;
    const members: Draft[] = [];
    for (const group of GROUPS)
      for (const [key, some] of Map.groupBy(others, (one) => one[group.field])) {
        const storm = key ? await this.#stormOf(group, String(key), some) : null;
        if (!storm) continue;
        storm.added += some.length;
        members.push(
          ...some.map((one) => ({
            ...one,
            alarmStatus: 'suppressed' as const,
            suppressedBy: 'storm' as const,
            stormId: storm.id,
            // A safety alarm retains its own repair request; other members get none, because the storm has one.
            repairDue: one.safety ? (one.repairDue ?? null) : null,
          })),
        );
        others = others.filter((one) => one[group.field] !== key);
      }
    return { members, others };
  }

  /** Return the storm for a group of alarms: an open one, or a new one if there are enough alarms. Null: too few. */
  async #stormOf(group: Group, key: string, drafts: readonly Draft[]): Promise<Storm | null> {
    const context = this.#context;
    const openKey = `storm:${group.name}:${key}`;
    const known = this.#storms.get(openKey);
    if (known) return known;
    const [open] = await context.find(alarm, { openKey }, { first: 1 });
    if (open && open.alarmStatus !== 'recovered')
      return this.#keep(openKey, { id: open.id, level: String(open.level), added: 0 });
    const since = addSeconds(String(drafts[0].startTime), -WINDOW_SEC);
    const before = await context.sql.query<{ id: string; status: string; level: string }>(
      `select id::text as id, alarm_status as status, level from iot_alarm where tenant_id = $1 and ${group.column} = $2::bigint and is_deleted = 0
         and start_time >= $3::timestamptz and storm_id is null and alarm_type <> 'storm' and (suppressed_by is null or suppressed_by = 'storm') limit ${MAX_MEMBERS}`,
      [context.tenantId, key, since],
    );
    const most = Number(await context.parameter('iot.alarm.stormPerMinute'));
    if (before.length + drafts.length <= most) return null;
    if (open) await context.touch(alarm, [{ id: open.id, openKey: null }]);
    const levels = [...before.map((one) => one.level), ...drafts.map((one) => String(one.level))];
    const level = LEVELS.find((one) => levels.includes(one)) ?? 'major';
    const [first] = drafts;
    const row = await context.create(alarm, {
      deviceId: first.deviceId,
      modelId: group.name === 'rule' ? first.modelId : null,
      householdId: null,
      premisesId: group.name === 'premises' ? first.premisesId : null,
      gatewayId: group.name === 'gateway' ? first.gatewayId : null,
      ruleId: group.name === 'rule' ? first.ruleId : null,
      ruleCode: group.name === 'rule' ? first.ruleCode : null,
      alarmType: 'storm',
      level,
      title: storedText(group.title),
      detail: first.title,
      startTime: first.startTime,
      lastTime: first.startTime,
      repeatCount: 1,
      memberCount: 0,
      autoRepair: 'ask',
      repairDue: first.startTime,
      verdict: 'none',
      alarmStatus: 'active',
      openKey,
    });
    await context.emit('alarm.raised', { id: row.id });
    const joining = before.filter((one) => one.status === 'active').map((one) => one.id);
    const joined = await context.moveAll(alarm, joining, 'suppressed', 'storm', {
      stormId: row.id,
      suppressedBy: 'storm',
    });
    return this.#keep(openKey, { id: row.id, level, added: joined.length });
  }

  #keep(openKey: string, storm: Storm): Storm {
    this.#storms.set(openKey, storm);
    return storm;
  }

  /** Update the member count of the storms that grew. */
  async settle(): Promise<void> {
    const grown = [...this.#storms.values()].filter((one) => one.added > 0);
    if (grown.length === 0) return;
    const context = this.#context;
    const rows = await context.sql.query<{ id: string; n: number }>(
      `select storm_id::text as id, count(*)::int as n from iot_alarm where tenant_id = $1 and storm_id = any($2::bigint[]) and is_deleted = 0 group by 1`,
      [context.tenantId, grown.map((one) => one.id)],
    );
    await context.touch(
      alarm,
      rows.map(({ id, n }) => ({ id, memberCount: n, lastTime: context.now() })),
    );
  }
}
