import type { CoverOffer, CoverQuestion, OfferedCover } from '#business/intake/cover/cover-offer.server.ts';
import type { Label } from '#kernel/language/label.ts';
import { mustFind } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { refuse } from '../refusals.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { type CoveringScheme, schemesFor } from './candidates.server.ts';
import { coverReason, payersByScope } from './scheme-cover.rules.ts';

const offered = (of: CoveringScheme): OfferedCover => ({
  cover: 'plan',
  reason: coverReason({ no: of.no, name: of.name, left: of.left - 1 }),
  fees: payersByScope(of.scope),
  schemeId: of.id,
});

/** Return the cover by the contracts that the writer of an order named. Refuse those of others, and repeated ones. */
async function named(reading: Reading, facts: CoverQuestion, ids: readonly string[]): Promise<OfferedCover> {
  if (new Set(ids).size < ids.length) throw refuse.schemeTwice();
  const rows = await reading.find(scheme, { id: [...ids] }, { limit: ids.length });
  for (const id of ids) {
    const of = rows.find((row) => row.id === id);
    if (!of || of.customerId !== facts.customerId || of.registerMainId !== facts.registerMainId)
      throw refuse.schemeOfOther({ no: of?.customerId === facts.customerId ? (of?.schemeNo ?? '') : '' });
  }
  const first = mustFind(rows, (row) => row.id === ids[0]);
  return offered({
    id: first.id,
    no: first.schemeNo,
    name: String(first.schemeName),
    scope: first.coverScope,
    left: first.timesTotal - (first.timesUsed ?? 0) - (first.timesLocked ?? 0),
  });
}

/** Return the contract without visits left that would cover the order, and the order that took its last visit. */
async function spentWords(reading: Reading, facts: CoverQuestion): Promise<Label | null> {
  const equipmentIds = facts.equipmentId ? [facts.equipmentId] : [];
  const [spent] = await schemesFor(reading, { ...facts, equipmentIds }, { spent: true });
  if (!spent) return null;
  const [by] = await reading.sql.query<{ no: string }>(
    `select r.registration_no as no from asregistrationscheme u join ${registrationFacts} r on r.tenant_id = u.tenant_id and r.id = u.registration_form_id
     where u.tenant_id = $1 and u.scheme_id = $2 and u.is_deleted = 0 and u.consume_status in ('locked', 'consumed') order by u.id desc limit 1`,
    [reading.tenantId, spent.id],
  );
  return by
    ? [`方案${spent.no}最后一次已被${by.no}占用`, `The last visit of contract ${spent.no} was taken by ${by.no}`]
    : [`方案${spent.no}已无剩余次数`, `Contract ${spent.no} has no visits left`];
}

/** The cover by a service contract. */
export const schemeOffer: CoverOffer = {
  name: 'scheme',
  sort: 10,
  async offer(reading, facts) {
    if (facts.schemeIds?.length) return named(reading, facts, facts.schemeIds);
    const [best] = await schemesFor(reading, {
      ...facts,
      equipmentIds: facts.equipmentId ? [facts.equipmentId] : [],
    });
    return best ? offered(best) : null;
  },
  missed: (reading, facts) => spentWords(reading, facts),
};
