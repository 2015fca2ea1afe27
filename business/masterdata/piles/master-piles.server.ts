import type { Reading } from '#kernel/server';
import { addDays } from '../days.rules.ts';
import { skill } from '../people/skill.paper.ts';
import { CERTIFICATE_DAYS, endingBefore } from '../people/technician/certificates.rules.ts';
import { type TechnicianSkill, technician } from '../people/technician/technician.paper.ts';
import type { VisibleRow } from '#kernel/server';
import { serviceStandard } from '../standards/service-standard/service-standard.paper.ts';
import type { PileRow } from './pile.calls.ts';
import { type WaitingPile, pileOf, readsAs } from './piles.server.ts';

/** The certificate that ends first, by the name of its skill. */
async function certificateOf(one: VisibleRow, reading: Reading): Promise<Omit<PileRow, 'late'>> {
  const [first] = endingBefore((one.skills ?? []) as TechnicianSkill[], addDays(reading.today(), CERTIFICATE_DAYS));
  const [held] = first ? await reading.find(skill, { id: first.skillId }, 1) : [];
  return {
    id: one.id,
    who: String(one.realName),
    words: (held && reading.present(skill, held).certificateName) || held?.skillName || '',
    when: first?.expireDate ?? '',
  };
}

/** What has time: it comes after the day's own work. */
export const masterPiles: readonly WaitingPile[] = [
  pileOf({
    name: 'certificates',
    sort: 170,
    buttons: ['astechnician_edit'],
    paper: technician,
    row: certificateOf,
    wanted: (reading) => ({
      also: (values) =>
        `exists (select 1 from jsonb_array_elements(t.skills) s where nullif(s->>'expireDate', '')::date <= ${values.add(addDays(reading.today(), CERTIFICATE_DAYS))}::date)`,
      order: "(select min(nullif(s->>'expireDate', '')) from jsonb_array_elements(t.skills) s) asc, t.id asc",
    }),
  }),
  pileOf({
    name: 'standards',
    sort: 180,
    buttons: ['asservicestandards_publish'],
    paper: serviceStandard,
    wanted: () => ({ match: { publishStatus: ['draft'] } }),
    row: readsAs('standardCode', 'title', 'createTime'),
  }),
];
