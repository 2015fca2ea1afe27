import type { App } from '#kernel/server';
import { OPEN_STATES, UNDER_WAY } from './command-states.rules.ts';

const OPEN = OPEN_STATES.map((state) => `'${state}'`).join(', ');
const dueOf = (company: string): string =>
  `t.tenant_id ${company} and t.due_time <= to_timestamp(ms / 1000.0) and t.is_deleted = 0 and t.exec_status in (${OPEN})`;

/**
 * SQL function that returns the companies with due commands. It has the rights of the owner, since the dispatcher serves
 * all companies. The index is read company by company.
 */
export const dueCommandFunctions: readonly string[] = [
  `create or replace function iot_companies_with_due_commands(ms bigint) returns setof text language sql stable security definer set search_path = public, pg_temp as
   $$ with recursive company as (
        (select t.tenant_id from iot_instruction_task_device t where ${dueOf("> ''")} order by t.tenant_id limit 1)
        union all
        select (select t.tenant_id from iot_instruction_task_device t where ${dueOf('> c.tenant_id')} order by t.tenant_id limit 1) from company c where c.tenant_id is not null
      ) select tenant_id from company where tenant_id is not null $$`,
];

/** Return the companies that have commands which are due. */
export const companiesWithDue = async ({ db, clock }: App): Promise<string[]> =>
  (
    await db.platform((sql) =>
      sql.query<{ id: string }>('select c as id from iot_companies_with_due_commands($1) as c', [clock.ms()]),
    )
  ).map(({ id }) => id);

/** Maximal number of due commands in one transaction. */
const MAX_CLAIMED = 500;

/** SQL: the waiting and due commands of a company, and the waiting ones of devices that can be reached now. */
const CLAIM = `with due as (
    select c.id, c.device_id, c.exec_status from iot_instruction_task_device c
    where c.tenant_id = $1 and c.is_deleted = 0 and c.exec_status in (${OPEN}) and c.due_time <= $2::timestamptz order by c.due_time, c.id limit ${MAX_CLAIMED}
  ), waiting as (
    select c.id from iot_instruction_task_device c where c.tenant_id = $1 and c.is_deleted = 0 and c.exec_status in ('queued', 'pending')
      and (c.exec_status = 'queued' or c.due_time <= $2::timestamptz + interval '2 seconds')
      and (c.device_id = any($3::bigint[]) or c.device_id in (select device_id from due where exec_status = 'pending'))
    order by c.id limit ${MAX_CLAIMED}
  ), again as (
    select c.id from iot_instruction_task_device c where c.tenant_id = $1 and c.is_deleted = 0 and c.exec_status = 'sent'
      and c.device_id = any($4::bigint[]) limit ${MAX_CLAIMED}
  ) select id::text as id from due union select id::text from waiting union select id::text from again`;

interface ClaimQuery {
  readonly tenantId: string;
  readonly now: string;
  /** Devices whose waiting commands may be sent now. */ readonly woken: readonly string[];
  /** Devices that have subscribed: their commands without an acknowledgement are sent again. */
  readonly subscribed: readonly string[];
}

/** Return the ids of the commands that one claim handles. */
export const idsToClaim = async (
  sql: { query<R>(text: string, values: readonly unknown[]): Promise<R[]> },
  { tenantId, now, woken, subscribed }: ClaimQuery,
): Promise<string[]> =>
  (await sql.query<{ id: string }>(CLAIM, [tenantId, now, woken, subscribed])).map(({ id }) => id);

/** A command under way, as the rule of one command a device needs it. */
export interface UnderWay {
  readonly id: string;
  readonly deviceId: string;
  readonly gatewayId: string | null;
}

/** Return the commands under way of devices, and of the sub-devices of gateways. */
export const underWayOf = (
  sql: { query<R>(text: string, values: readonly unknown[]): Promise<R[]> },
  tenantId: string,
  { devices, gateways }: { readonly devices: readonly string[]; readonly gateways: readonly string[] },
): Promise<UnderWay[]> =>
  sql.query<UnderWay>(
    `select c.id::text as id, c.device_id::text as "deviceId", c.gateway_id::text as "gatewayId" from iot_instruction_task_device c
     where c.tenant_id = $1 and c.is_deleted = 0 and c.exec_status in (${UNDER_WAY.map((state) => `'${state}'`).join(', ')})
       and (c.device_id = any($2::bigint[]) or c.gateway_id = any($3::bigint[]))`,
    [tenantId, devices, gateways],
  );
