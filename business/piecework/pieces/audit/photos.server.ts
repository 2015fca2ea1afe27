import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { annexClass, asksFor } from '#business/completion/annexes/annex-class.paper.ts';
import { completionAnnex } from '#business/completion/annexes/completion-annex.paper.ts';
import { completionEquipment } from '#business/completion/completion/completion-equipment.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import type { AuditPhotoClass } from './audit.calls.ts';

/** Return the photos of a completion by class. A required class is listed without photos too. */
export async function annexOf(reading: Reading, completionId: string): Promise<readonly AuditPhotoClass[]> {
  const of = { completionId };
  const [job] = await reading.visible(completion, { query: { id: completionId } }).words({ first: 1 });
  if (!job) return [];
  const photos = await reading.visible(completionAnnex, { query: of }).words({ limit: 500 });
  const paid = (await reading.find(completionEquipment, of, { limit: 500 })).filter((one) => one.processId).length;
  const inUse = new Set((await reading.find(annexClass, { status: 1 }, { limit: 500 })).map((one) => one.id));
  const wantedOf = (one: Row<typeof annexClass>): number =>
    inUse.has(one.id) &&
    asksFor(one, { receiptsType: job.receiptsType, repairType: job.repairType }, String(job.endTime))
      ? one.minCount * (one.perEquipment ? Math.max(1, paid) : 1)
      : 0;
  return (await reading.find(annexClass, {}, { limit: 500 }))
    .toSorted((a, b) => a.sort - b.sort)
    .map((one) => ({
      classifyId: one.id,
      classifyName: one.classifyName,
      minCount: one.minCount,
      wanted: wantedOf(one),
      files: photos.filter((photo) => photo.classifyId === one.id),
    }))
    .filter((one) => one.wanted > 0 || one.files.length > 0);
}
