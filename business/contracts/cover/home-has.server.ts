import { englishDay } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import type { CoverQuestion } from '#business/intake/cover/cover-offer.server.ts';
import { schemeLabel } from './scheme-cover.rules.ts';

/** The most contracts that the sentence names. */
const MAX_NAMED = 2;

/** Return what the contracts of a home still have, the earliest end first; without a home, those of the customer. */
export async function contractsOfHome(
  reading: Reading,
  { customerId, registerMainId }: CoverQuestion,
): Promise<Label | null> {
  const rows = await reading.sql.query<{ name: string; left: number; until: string; isSuspended: boolean }>(
    `select s.scheme_name as name, s.times_total - coalesce(s.times_used, 0) - coalesce(s.times_locked, 0) as left, to_char(s.end_date, 'YYYY-MM-DD') as until, s.scheme_status = 'suspended' as "isSuspended"
     from asscheme s where s.tenant_id = $1 and s.is_deleted = 0 and s.customer_id = $2 and ($3::bigint is null or s.register_main_id = $3)
       and s.scheme_status in ('active', 'suspended') and s.end_date >= $4::date order by s.end_date, s.id limit ${MAX_NAMED}`,
    [reading.tenantId, customerId, registerMainId, reading.today()],
  );
  if (rows.length === 0) return null;
  const words = rows.map(({ name, left, until, isSuspended }): Label => {
    const [zh, en] = schemeLabel(name);
    return isSuspended
      ? [`${zh}已暂停，还有 ${left} 次`, `${en} is suspended with ${left} visits left`]
      : [`${zh}还有 ${left} 次，到 ${until}`, `${en} has ${left} visits left until ${englishDay(until)}`];
  });
  return [words.map(([zh]) => zh).join('，'), words.map(([, en]) => en).join(', ')];
}
