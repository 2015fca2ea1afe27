import { dict } from '#kernel/fields/dict/dict.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, implement, type Reading, sql } from '#kernel/server';
import { premises } from '#business/customers/premises.paper.ts';
import { coverFilter, coverSql } from './cover.server.ts';
import { weibaoStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';
import { addressChoices, switchAddress } from './address.calls.ts';
import { homeRoom } from './home-room.paper.ts';
import { roomAddress } from './room-address.paper.ts';
import { fullAddressOf, normalDwelling, placeKeyOf, usualRooms } from './room-address.rules.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';

type Address = Row<typeof roomAddress>;

/** Maximal number of addresses in a drop-down list. */
const MAX_CHOICES = 200;

const hangs = 'd.tenant_id = t.tenant_id and d.room_address_id = t.id and d.is_deleted = 0';
const livesHere =
  "from op_household h where h.tenant_id = t.tenant_id and h.room_address_id = t.id and h.is_deleted = 0 and h.household_status <> 'moved_out'";
const customer = `(select h.customer_id ${livesHere} order by h.household_status = 'active' desc, h.id desc limit 1)`;

/** Fields from which the address line is composed. */
const PARTS = ['premisesId', 'projectName', 'building', 'unit', 'floor', 'roomNo'] as const;

async function named(context: Context, values: Partial<Address>, before: Address | null): Promise<Partial<Address>> {
  if (before && !PARTS.some((part) => part in values)) return {};
  const after = { ...before, ...values };
  const estate =
    values.premisesId && !values.projectName
      ? (await context.get(premises, values.premisesId)).premisesName
      : undefined;
  const dwelling = normalDwelling({ ...after, ...(estate && { projectName: estate }) });
  const placeKey = placeKeyOf(dwelling);
  return { ...(dwelling as Partial<Address>), fullAddress: fullAddressOf(dwelling), placeKey };
}

async function choices(
  { keyword, areaCode }: CallInputOf<typeof addressChoices>,
  reading: Reading,
): Promise<CallAnswer<typeof addressChoices>> {
  const rows = await reading
    .visible(roomAddress, {
      match: { enabled: true },
      query: keyword ? { fullAddress_like: keyword } : {},
      also: areaCode ? sql`t.area_code like ${`${areaCode.replaceAll(/\D/g, '')}%`}` : undefined,
    })
    .rows({ limit: MAX_CHOICES });
  return rows.map((row) => ({ id: row.id, fullAddress: String(row.fullAddress ?? '') }));
}

/** Enable or disable an address. Refuse to disable one with an active household, unless `force` is sent. */
async function turn(
  { id, enabled, force }: CallInputOf<typeof switchAddress>,
  context: Context,
): Promise<CallAnswer<typeof switchAddress>> {
  await context.visible(roomAddress, { button: 'edit' }).all([id]);
  const [{ n }] = await context.sql.query<{ n: number }>(
    "select count(*)::int as n from op_household where tenant_id = $1 and room_address_id = $2 and is_deleted = 0 and household_status = 'active'",
    [context.tenantId, id],
  );
  if (!enabled && n > 0 && !force) throw refuse.addressLivedIn();
  const row = await context.change(roomAddress, id, { enabled });
  return { id: row.id, enabled: row.enabled ?? false };
}

export default behaviour<typeof roomAddress>(roomAddress, {
  computed: {
    householdCount: `(select count(*)::int ${livesHere})`,
    deviceCount: `(select count(*)::int from ${deviceFacts} d where ${hangs})`,
    onlineCount: `(select count(*)::int from ${deviceFacts} d where ${hangs} and d.online_status = 'online')`,
    weibao: coverSql(customer),
  },
  filters: {
    weibao: { reads: dict(weibaoStatus, ['维保状态', 'Cover']), sql: coverFilter(customer) },
  },
  repeated: (_context, { id }) => refuse.addressExists({ data: { id } }),
  saving: (context, { before, values }) => named(context, values, before),
  async saved(context, { before, row }) {
    if (before || (await context.find(homeRoom, { roomAddressId: row.id }, { first: 1 })).length) return;
    await context.createAll(
      homeRoom,
      usualRooms.map(([name, roomType], at) => ({ roomAddressId: row.id, name, roomType, sort: at + 1 })),
    );
  },
  calls: [implement(addressChoices, { read: choices }), implement(switchAddress, { write: turn })],
});
