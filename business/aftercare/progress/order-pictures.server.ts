import type { Reading } from '#kernel/server';
import { completionAnnex } from '#business/completion/annexes/completion-annex.paper.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';
import { type OrderCase, caseOf, stageOf } from './order-case.server.ts';

/** Maximum photos of finished work on the page. */
const MAX_PHOTOS = 6;

/** Return the attachment of a technician's portrait; null without one. */
export async function attachedFace(reading: Reading, technicianId: string): Promise<string | null> {
  const [face] = await reading.sql.query<{ id: string | null }>(
    `select u.avatar::text as id from ${technicianFacts} t join ${userFacts} u on u.id = t.user_id and u.tenant_id = t.tenant_id where t.tenant_id = $1 and t.id = $2`,
    [reading.tenantId, technicianId],
  );
  return face?.id ?? null;
}

/** Return the attachments of the photos of finished work. */
export async function photosOfWork(reading: Reading, of: OrderCase): Promise<string[]> {
  if (stageOf(of) !== 'done' || !of.visit) return [];
  const annexes = await reading.find(completionAnnex, { dispatchListId: of.visit.id }, { limit: 500 });
  return annexes.flatMap((one) => one.fileUrl ?? []).slice(0, MAX_PHOTOS);
}

/** Return the attachments that the page of an order shows, by the names in its addresses. */
export async function picturesOfOrder(reading: Reading, id: string): Promise<ReadonlyMap<string, string>> {
  const of = await caseOf(reading, id);
  const face = of.visit && (await attachedFace(reading, of.visit.technicianId));
  const open = of.consent?.consentStatus === 'asked' ? (of.consent.photos ?? []) : [];
  const photos = await photosOfWork(reading, of);
  return new Map([
    ...(face ? [['face', face] as const] : []),
    ...open.map((one, at) => [`price-${at + 1}`, one.id] as const),
    ...photos.map((one, at) => [`photo-${at + 1}`, one] as const),
  ]);
}
