import { attachmentOf } from '#kernel/fields/file/file.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { behaviour, type Context, type Reading } from '#kernel/server';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { refuse } from '../refusals.ts';
import { visitFile } from '#business/dispatch/visit/files/visit-file.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { annexClass } from './annex-class.paper.ts';
import { completionAnnex } from './completion-annex.paper.ts';
import type { addDocuments, addPhotos } from './annexes.calls.ts';
import type { AnnexType } from '../at-door/whole-completion.calls.ts';
import { completion } from '../completion/completion.paper.ts';
import { asksFor, photoVerdict } from './photo.rules.ts';
import { attachmentFacts } from '#business/system/files/attachment/attachment-facts.relation.ts';

type Visit = Row<typeof visit>;
type Annex = Row<typeof completionAnnex>;
/** The fields of a visit that decide which photos it requires. */
type Shot = Pick<AnsweredRow<typeof visit>, 'id' | 'registrationFormId' | 'finishTime'>;

/**
 * Return the classes of photos that an order requires. For a visit that has ended, classes introduced later do not
 * count.
 */
export const annexQuestion = (
  classes: readonly Row<typeof annexClass>[],
  order: { readonly receiptsType: unknown; readonly repairType: unknown },
  ended: string | null = null,
): Row<typeof annexClass>[] => classes.filter((one) => one.status === 1 && asksFor(one, order, ended));

/**
 * Return the required classes of photos of a visit, with the number of present photos. Classes introduced after the end
 * of the visit do not count.
 */
export async function annexTypesOf(reading: Reading, of: Shot): Promise<AnnexType[]> {
  const classes = annexQuestion(
    await reading.find(annexClass, {}, { limit: 200 }),
    await orderOf(reading, of),
    of.finishTime || null,
  );
  const counts = new Map(
    (
      await reading.sql.query<{ id: string; n: number }>(
        'select classify_id::text as id, count(*)::int as n from ascompletionannexrelation where tenant_id = $1 and dispatch_list_id = $2 and is_deleted = 0 group by 1',
        [reading.tenantId, of.id],
      )
    ).map((row) => [row.id, row.n]),
  );
  return classes.map((one): AnnexType => {
    const count = counts.get(one.id) ?? 0;
    return {
      classifyId: one.id,
      name: one.classifyName,
      media: one.mediaType,
      min: one.minCount,
      max: one.maxCount,
      perEquipment: one.perEquipment === true,
      needWatermark: one.needWatermark === true,
      count,
      missing: Math.max(0, one.minCount - count),
      exampleFile: one.exampleFile && reading.link(annexClass, one.exampleFile),
    };
  });
}

/** Refuse a visit that lacks required photos; the refusal names the missing ones. */
export async function assertAnnexes(context: Context, of: Shot): Promise<void> {
  const missing = (await annexTypesOf(context, of)).filter((one) => one.missing > 0);
  if (missing.length)
    throw refuse.annexMissing({ missing: missing.map((one) => ({ name: one.name, n: one.missing })) });
}

type Photos = CallInputOf<typeof addPhotos>;
type Documents = CallInputOf<typeof addDocuments>;
type Taken = Pick<Photos, 'fileUrl' | 'takenTime' | 'location'>;

/** Return the files in the list, or else the single file of the body; refuse if there is none. */
function filesIn<F extends Taken>(files: readonly F[] | null, one: F): readonly F[] {
  const sent = files ?? (one.fileUrl ? [one] : []);
  if (sent.length === 0) throw refuse.noFiles();
  return sent;
}

/** Add several photos of a class. */
export async function addImages(
  context: Context,
  of: Pick<Visit, 'id' | 'dispId'>,
  { classifyId, files, reuse }: { classifyId: string | null; files: readonly Taken[]; reuse?: boolean | null },
): Promise<Annex[]> {
  if (!classifyId) throw refuse.classMissing();
  const made: Annex[] = [];
  for (const { fileUrl, takenTime, location } of files)
    made.push(
      await context.submit(completionAnnex, {
        dispatchListId: of.id,
        dispId: of.dispId,
        classifyId,
        fileUrl,
        takenTime,
        location,
        reuse,
      }),
    );
  return made;
}

/** Add the photos of one call to a visit. */
export const addImagesOf = (context: Context, of: Pick<Visit, 'id' | 'dispId'>, sent: Photos): Promise<Annex[]> =>
  addImages(context, of, { ...sent, files: sent.classifyId ? filesIn(sent.files, sent) : [] });

/** Add documents to a visit. With a class they are instead saved as photos of that class. */
export async function addAnnex(
  context: Context,
  of: Pick<Visit, 'id' | 'dispId'>,
  sent: Documents,
): Promise<CallAnswer<typeof addDocuments>> {
  if (sent.classifyId) return addImagesOf(context, of, sent);
  const made = [];
  for (const { fileUrl, fileName, remark } of filesIn(sent.files, sent))
    made.push(
      await context.submit(visitFile, {
        dispatchListId: of.id,
        mediaType: sent.mediaType,
        fileUrl,
        fileName,
        remark,
      }),
    );
  return made;
}

