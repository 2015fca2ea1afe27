import { anyText, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { behaviour } from '#kernel/server';
import { premises } from '../premises.paper.ts';
import { refuse } from '../refusals.ts';
import { CUSTOMER_CHANGED } from './customer-events.server.ts';
import { customer } from './customer.paper.ts';
import { mergeCalls, mergedInto } from './merge/merge-calls.server.ts';
import { MERGE_JOB, mergeCustomers } from './merge/merge-customers.server.ts';

/**
 * SQL of the number of days before the end of a warranty from which it counts as expiring. An invalid parameter counts
 * as 0.
 */
const EXPIRING_DAYS = `coalesce(substring($parameter(as.warranty.expiringDays) from '^[0-9]{1,4}$')::int, 0)`;

/** Fields that homes, contracts, visits and reminders of a customer show. */
const FOLLOWED = ['customerName', 'phone', 'premisesId', 'customerServiceTeam'] as const;

/** SQL of the latest end of warranty in the customer's homes. */
const latest = `select max(f.warranty_end_date) from registermain f where f.tenant_id = t.tenant_id and f.customer_id = t.id and f.is_deleted = 0`;

export default behaviour(customer, {
  apart: true,
  /** Fill team and coordinates from the premises if they are empty. */
  async saving(context, { before, values }) {
    if (before?.mergedIntoId) throw refuse.customerMerging();
    const { customerServiceTeam, location } = { ...before, ...values };
    if (!values.premisesId || (customerServiceTeam && location)) return;
    const estate = await context.get(premises, values.premisesId);
    return {
      customerServiceTeam: customerServiceTeam ?? estate.customerServiceTeam,
      location: location ?? estate.location,
    };
  },
  async saved(context, { before, row }) {
    if (before && FOLLOWED.some((name) => before[name] !== row[name]))
      await context.emit(CUSTOMER_CHANGED, { id: row.id });
  },
  async restoring(_context, row) {
    if (row.mergedIntoId) throw refuse.customerMerged();
  },
  detailParts: {
    merged: list(
      record({
        id: anyText,
        customerNo: anyText,
        customerName: anyText,
        addressDetail: nullable(anyText),
        at: anyText,
        done: yesOrNo,
      }),
    ),
  },
  async detail(reading, row) {
    return { merged: await mergedInto(reading, row) };
  },
  computed: {
    warrantyStatus: `select case when w.latest is null then 'none' when w.latest < $today then 'expired'
      when w.latest < $today + ${EXPIRING_DAYS} then 'expiring' else 'effective' end from (${latest}) w(latest)`,
  },
  calls: mergeCalls,
  jobs: { [MERGE_JOB]: mergeCustomers },
});
