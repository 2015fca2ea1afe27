import { type Reading, sql } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import { skill } from '../people/skill.paper.ts';
import { CERTIFICATE_DAYS, endingBefore } from '../people/technician/certificates.rules.ts';
import { type TechnicianSkill, technician } from '../people/technician/technician.paper.ts';
import type { VisibleRow } from '#kernel/server';
import { serviceStandard } from '../standards/service-standard/service-standard.paper.ts';
import type { PileRow } from './pile.calls.ts';
import { type WaitingPile, conditionPile, listedPile } from './piles.server.ts';

/** Return the pile's row of a technician: the certificate that ends first, with its end. */
async function certificateOf(one: VisibleRow, reading: Reading): Promise<Omit<PileRow, 'late' | 'can'>> {
  const [first] = endingBefore((one.skills ?? []) as TechnicianSkill[], addDays(reading.today(), CERTIFICATE_DAYS));
  const [held] = first ? await reading.find(skill, { id: first.skillId }, { first: 1 }) : [];
  return {
    id: one.id,
    who: String(one.realName),
    words: (held && reading.visible(skill).present(held).certificateName) || held?.skillName || '',
    when: first?.expireDate ?? '',
  };
}

/** Piles of work that is not urgent. Their order places them after the work of the day. */
export const masterPiles: readonly WaitingPile[] = [
  conditionPile({
    name: 'certificates',
    sort: 170,
    label: ['证书临期', 'Certificates expiring'],
    paper: technician,
    by: 'edit',
    all: '/maintenance/astechnician?view=certificates',
    when: 'due',
    worry: true,
    over: ['已过期', 'expired'],
    placed: {
      kind: ['证书', 'Certificate'],
      places: { leader: { section: 'look', rank: 2, most: 3 }, payroll: { section: 'due', rank: 3, most: 3 } },
    },
    told: certificateOf,
    wanted: (reading) => ({
      also: sql`exists (select 1 from jsonb_array_elements(t.skills) s where nullif(s->>'expireDate', '')::date <= ${addDays(reading.today(), CERTIFICATE_DAYS)}::date)`,
      order: "(select min(nullif(s->>'expireDate', '')) from jsonb_array_elements(t.skills) s) asc, t.id asc",
    }),
  }),
  listedPile({
    name: 'standards',
    sort: 180,
    label: ['待发布标准', 'Standards to publish'],
    paper: serviceStandard,
    by: 'publish',
    query: { publishStatus: 'draft', ascs: 'createTime' },
    all: '/maintenance/asservicestandards?publishStatus=draft',
    when: 'came',
    who: 'standardCode',
    words: 'title',
    moment: 'createTime',
  }),
];
