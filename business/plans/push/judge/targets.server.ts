import type { Row } from '#kernel/language/paper.ts';
import { type Fragment, type Reading, raw, sql } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import type { customer } from '#business/customers/customer/customer.paper.ts';
import { smsOptOutFacts } from '#business/messaging/sms/sms-opt-out-facts.relation.ts';
import type { PushScene, PushTargets } from '../push-targets.server.ts';
import type { pushSet } from '../setting/push-set.paper.ts';
import type { SettingsByLevel } from './may-send.rules.ts';

/** A target with its customer, and the pushes about it and its due date. */
export interface TargetRow {
  readonly id: string;
  readonly customerId: string;
  readonly createDept: string | null;
  readonly schemeId: string | null;
  readonly schemeTypeId: string | null;
  readonly dueDate: string;
  readonly isReplied: boolean;
  readonly isAtOnce: boolean;
  readonly subject: string;
  readonly customerName: string;
  /** Customers that were imported may lack one. */
  readonly phone: string | null;
  readonly customerLevel: Row<typeof customer>['customerLevel'];
  readonly receiveMarketing: boolean | null;
  readonly team: Row<typeof customer>['customerServiceTeam'];
  readonly autoPush: boolean | null;
  readonly isOptedOut: boolean;
  /** Has the customer bound WeChat? */
  readonly isBound: boolean;
  readonly remindedToday: number;
  readonly lastDay: string | null;
  /** `rule#turn` of each push. */
  readonly turns: readonly string[];
}

type Setting = Pick<
  Row<typeof pushSet>,
  'enabled' | 'channel' | 'quietFrom' | 'quietTo' | 'dailyLimit' | 'reason' | 'setLevel' | 'customerId' | 'schemeId'
> & { readonly isOfScene: boolean };

/** Name of the column of pushes that refers to a target. */
export const targetColumn = ({ column }: Pick<PushTargets, 'column'>): string =>
  ({ planId: 'plan_id', schemeId: 'scheme_id', remindId: 'remind_id', careId: 'care_id' })[column];

/** Facts of customers `c`, contracts `s` and pushes, by which a push about a target `x` is judged. */
export const FACTS = `c.customer_name as "customerName", c.phone, c.customer_level as "customerLevel", c.receive_marketing as "receiveMarketing", c.customer_service_team as team, s.auto_push as "autoPush", c.wechat_user_id is not null as "isBound",
    exists (select from ${smsOptOutFacts} o where o.tenant_id = $1 and o.phone = c.phone and o.is_deleted = 0) as "isOptedOut"`;

/** SQL of the reminders that a customer gets today. `own`: condition of the pushes `u` that do not count. */
export const remindedToday = (customer: string, own = 'false'): string =>
  `(select count(distinct coalesce(u.bundle_key, u.push_key))::int from asschemepush u where u.tenant_id = $1 and u.customer_id = ${customer} and u.is_deleted = 0
      and u.push_status not in ('failed', 'cancelled') and coalesce(u.push_time, u.wait_until, u.create_time)::date = $2::date and not coalesce(${own}, false))`;

/** SQL: a push `u` has left. One that failed over its first channel never left. */
export const HAS_LEFT = "(u.push_status <> 'failed' or u.push_time is not null)";
/** SQL: a push `u` uses a turn. One by hand that never left uses none, so that a rule may still remind. */
const HAS_TURN = `(u.rule_id is not null or ${HAS_LEFT})`;

/** Which targets are read: those due until a day after a customer, or named ones. */
export type TargetScope =
  { readonly until: string; readonly after: string; readonly limit: number } | { readonly ids: readonly string[] };

const narrowed = (scope: TargetScope): Fragment =>
  'ids' in scope
    ? sql`x.id = any(${scope.ids}::bigint[]) order by x.customer_id, x.id`
    : sql`(x.due_date <= ${scope.until}::date or x.is_at_once) and x.customer_id > ${scope.after}::bigint order by x.customer_id, x.id limit ${scope.limit}`;

