import { dict } from '#kernel/fields/dict/dict.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { behaviour, type Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { onlineStatus } from '#business/iot/devices/dictionaries.ts';
import { cameraAccount } from '../members/cameras/camera-account.paper.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { coverFilter, coverSql } from '../addresses/cover.server.ts';
import { weibaoStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';
import { householdCalls } from './household-calls.server.ts';
import { household } from './household.paper.ts';
import { assertAddressFree } from './settle.server.ts';
import { vacate } from './vacate.server.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';

type Home = Row<typeof household>;

const hangs = 'd.tenant_id = t.tenant_id and d.household_id = t.id and d.is_deleted = 0';

/** Set the home of a household's customer, and clear it for a former customer. */
async function linkCustomer(context: Context, before: Home | null, row: Home): Promise<void> {
  if (before?.customerId === row.customerId) return;
  const ids = [before?.customerId, row.customerId].filter((id): id is string => Boolean(id)).toSorted();
  for (const known of await context.lockRows(customer, ids)) {
    const householdId = known.id === row.customerId ? row.id : null;
    if (known.householdId !== householdId) await context.change(customer, known.id, { householdId });
  }
}

/** Return refusals for homes that cannot be removed, because they have members or devices. */
async function staying(context: Context, rows: readonly Home[]): Promise<ReadonlyMap<string, Refusal>> {
  const found = await context.sql.query<{ id: string }>(
    `select h.id::text as id from op_household h where h.tenant_id = $1 and h.id = any($2::bigint[]) and (
       exists (select 1 from op_client c where c.tenant_id = h.tenant_id and c.household_id = h.id and c.is_deleted = 0 and c.approve_status in ('pending', 'approved'))
       or exists (select 1 from ${deviceFacts} d where d.tenant_id = h.tenant_id and d.household_id = h.id and d.is_deleted = 0))`,
    [context.tenantId, rows.map((row) => row.id)],
  );
  return new Map(found.map(({ id }) => [id, refuse.homeNotEmpty()]));
}

async function assertOpen(context: Context, id: string): Promise<void> {
  const [address] = await context.find(roomAddress, { id }, { first: 1 });
  if (address && !address.enabled) throw refuse.addressDisabled();
}

export default behaviour<typeof household>(household, {
  computed: {
    memberCount:
      "(select count(*)::int from op_client c where c.tenant_id = t.tenant_id and c.household_id = t.id and c.is_deleted = 0 and c.approve_status <> 'removed')",
    deviceCount: `(select count(*)::int from ${deviceFacts} d where ${hangs})`,
    onlineCount: `(select count(*)::int from ${deviceFacts} d where ${hangs} and d.online_status = 'online')`,
    weibao: coverSql('t.customer_id'),
  },
  filters: {
    weibao: { reads: dict(weibaoStatus, ['维保状态', 'Cover']), sql: coverFilter('t.customer_id') },
    onlineStatus: {
      reads: dict(onlineStatus, ['在线状态', 'Online']),
      sql: `exists (select 1 from ${deviceFacts} d where ${hangs} and d.online_status = any(string_to_array($, ',')))`,
    },
    mac: {
      reads: mac(['设备 MAC', 'MAC of a device']),
      sql: `exists (select 1 from ${deviceFacts} d where ${hangs} and d.mac = $)`,
    },
  },
  async saving(context, { values }) {
    if (values.roomAddressId) await assertOpen(context, values.roomAddressId);
  },
  saved: (context, { before, row }) => linkCustomer(context, before, row),
  actions: {
    async activate(context, row) {
      await assertAddressFree(context, row.roomAddressId, row.id);
      return { activateTime: context.now() };
    },
    enable: (context, row) => assertAddressFree(context, row.roomAddressId, row.id),
    moveOut: (context, row, { reason }) => vacate(context, row, reason),
  },
  staying,
  releases: ['cameraAccount.householdId', 'member.householdId', 'feedback.householdId', 'powerOnDevice.householdId'],
  async leaving(context, rows) {
    const linked = rows.flatMap((row) => (row.customerId ? [row.customerId] : []));
    await context.changeAll(customer, new Map(linked.map((id) => [id, { householdId: null }])));
    const accounts = await context.sql.query<{ id: string }>(
      `select id::text as id from ${cameraAccount.table} where tenant_id = $1 and household_id = any($2::bigint[]) and is_deleted = 0`,
      [context.tenantId, rows.map((row) => row.id)],
    );
    await context.removeAll(
      cameraAccount,
      accounts.map((one) => one.id),
    );
  },
  calls: householdCalls,
});
