import { mustGet } from '#kernel/language/must.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { technician } from './technician.paper.ts';
import { lastWorkDayOf } from './employment.rules.ts';
import { technicianTies } from './technician-ties.server.ts';
import { workAfterLastDay } from './work-after-last-day.server.ts';

/**
 * Return a refusal for each technician who has open visits, stock, cash or wages and so cannot be disabled or removed.
 * It names them.
 */
async function tied(context: Context, all: readonly Row<typeof technician>[]): Promise<ReadonlyMap<string, Refusal>> {
  const open = new Map<string, { zh: string; en: string }[]>();
  for (const {
    words: [zh, en],
    sql,
  } of context.contributions(technicianTies)) {
    const found = await context.sql.query<{ id: string; n: number }>(
      `select technician_id::text as id, count(*)::int as n from (${sql}) tie where technician_id = any($2::bigint[]) group by 1`,
      [context.tenantId, all.map((one) => one.id)],
    );
    for (const { id, n } of found) open.set(id, [...(open.get(id) ?? []), { zh: `${zh} ${n} 项`, en: `${n} ${en}` }]);
  }
  const names = new Map(all.map((one) => [one.id, one.realName]));
  return new Map(
    [...open].map(([id, found]) => [
      id,
      refuse.technicianTied({
        name: mustGet(names, id),
        zh: found.map((tie) => tie.zh).join('、'),
        en: found.map((tie) => tie.en).join(', '),
      }),
    ]),
  );
}

async function assertFreeToLeave(context: Context, one: Row<typeof technician>): Promise<void> {
  const why = (await tied(context, [one])).get(one.id);
  if (why) throw why;
}

const MAX_NAMED = 5;

/**
 * Refuse a last day of employment if this technician has open work after it. The refusal lists the work, which must be
 * handed over first.
 */
async function assertNoWorkAfter(
  context: Context,
  before: Row<typeof technician>,
  after: Row<typeof technician>,
): Promise<void> {
  const last = lastWorkDayOf(after);
  if (last === null || last === lastWorkDayOf(before)) return;
  for (const { words, path, sql } of context.contributions(workAfterLastDay)) {
    const open = await context.sql.query<{ id: string; no: string }>(`${sql} order by no limit ${MAX_NAMED + 1}`, [
      context.tenantId,
      before.id,
      last,
    ]);
    if (!open.length) continue;
    const nos = open.slice(0, MAX_NAMED).map(({ no }) => no);
    const refusal = refuse.workAfterLastDay({ name: before.realName, words, nos, more: open.length > MAX_NAMED });
    throw refuse.workAfterLastDay(
      { name: before.realName, words, nos, more: open.length > MAX_NAMED },
      {
        fields: [{ field: 'leaveDate', words: refusal.words }],
        data: { nos, to: `${path}?id_in=${open.map(({ id }) => id).join(',')}` },
      },
    );
  }
}

export default behaviour(technician, {
  apart: true,
  async saving(context, { before, values }) {
    if (before && values.status === 0) await assertFreeToLeave(context, before);
    if (before) await assertNoWorkAfter(context, before, { ...before, ...values });
    return {};
  },
  staying: tied,
  filters: {
    // Technicians with a certificate that ends within this number of days, or has ended.
    certificateWithin: {
      reads: integer(['证书到期天数', 'Days to the end of a certificate']),
      sql: `exists (select 1 from jsonb_array_elements(t.skills) s where nullif(s->>'expireDate', '')::date <= $today + least($::int, 9999))`,
    },
    team: {
      reads: technician.fields.customerServiceTeam,
      sql: "t.customer_service_team = any(string_to_array($, ','))",
    },
    // Technicians with one of these skills; a skill with an expired certificate does not count.
    skillId: {
      reads: ref('skill', ['技能', 'Skill']),
      sql: `exists (select 1 from jsonb_array_elements(t.skills) s where s->>'skillId' = any(string_to_array($, ',')) and coalesce(nullif(s->>'expireDate', '')::date, $today) >= $today)`,
    },
  },
});
