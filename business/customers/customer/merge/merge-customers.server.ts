import { type Context, type JobRun, type Reading, type WorkSteps, pointing } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { serviceFile } from '../../service-file/service-file.paper.ts';
import { customer } from '../customer.paper.ts';
import { type Customer, absorbed } from './absorb.rules.ts';
import { joinFiles } from './join-files.server.ts';

/** The name of the job. */
export const MERGE_JOB = 'mergeCustomers';

/** Rows a transaction: short enough that nobody waits for them. */
const STEP = 100;
/** More homes than anybody has on file. */
const FILES = 2000;

const called = (one: Customer): string => `${one.customerNo} ${one.customerName}`;

interface Pair {
  readonly from: Customer;
  readonly into: Customer;
}

/**
 * The two, as they stand now, with the one that goes held until the end of the step; null when it is gone: the merge is done. The
 * target is read from the row, not from what was asked: where it was merged further meanwhile, so is this one.
 */
async function pairOf(context: Context, fromId: string): Promise<Pair | null> {
  const [known] = await context.find(customer, { id: fromId }, { first: 1 });
  if (!known?.mergedIntoId) return null;
  const [one, other] = await context.lockRows(customer, [fromId, known.mergedIntoId]);
  // Looked at again, now that nobody changes it any more: the next round goes on with what it finds.
  if (one?.mergedIntoId !== known.mergedIntoId || !other)
    throw new Error(`customer ${fromId} is merged elsewhere meanwhile`);
  return { from: one, into: other };
}

/** One home that both have on file becomes one file first: two of one customer at one address cannot be. Then whatever names the one names the other. */
const moveSome = ({ step }: WorkSteps, fromId: string): Promise<number> =>
  step(async (context) => {
    const pair = await pairOf(context, fromId);
    if (!pair) return 0;
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

/** Papers tell what was said when they were made; a file is how the customer is found and reached now. */
async function renameFiles(context: Context, into: Customer): Promise<void> {
  const { customerName, phone } = into;
  for (const file of await context.find(serviceFile, { customerId: into.id }, { limit: FILES }))
    if (file.customerName !== customerName || file.phone !== phone)
      await context.change(serviceFile, file.id, { customerName, phone });
}

/** The end: what is known of the one goes over to the other, both histories say so, and the one is kept as a pointer. False when something new points at it. */
const finish = ({ step }: WorkSteps, fromId: string): Promise<boolean> =>
  step(async (context) => {
    const pair = await pairOf(context, fromId);
    if (!pair) return true;
    if ((await pointing(context, customer, fromId)).length) return false;
    const { from, into } = pair;
    const values = absorbed(into, from);
    if (Object.keys(values).length)
      await context.change(customer, into.id, values, [`并入 ${called(from)}`, `${called(from)} is being merged in`]);
    await renameFiles(context, into);
    await context.note(customer, into.id, 'merge', [`并入了 ${called(from)}`, `${called(from)} merged in`]);
    await context.note(customer, from.id, 'merge', [`并入 ${called(into)}`, `Merged into ${called(into)}`]);
    await context.remove(customer, from.id);
    await context.emit('customer.merged', { from: from.id, into: into.id });
    return true;
  });

/** Everything that names the one names the other in the end. Begun again at any point, it goes on where it stopped. */
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

/** Of two who merge the same two crosswise the slower is told the same whether the job of the other is still at work or done, when the customer he names is a pointer to the one he would empty. */
export async function assertNotTaken({ sql, tenantId }: Reading, fromId: string, intoId: string): Promise<void> {
  const [gone] = await sql.query<{ name: string }>(
    "select customer_no || ' ' || customer_name as name from ascustomer where tenant_id = $1 and id = $2 and merged_into_id = $3 and is_deleted > 0",
    [tenantId, intoId, fromId],
  );
  if (gone) throw refuse.customerNotInUse(gone);
}

/** Takes the one out of use and begins the job. Asked again for the same two, it goes on with what an earlier job left. */
export async function beginMerge(context: Context, fromId: string, intoId: string): Promise<string> {
  for (const id of [fromId, intoId].toSorted()) await context.lock(`customer ${id}`);
  await assertNotTaken(context, fromId, intoId);
  await context.lockRows(customer, [fromId, intoId]);
  // The job of the other may have ended while this one waited.
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
