import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { technician } from './technician.paper.ts';
import { technicianTies } from './technician-ties.server.ts';

/** Who still has visits, stock, cash or wages open is neither disabled nor removed; each is named. */
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
        name: names.get(id)!,
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

export default behaviour(technician, {
  apart: true,
  async saving(context, { before, values }) {
    if (before && values.status === 0) await assertFreeToLeave(context, before);
    return {};
  },
  staying: tied,
  filters: {
    // In so many days, or in the past already.
    certificateWithin: {
      reads: integer(['证书到期天数', 'Days to the end of a certificate']),
      sql: `exists (select 1 from jsonb_array_elements(t.skills) s where nullif(s->>'expireDate', '')::date <= $today + least($::int, 9999))`,
    },
    team: {
      reads: technician.fields.customerServiceTeam,
      sql: "t.customer_service_team = any(string_to_array($, ','))",
    },
    // A skill whose certificate has run out does not count.
    skillId: {
      reads: ref('skill', ['技能', 'Skill']),
      sql: `exists (select 1 from jsonb_array_elements(t.skills) s where s->>'skillId' = any(string_to_array($, ',')) and coalesce(nullif(s->>'expireDate', '')::date, $today) >= $today)`,
    },
  },
});
