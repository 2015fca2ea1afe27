import { type Context, type JobRun, type Reading, type WorkSteps, pointing } from '#kernel/server';
import { must, mustGet } from '#kernel/language/must.ts';
import { refuse } from '../../refusals.ts';
import { serviceFile } from '../../service-file/service-file.paper.ts';
import { customer } from '../customer.paper.ts';
import { type Customer, absorbed } from './absorb.rules.ts';
import { joinFiles } from './join-files.server.ts';

/** Kind of the background job that merges two customers. */
export const MERGE_JOB = 'mergeCustomers';

/** Maximum of rows that are moved in one transaction: few, so that other transactions do not wait long. */
const STEP = 100;
/** Maximum of service files of a customer. */
const FILES = 2000;
/** Maximum of merges that follow each other. */
const CHAIN = 50;

const called = (one: Customer): string => `${one.customerNo} ${one.customerName}`;

interface Pair {
  readonly from: Customer;
  readonly into: Customer;
}

/** The customers changed between the reading and the lock: a new transaction reads them again. */
const AGAIN = 'again';

/** Return the ids from a source over its targets that are being merged too, to the one that remains. */
async function chainOf({ sql, tenantId }: Reading, fromId: string): Promise<string[]> {
  const chain = await sql.query<{ id: string }>(
    `with recursive chain(id, into_id, place) as (
       select id, merged_into_id, 0 from ascustomer where tenant_id = $1 and id = $2 and is_deleted = 0
       union all select c.id, c.merged_into_id, chain.place + 1 from chain join ascustomer c on c.tenant_id = $1 and c.id = chain.into_id and c.is_deleted = 0 where chain.place < ${CHAIN}
     ) select id::text as id from chain order by place`,
    [tenantId, fromId],
  );
  return chain.map(({ id }) => id);
}

/**
 * Lock the source and the customer that remains until the end of the step; null if the source is deleted, which ends a
 * merge. A target that is itself being merged is passed over: its own merge may take long, and this one waits for none.
 */
async function pairOf(context: Context, fromId: string): Promise<Pair | typeof AGAIN | null> {
  const chain = await chainOf(context, fromId);
  if (chain.length === 0) return null;
  const rows = new Map((await context.lockRows(customer, chain)).map((row) => [row.id, row]));
  const isSame = chain.every((id, place) => rows.get(id)?.mergedIntoId === (chain[place + 1] ?? null));
  if (!isSame) return AGAIN;
  return chain.length === 1 ? null : { from: mustGet(rows, fromId), into: mustGet(rows, must(chain.at(-1), 'target')) };
}

/**
 * If both customers have a service file for the same address, join these two files. Else make up to `STEP` rows that
 * refer to the source refer to the target. Return the number of joined files or changed rows; 0 when nothing is left.
 */
const moveSome = ({ step }: WorkSteps, fromId: string): Promise<number> =>
  step(async (context) => {
    const pair = await pairOf(context, fromId);
    if (!pair || pair === AGAIN) return 0;
    const { from, into } = pair;
    const files = await context.find(serviceFile, { customerId: from.id }, { limit: FILES });
    for (const file of files) {
      const [same] = await context.find(serviceFile, { customerId: into.id, address: file.address }, { first: 1 });
      if (same) {
        await joinFiles(context, file, same);
        return 1;
      }
    }
    return context.repoint(customer, {
      from: from.id,
      to: into.id,
      most: STEP,
      note: [`${called(from)} 并入 ${called(into)}`, `${called(from)} was merged into ${called(into)}`],
    });
  });

/** Update name and phone of the target's files. Papers retain the values of their creation. */
async function renameFiles(context: Context, into: Customer): Promise<void> {
  const { customerName, phone } = into;
  for (const file of await context.find(serviceFile, { customerId: into.id }, { limit: FILES }))
    if (file.customerName !== customerName || file.phone !== phone)
      await context.change(serviceFile, file.id, { customerName, phone });
}

/**
 * Finish a merge: copy values to the target, log it for both, and delete the source, which refers to the target. Return
 * false if new rows refer to the source meanwhile.
 */
const finish = ({ step }: WorkSteps, fromId: string): Promise<boolean> =>
  step(async (context) => {
    const pair = await pairOf(context, fromId);
    if (!pair || pair === AGAIN) return pair === null;
    if ((await pointing(context, customer, fromId)).length) return false;
    const { from, into } = pair;
    const values = absorbed(into, from);
    if (Object.keys(values).length)
      await context.change(customer, into.id, values, [`并入 ${called(from)}`, `${called(from)} is being merged in`]);
    await renameFiles(context, into);
    await context.note(customer, into.id, 'merge', [`并入了 ${called(from)}`, `${called(from)} merged in`]);
    await context.note(customer, from.id, 'merge', [`并入 ${called(into)}`, `Merged into ${called(into)}`]);
    await context.moveGuestLinks(customer, { from: from.id, to: into.id });
    await context.remove(customer, from.id);
    await context.emit('customer.merged', { from: from.id, into: into.id });
    return true;
  });

/** Move everything from the source customer to the target. A job that is started again continues where it stopped. */
export async function mergeCustomers(work: JobRun): Promise<Record<string, unknown>> {
  const fromId = String(work.asked.fromId);
  const total = await work.step(async (context) =>
    (await pointing(context, customer, fromId)).reduce((sum, one) => sum + one.count, 0),
  );
  let moved = 0;
  for (let ended = false; !ended; ended = await finish(work, fromId)) {
    for (let done = -1; done !== 0; moved += done) {
      done = await moveSome(work, fromId);
      await work.progress(Math.min(moved + done, total), total + 1);
    }
  }
  await work.progress(total + 1, total + 1);
  return { fromId, intoId: String(work.asked.intoId), moved };
}

/**
 * Refuse a target that was itself merged into the source: of two merges in opposite directions, the later one is
 * refused.
 */
export async function assertNotTaken({ sql, tenantId }: Reading, fromId: string, intoId: string): Promise<void> {
  const [gone] = await sql.query<{ name: string }>(
    "select customer_no || ' ' || customer_name as name from ascustomer where tenant_id = $1 and id = $2 and merged_into_id = $3 and is_deleted > 0",
    [tenantId, intoId, fromId],
  );
  if (gone) throw refuse.customerNotInUse(gone);
}

/** Disable the source and start the job that merges it. For the same pair, an earlier merge is continued. */
export async function beginMerge(context: Context, fromId: string, intoId: string): Promise<string> {
  for (const id of [fromId, intoId].toSorted()) await context.lock(`customer ${id}`);
  await assertNotTaken(context, fromId, intoId);
  await context.lockRows(customer, [fromId, intoId]);
  // The other merge may have ended while this one waited for the locks.
  await assertNotTaken(context, fromId, intoId);
  const from = await context.get(customer, fromId);
  const into = await context.get(customer, intoId);
  if (from.mergedIntoId ? from.mergedIntoId !== intoId : from.status !== 1)
    throw refuse.customerNotInUse({ name: called(from) });
  if (into.mergedIntoId || into.status !== 1) throw refuse.customerNotInUse({ name: called(into) });
  if (!from.mergedIntoId)
    await context.change(customer, fromId, { mergedIntoId: intoId, status: 0 }, [
      `将并入 ${called(into)}`,
      `Being merged into ${called(into)}`,
    ]);
  return context.enqueueJob(MERGE_JOB, ['合并客户', 'Merge customers'], { fromId, intoId });
}
