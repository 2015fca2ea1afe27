import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { refuse } from '../../refusals.ts';
import { visitFile } from '../files/visit-file.paper.ts';
import { photosShown } from '../visit-work.service.ts';
import type { visit } from '../visit.paper.ts';

type Visit = Row<typeof visit>;

interface Tried {
  readonly resultNote: string | null;
  readonly callAttempts: number | null;
  readonly doorPhotos: readonly string[] | null;
}

async function photosOf(context: Context, visitId: string): Promise<number> {
  const [there] = await context.sql.query<{ n: number }>(
    "select count(*)::int as n from dispatchlistfile where tenant_id = $1 and dispatch_list_id = $2 and media_type = 'image' and is_deleted = 0",
    [context.tenantId, visitId],
  );
  return there.n + (await context.ask(photosShown, { visitId }));
}

/**
 * Return the fee for a visit without access, in CNY: the fee set by the company if the customer pays other costs, else
 * 0.
 */
async function feeFor(context: Context, of: Visit): Promise<string> {
  const order = await orderOf(context, of);
  const payer = (order.coverFees as { other?: string } | null)?.other ?? 'customer';
  const fee = (await context.parameter('as.visit.emptyRunFee')).trim();
  return payer === 'customer' && /^\d{1,8}(\.\d{1,2})?$/.test(fee) ? fee : '0';
}

/**
 * Check the evidence of a visit where nobody was at home: a note, at least one call, a photo of the door. Return the
 * number of calls and the fee to store. Source: after-sales design §6.2.
 */
export async function closedDoor(
  context: Context,
  of: Visit,
  { resultNote, callAttempts, doorPhotos }: Tried,
): Promise<Partial<Visit>> {
  if (!resultNote)
    throw refuse.noAccessNote({
      fields: [{ field: 'resultNote', words: ['请说明敲门与电话联系情况', 'Say how you tried to reach the customer'] }],
    });
  if (!callAttempts)
    throw refuse.noAccessCalls({ fields: [{ field: 'callAttempts', words: ['至少1次', 'At least once'] }] });
  for (const fileUrl of doorPhotos ?? [])
    await context.submit(visitFile, {
      dispatchListId: of.id,
      mediaType: 'image',
      fileUrl,
      remark: storedText(['客户不在', 'Nobody at home']),
    });
  if ((await photosOf(context, of.id)) === 0)
    throw refuse.noAccessPhoto({
      fields: [{ field: 'doorPhotos', words: ['请拍门口照片', 'Take a photo of the door'] }],
    });
  return { callAttempts, emptyRunFee: await feeFor(context, of) };
}
