import { type Field } from '#kernel/language/field.ts';
import { type Row, fieldsOf } from '#kernel/language/paper.ts';
import { customer } from '../customer.paper.ts';

export type Customer = Row<typeof customer>;

/**
 * Fields of the address. They are filled only if both customers have the same address, so that two addresses are never
 * mixed.
 */
const home = ['premisesId', 'building', 'unit', 'roomNo', 'location', 'houseArea'] as const;
/** Fields that `absorbed` computes one by one, or does not copy. */
const ownRule = [
  'phone2',
  'preferredTechnicianIds',
  'blockedTechnicianIds',
  'receiveMarketing',
  'tags',
  'remark',
  'lastServiceTime',
  'serviceCount',
  'mergedIntoId',
];

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const LONGEST = { tags: 200, remark: 500 } as const;

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

function joined(one: string | null, other: string | null, most: number): string | null {
  if (!one || !other) return one || other;
  return one.includes(other) ? one : cut(`${one}；${other}`, most);
}

const union = (one: readonly string[] | null, other: readonly string[] | null): string[] => [
  ...new Set([...(one ?? []), ...(other ?? [])]),
];

/** Return the second phone of the remaining customer: its own, else a different number of the merged one. */
const secondPhone = (into: Customer, from: Customer): string | null =>
  into.phone2 || ([from.phone, from.phone2].find((phone) => phone && phone !== into.phone) ?? null);

/** Return the values that the remaining customer takes over from the merged one: only those that change. */
export function absorbed(into: Customer, from: Customer): Partial<Customer> {
  const sameHome = into.addressDetail === from.addressDetail;
  const plain = fieldsOf(customer).filter(
    ([name, field]: [string, Field]) =>
      !field.auto &&
      !field.computed &&
      !ownRule.includes(name) &&
      (sameHome || !(home as readonly string[]).includes(name)),
  );
  const filled = plain
    .filter(([name]) => isEmpty(into[name as keyof Customer]) && !isEmpty(from[name as keyof Customer]))
    .map(([name]) => [name, from[name as keyof Customer]]);
  const blocked = union(into.blockedTechnicianIds, from.blockedTechnicianIds);
  const values: Partial<Customer> = {
    ...Object.fromEntries(filled),
    phone2: secondPhone(into, from),
    blockedTechnicianIds: blocked,
    // A technician whom either customer blocks is not preferred by the merged one.
    preferredTechnicianIds: union(into.preferredTechnicianIds, from.preferredTechnicianIds).filter(
      (one) => !blocked.includes(one),
    ),
    // If either customer refused advertising, the remaining one has refused it.
    receiveMarketing:
      into.receiveMarketing === false || from.receiveMarketing === false
        ? false
        : (into.receiveMarketing ?? from.receiveMarketing),
    tags: joined(into.tags, from.tags, LONGEST.tags),
    remark: joined(into.remark, from.remark, LONGEST.remark),
    lastServiceTime:
      (into.lastServiceTime ?? '') >= (from.lastServiceTime ?? '') ? into.lastServiceTime : from.lastServiceTime,
    serviceCount:
      into.serviceCount === null && from.serviceCount === null
        ? null
        : (into.serviceCount ?? 0) + (from.serviceCount ?? 0),
  };
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const had = into[name as keyof Customer];
      return !(isEmpty(had) && isEmpty(value)) && JSON.stringify(had ?? null) !== JSON.stringify(value ?? null);
    }),
  );
}
