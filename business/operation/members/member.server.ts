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

/** As long as a password that is shown once. */
const PASSWORD_SIGNS = 10;

/** The homes of the members come before them in the order of locks. */
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

/** An owner with others at home hands over first. */
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

/** New passwords, told once; what logged in with the old ones is over wherever it looks at the hash. */
async function newPasswords(
  { ids }: CallInputOf<typeof resetMemberPasswords>,
  context: Context,
): Promise<CallAnswer<typeof resetMemberPasswords>> {
  const told = [];
  for (const row of await context.visible(member, { button: 'resetPassword' }).all(ids)) {
    const password = generatedPassword().slice(0, PASSWORD_SIGNS);
    await context.change(member, row.id, { password: await hashPassword(md5(password)) }, [
      '重置密码',
      'Password reset',
    ]);
    told.push({ id: row.id, account: row.account, password });
  }
  return told;
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
  async detail(reading, row) {
    return {
      devices: await reading.visible(device, { match: { householdId: row.householdId } }).rows({ first: 100 }),
    };
  },
  timed: {
    // What is left of a removed account tells nobody who it was.
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