/** Read targets of a scene in the order of their customers, with all facts that decide about a push. */
export async function readTargets(
  reading: Reading,
  targets: PushTargets,
  scene: PushScene,
  scope: TargetScope,
): Promise<TargetRow[]> {
  const source = targets.sql(scene);
  if (!source) return [];
  return reading.sql.query<TargetRow>(
    sql`with asked as (select ${reading.tenantId}::text, ${reading.today()}::date),
      x as materialized (select x.* from (${raw(source)}) x where ${narrowed(scope)})
    select x.id::text as id, x.customer_id::text as "customerId", x.create_dept::text as "createDept", x.scheme_id::text as "schemeId", x.scheme_type_id::text as "schemeTypeId", to_char(x.due_date, 'YYYY-MM-DD') as "dueDate",
      x.is_replied as "isReplied", x.is_at_once as "isAtOnce", x.subject, ${raw(FACTS)}, ${raw(remindedToday('x.customer_id'))} as "remindedToday", p.last as "lastDay", coalesce(p.turns, '{}') as turns
    from x join ${customerFacts} c on c.tenant_id = $1 and c.id = x.customer_id and c.is_deleted = 0
    left join ${schemeFacts} s on s.tenant_id = $1 and s.id = x.scheme_id
    left join lateral (select to_char((max(u.create_time) filter (where ${raw(HAS_TURN)}))::date, 'YYYY-MM-DD') as last, array_agg(u.rule_id || '#' || u.push_turn) filter (where u.rule_id is not null) as turns from asschemepush u
      where u.tenant_id = $1 and u.${raw(targetColumn(targets))} = x.id and u.push_scene = ${scene} and u.due_date = x.due_date and u.is_deleted = 0 and u.push_status <> 'cancelled') p on true
    order by x.customer_id, x.id`,
  );
}

/** PushSettings of a scene for some customers and their contracts. */
export class PushSettings {
  readonly #rows: readonly Setting[];

  private constructor(rows: readonly Setting[]) {
    this.#rows = rows;
  }

  static async read(
    reading: Reading,
    scene: PushScene,
    about: readonly Pick<TargetRow, 'customerId' | 'schemeId'>[],
  ): Promise<PushSettings> {
    const customers = [...new Set(about.map(({ customerId }) => customerId))];
    const schemes = [...new Set(about.flatMap(({ schemeId }) => schemeId ?? []))];
    return new PushSettings(
      await reading.sql.query<Setting>(
        sql`select set_level as "setLevel", customer_id::text as "customerId", scheme_id::text as "schemeId", enabled, channel, to_char(quiet_from, 'HH24:MI') as "quietFrom", to_char(quiet_to, 'HH24:MI') as "quietTo",
          daily_limit as "dailyLimit", null as reason, push_scene is not null as "isOfScene"
        from aspushset t where t.tenant_id = ${reading.tenantId} and t.is_deleted = 0 and (t.push_scene is null or t.push_scene = ${scene})
          and (t.set_level = 'tenant' or t.customer_id = any(${customers}::bigint[]) or t.scheme_id = any(${schemes}::bigint[]))`,
      ),
    );
  }

  /** Return the settings of a target. Those of the scene replace those of all scenes. */
  of({ customerId, schemeId }: Pick<TargetRow, 'customerId' | 'schemeId'>): SettingsByLevel {
    const level = (isOwn: (row: Setting) => boolean): readonly Setting[] => {
      const own = this.#rows.filter(isOwn);
      const special = own.filter(({ isOfScene }) => isOfScene);
      return special.length ? special : own;
    };
    return {
      scheme: level((row) => row.setLevel === 'scheme' && row.schemeId === schemeId),
      customer: level((row) => row.setLevel === 'customer' && row.customerId === customerId),
      tenant: level((row) => row.setLevel === 'tenant'),
    };
  }
}