/** States in which a visit accepts no photos: not accepted yet, or ended without work. */
const CLOSED_TO_PHOTOS = ['pendingAccept', 'refused', 'recalled', 'transferred', 'cancelled'];

/** Return the document number of the completion, or else of the visit, to which a stored photo belongs. */
async function usedAt(context: Context, other: Annex): Promise<string> {
  const done = other.completionId ? await context.get(completion, other.completionId) : null;
  return done?.completionNo ?? (await context.get(visit, other.dispatchListId)).taskNo ?? '';
}

async function hashOf(context: Context, fileUrl: string): Promise<string | null> {
  const id = attachmentOf(fileUrl) ?? fileUrl;
  const [row] = await context.sql.query<{ hash: string | null }>(
    `select hash from ${attachmentFacts} where tenant_id = $1 and id = $2`,
    [context.tenantId, id],
  );
  return row?.hash ?? null;
}

/** Return whether the piecework of the visit's completion is approved. Its photos can then no longer change. */
async function isPaidFor(context: Context, of: Visit): Promise<boolean> {
  const rows = await context.sql.query(
    "select 1 from ascompletionregistration where tenant_id = $1 and dispatch_list_id = $2 and is_deleted = 0 and complete_status = 'confirmed' and piece_status in ('approved', 'settled')",
    [context.tenantId, of.id],
  );
  return rows.length > 0;
}

/** Refuse a photo of a visit that accepts none any more, or beyond the maximal number of its class. */
async function assertRoom(context: Context, of: Visit, kind: Row<typeof annexClass>): Promise<void> {
  if (CLOSED_TO_PHOTOS.includes(of.taskStatus) || (await isPaidFor(context, of))) throw refuse.photosClosed();
  const [there] = await context.sql.query<{ n: number }>(
    'select count(*)::int as n from ascompletionannexrelation where tenant_id = $1 and dispatch_list_id = $2 and classify_id = $3 and is_deleted = 0',
    [context.tenantId, of.id, kind.id],
  );
  if (there.n >= kind.maxCount && !kind.perEquipment)
    throw refuse.tooManyPhotos({ name: kind.classifyName, most: kind.maxCount });
}

async function added(context: Context, values: Partial<Annex>, reuse: boolean): Promise<Partial<Annex>> {
  const of = await context.get(visit, must(values.dispatchListId, 'dispatchListId'));
  const kind = await context.get(annexClass, must(values.classifyId, 'classifyId'));
  await assertRoom(context, of, kind);
  const hash = await hashOf(context, String(values.fileUrl));
  const order = await orderOf(context, of);
  const verdict = photoVerdict({
    takenTime: values.takenTime ?? null,
    location: values.location ?? null,
    needWatermark: kind.needWatermark === true,
    arriveTime: of.arriveTime,
    finishTime: of.finishTime,
    place: order.location,
    mostMetres: Number(await context.parameter('as.arrive.maxMetres')) || 500,
  });
  return {
    createDept: of.createDept,
    dispId: of.dispId,
    completionId: of.completionId ?? values.completionId ?? null,
    fileHash: hash,
    isReused: reuse && context.may('ascompletionregistration_reusePhoto'),
    uploadBy: context.person.id,
    ...verdict,
  };
}

/** Return refusals to delete photos of a completion that was submitted, because they are its evidence. */
async function shown(context: Context, rows: readonly Annex[]): Promise<ReadonlyMap<string, Refusal>> {
  const ids = [...new Set(rows.flatMap((row) => row.completionId ?? []))];
  const done = ids.length ? await context.find(completion, { id: ids }, { limit: ids.length }) : [];
  const past = new Set<string | null>(done.filter((one) => one.completeStatus !== 'draft').map((one) => one.id));
  return new Map(rows.filter((row) => past.has(row.completionId)).map((row) => [row.id, refuse.photoStays()]));
}

/**
 * Return the id of an equal photo of the same class and visit. A phone that got no answer uploads and sends a photo
 * again.
 */
async function sentBefore(context: Context, values: Partial<Annex>): Promise<string | null> {
  const hash = await hashOf(context, String(values.fileUrl));
  if (!hash) return null;
  const [known] = await context.find(
    completionAnnex,
    { dispatchListId: values.dispatchListId, classifyId: values.classifyId, fileHash: hash },
    { first: 1 },
  );
  return known?.id ?? null;
}

export default behaviour<typeof completionAnnex>(completionAnnex, {
  same: sentBefore,
  saving: async (context, { before, values, extra }) =>
    before ? undefined : added(context, values, extra?.reuse === true),
  repeated: async (context, other) => refuse.photoUsed({ no: await usedAt(context, other) }),
  staying: shown,
});
