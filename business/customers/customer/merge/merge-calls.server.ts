import { hides, masked } from '#kernel/fields/mask.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Field } from '#kernel/language/field.ts';
import { labelIn } from '#kernel/language/label.ts';
import { type OwnCall, type Reading, implement, row as refuseRow, pointing } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { premises } from '../../premises.paper.ts';
import { serviceFile } from '../../service-file/service-file.paper.ts';
import { customer } from '../customer.paper.ts';
import { type Customer, absorbed } from './absorb.rules.ts';
import { type CustomerInShort, type MergePlan, mergePreview, mergeTwo } from './merge.calls.ts';
import { assertNotTaken, beginMerge } from './merge-customers.server.ts';

type Seen = AnsweredRow<typeof customer>;

interface Pair {
  readonly from: Seen;
  readonly into: Seen;
}

/** Return the two customers of the call. Refuse as missing those that the caller may not merge. */
async function pairOf(reading: Reading, { fromId, intoId }: CallInputOf<typeof mergeTwo>): Promise<Pair> {
  if (fromId === intoId) throw refuse.mergeCustomerIntoItself();
  const [[from], [into]] = await Promise.all(
    [fromId, intoId].map((id) => reading.visible(customer, { match: { id }, button: 'merge' }).rows({ first: 1 })),
  );
  if (from && !into) await assertNotTaken(reading, fromId, intoId);
  if (!from || !into) throw refuseRow.missing({ title: customer.title });
  return { from, into };
}

const inShort = (one: Seen): CustomerInShort => ({
  id: one.id,
  customerNo: one.customerNo,
  customerName: one.customerName,
  phone: one.phone,
  addressDetail: one.addressDetail,
});

const isIds = (value: unknown): value is string[] => Array.isArray(value);

async function namesOf(reading: Reading, ids: readonly string[]): Promise<string> {
  return ids.length
    ? (await reading.find(technician, { id: [...ids] }))
        .map((one) => one.realName)
        .join(reading.language === 'en' ? ', ' : '、')
    : labelIn(['无', 'none'], reading.language);
}

/** Return a value as text, masked if it is personal. */
async function inWords(reading: Reading, field: Field, value: unknown): Promise<string> {
  if (isIds(value)) return namesOf(reading, value);
  if (typeof value === 'boolean') return labelIn(value ? ['是', 'Yes'] : ['否', 'No'], reading.language);
  const item = field.dictionary?.items[String(value)];
  if (item) return labelIn([item[0], item[1]], reading.language);
  if (field.paper === premises.name) return (await reading.get(premises, String(value))).premisesName;
  return hides(field.personal) ? masked(String(value), field.personal) : String(value ?? '');
}

/**
 * Return what a merge would do, without changes: papers that move, homes that are joined, values that the target gets.
 */
async function preview(reading: Reading, query: CallInputOf<typeof mergePreview>): Promise<MergePlan> {
  const { from, into } = await pairOf(reading, query);
  const moves = (await pointing(reading, customer, from.id)).map(({ paper, field, count }) => ({
    paper: paper.name,
    title: labelIn(paper.title, reading.language),
    field,
    label: labelIn(paper.fields[field].label, reading.language),
    count,
  }));
  const mine = new Set(
    (await reading.find(serviceFile, { customerId: into.id }, { limit: 20_000 })).map((file) => file.address),
  );
  const homes = (await reading.find(serviceFile, { customerId: from.id }, { limit: 20_000 }))
    .filter((file) => mine.has(file.address))
    .map((file) => ({ fileNo: file.fileNo, address: file.address }));
  const [leaving, staying] = await Promise.all([reading.get(customer, from.id), reading.get(customer, into.id)]);
  const learns = await Promise.all(
    Object.entries(absorbed(staying, leaving)).map(async ([name, value]) => {
      const field = (customer.fields as Record<string, Field>)[name];
      return {
        field: name,
        label: labelIn(field.label, reading.language),
        value: await inWords(reading, field, value),
      };
    }),
  );
  return {
    from: inShort(from),
    into: inShort(into),
    moves,
    total: moves.reduce((sum, one) => sum + one.count, 0),
    homes,
    learns,
    begun: from.mergedIntoId === into.id,
  };
}

/** Return the customers merged into a customer, newest first. */
export const mergedInto = (reading: Reading, row: Customer): Promise<Record<string, unknown>[]> =>
  reading.sql.query(
    `select id::text as id, customer_no as "customerNo", customer_name as "customerName", address_detail as "addressDetail", to_char(update_time, 'YYYY-MM-DD HH24:MI:SS') as at, is_deleted > 0 as done
   from ascustomer where tenant_id = $1 and merged_into_id = $2 order by update_time desc limit 50`,
    [reading.tenantId, row.id],
  );

export const mergeCalls: readonly OwnCall[] = [
  implement(mergePreview, { read: (query, reading) => preview(reading, query) }),
  implement(mergeTwo, {
    async write(query, context) {
      const { from, into } = await pairOf(context, query);
      return { job: await beginMerge(context, from.id, into.id) };
    },
  }),
];
