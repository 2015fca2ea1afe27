import { hoursOfCompany } from '#business/scheduling/calendar.server.ts';
import { type WorkingTime, addWorkingMinutes } from '#business/scheduling/working-time.rules.ts';
import { addDays, dayOf } from '#kernel/language/days.ts';
import { type Context, type Reading, inZone, instantIn } from '#kernel/server';
import { workingDaysIn } from '../leave/working-days.rules.ts';
import type { EngineHost, ExpressionFunctions } from '../engine/state/host.rules.ts';
import { ProcessError } from '../engine/state/process-error.rules.ts';
import { type StoredDefinition, processDefinitionOf, newestDefinition } from '../store/definitions.server.ts';
import { withApprovalRight } from './approval-right.server.ts';
import { findPeople } from './people.server.ts';
import { processServices } from './services.server.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';
import { roleFacts } from '#business/system/people/role/role-facts.relation.ts';

/**
 * Special days of the business calendar are read for this number of days before and after today. For days farther away,
 * expressions use the usual week.
 */
const DAYS_AROUND = 400;

const MINUTE = 60_000;

/**
 * Return the functions that expressions may call. Their data is read before the command, because expressions are
 * evaluated synchronously.
 */
async function functionsFor(context: Context, processes: readonly StoredDefinition[]): Promise<ExpressionFunctions> {
  const hours: WorkingTime | undefined = processes.some((one) => one.asks.days)
    ? await hoursOfCompany(context, addDays(context.today(), -DAYS_AROUND), addDays(context.today(), DAYS_AROUND))
    : undefined;
  const held = processes.some((one) => one.asks.roles)
    ? await context.sql.query<{ id: string; aliases: string[] }>(
        `select u.id::text as id, array_agg(r.role_alias) as aliases from ${userFacts} u join ${roleFacts} r on r.tenant_id = $1 and r.id = any(u.role_id)
         where u.tenant_id = $1 and u.is_deleted = 0 group by u.id`,
        [context.tenantId],
      )
    : [];
  const roles = new Map(held.map((one) => [one.id, one.aliases]));
  const wall = (value: unknown): string | null =>
    typeof value === 'number' ? inZone(value, context.zone) : typeof value === 'string' ? momentOf(value) : null;
  return {
    days(from, to) {
      const [since, until] = [wall(from), wall(to)];
      return hours && since && until ? workingDaysIn(since, until, hours) : null;
    },
    hasRole: (userId, alias) => roles.get(userId)?.includes(alias) ?? false,
  };
}

/**
 * Convert a date, or a date with time (`2026-11-23T08:30`), to the form `yyyy-MM-dd HH:mm:ss`. Null if the text is
 * neither.
 */
const momentOf = (text: string): string | null => {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?/.exec(text.trim());
  return parts ? `${parts[1]} ${parts[2] ?? '00:00'}${parts[3] ?? ':00'}` : null;
};

/**
 * Why a task went to the administrator: the substitutes of these people form a circle, or none of them may approve the
 * paper.
 */
export interface AssignmentNote {
  readonly instanceId: string;
  readonly userIds: readonly string[];
  readonly action: 'standInCircle' | 'noApprover';
}

export interface ProductHost extends EngineHost {
  /** Notes of the running command, written to the history of the instance after the command. */
  readonly notes: readonly AssignmentNote[];
}

/** Return the services that the engine needs, bound to the transaction of one command. */
export async function hostFor(
  asking: Reading,
  definitionIds: readonly string[],
  drafts: readonly StoredDefinition[] = [],
): Promise<ProductHost> {
  const notes: AssignmentNote[] = [];
  // A preview passes a reading context. It calls nothing that writes, so the wider type is safe.
  const context = asking as Context;
  const { tenantId, sql } = context;
  const stored = await Promise.all([...new Set(definitionIds)].map((id) => processDefinitionOf(sql, tenantId, id)));
  const known = [...drafts, ...stored];
  return {
    notes,
    now: () => context.instant(),
    newIds: (count) => context.newIds(count),
    definition: (id) => known.find((one) => one.id === id) ?? processDefinitionOf(sql, tenantId, id),
    definitionByKey: (key) => newestDefinition(sql, tenantId, key),
    async people(request) {
      const { people, keys, inCircles } = await findPeople(context, request);
      if (inCircles.length) notes.push({ instanceId: request.instanceId, userIds: inCircles, action: 'standInCircle' });
      // Absent people retain their candidate keys, so they may still claim the task. A substitute is added by the key
      // of the account, because the substitute may not have the role.
      const standIns = people.flatMap(({ userId, onBehalfOf }) => (onBehalfOf ? [`u:${userId}`] : []));
      const found = { people, keys: standIns.length ? [...new Set([...keys, ...standIns])] : keys };
      const { isReplaced, ...entitled } = await withApprovalRight(context, request, found);
      if (isReplaced)
        notes.push({
          instanceId: request.instanceId,
          userIds: people.map(({ userId }) => userId),
          action: 'noApprover',
        });
      return entitled;
    },
    async passedBefore(instanceId) {
      const rows = await sql.query<{ id: string }>(
        "select ended_by::text as id from wf_task where tenant_id = $1 and instance_id = $2 and decision = 'pass' and ended_by is not null order by ended_at, id",
        [tenantId, instanceId],
      );
      return rows.map((row) => row.id);
    },
    async service({ name, inputs, instanceId, executionId }) {
      const service = context.contributions(processServices).find((one) => one.name === name);
      if (!service) throw new ProcessError('noService', { name });
      return await service.work(context, inputs, { instanceId, executionId });
    },
    localInstant: (text) => instantIn(text, context.zone),
    async addWorkingTime(from, milliseconds) {
      const start = inZone(from, context.zone);
      const hours = await hoursOfCompany(context, dayOf(start), addDays(dayOf(start), DAYS_AROUND));
      const end = addWorkingMinutes(start, milliseconds / MINUTE, hours);
      return instantIn(end, context.zone) ?? from + milliseconds;
    },
    functions: await functionsFor(context, known),
  };
}
