import { list, of } from '#kernel/language/calls/shape.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, generatedPassword, hashPassword, implement, md5 } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { holdHomes } from '../households/hold-homes.server.ts';
import { settleHome } from '../households/settle.server.ts';
import { refuse } from '../refusals.ts';
import { resetMemberPasswords, setVisit } from './member.calls.ts';
import { member } from './member.paper.ts';

type Member = Row<typeof member>;

/** Length of a generated password. */
const PASSWORD_SIGNS = 10;

/** Lock the homes of members before the members, in the fixed order of locks. */
async function lockHomes(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await context.find(member, { id: ids }, { limit: 1000 });
  await holdHomes(
    context,
    rows.map((row) => row.householdId),
  );
}

const judged = (context: Context, remark: string | null): Partial<Member> => ({
  approveUser: context.person.id,
  approveTime: context.now(),
  approveRemark: remark,
});

/** Refuse to remove an owner while the home has other members: ownership must be handed over before. */
async function assertMayLeave(context: Context, row: Member): Promise<void> {
  if (row.clientRole !== 'owner' || row.approveStatus !== 'approved') return;
  const others = await context.find(
    member,
    { householdId: row.householdId, approveStatus: 'approved' },
    { limit: 500 },
  );
  if (others.length > 1) throw refuse.ownerStays();
}

async function markVisited({ ids, remark }: CallInputOf<typeof setVisit>, context: Context): Promise<object> {
  const rows = await context.visible(member, { button: 'visit' }).all(ids);
  if (rows.some((row) => row.approveStatus !== 'approved')) throw refuse.notApproved();
  for (const row of rows)
    if (row.visitStatus !== 'visited')
      await context.change(member, row.id, {
        visitStatus: 'visited',
        visitUser: context.person.id,
        visitTime: context.now(),
        visitRemark: remark,
      });
  return {};
}

/** Set new passwords for members, and return them once in clear text. */
async function newPasswords(
  { ids }: CallInputOf<typeof resetMemberPasswords>,
  context: Context,
): Promise<CallAnswer<typeof resetMemberPasswords>> {
  const reset = [];
  for (const row of await context.visible(member, { button: 'resetPassword' }).all(ids)) {
    const password = generatedPassword().slice(0, PASSWORD_SIGNS);
    await context.change(member, row.id, { password: await hashPassword(md5(password)) }, [
      '重置密码',
      'Password reset',
    ]);
    reset.push({ id: row.id, account: row.account, password });
  }
  return reset;
}

export default behaviour<typeof member>(member, {
  repeated: () => refuse.ownerTwice(),
  first: {
    approve: lockHomes,
    removeClient: lockHomes,
  },
  actions: {
    approve: (context, _row, { remark }) => Promise.resolve(judged(context, remark)),
    reject: (context, _row, { remark }) => Promise.resolve(judged(context, remark)),
    async reapply() {
      return { approveUser: null, approveTime: null, approveRemark: null };
    },
    removeClient: assertMayLeave,
  },
  async moved(context, { by, row }) {
    if (by === 'approve') await settleHome(context, row.householdId);
  },
  releases: ['feedback.clientId'],
  detailParts: { devices: list(of(device)) },
  async detail(reading, row) {
    return {
      devices: await reading.visible(device, { match: { householdId: row.householdId } }).rows({ first: 100 }),
    };
  },
  timed: {
    // Clear the personal data of accounts that were removed some days ago (`iot.client.purgeDays`).
    purgeMembers: {
      cron: '30 3 * * *',
      work: ({ step }) =>
        step(async (context) => {
          const days = Number(await context.parameter('iot.client.purgeDays')) || 30;
          await context.sql.query(
            `update op_client set phone = '', name = '***', nick_name = null where tenant_id = $1 and is_deleted = 1 and phone <> '' and update_time < $2::timestamptz - make_interval(days => $3)`,
            [context.tenantId, context.now(), days],
          );
        }),
    },
  },
  calls: [
    implement(setVisit, { write: markVisited }),
    implement(resetMemberPasswords, { write: newPasswords, secret: true }),
  ],
});
