import { mustFind } from '#kernel/language/must.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { numberRule } from '#business/masterdata/records/number-rule.paper.ts';
import { type DemoWorld, daysBefore } from '#business/system/seed/demo-world.seed.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { comment } from '#kernel/server/rows/detail/comments.ts';
import type { Transaction } from '#kernel/server/write/transaction.ts';

/** The default prefixes of three papers, as number rules that a company can change. */
const numbering = [
  ['ascustomer', 'KH'],
  ['asrepairform', 'BX'],
  ['asregistrationform', 'DJ'],
] as const;

export async function seedNumbering(world: DemoWorld): Promise<void> {
  await world.product(daysBefore(world, 20, '10:00:00'), async (context) => {
    for (const [ruleCode, prefix] of numbering)
      await context.create(numberRule, { ruleCode, prefix, datePart: 'yyyyMMdd', seqLength: 4, resetCycle: 'day' });
  });
}

/** Write a comment on the newest order that the author sees; skip one that a rule refuses. */
async function say(
  world: DemoWorld,
  { role, at, words, to }: { role: string; at: string; words: string; to: string },
): Promise<void> {
  await world
    .as(role, at, async (context) => {
      const [row] = (await context.visible(registration, { query: {} }).words({ limit: 2000 })).toSorted((one, other) =>
        String(other.createTime).localeCompare(String(one.createTime)),
      );
      if (row) await comment(context as Transaction, registration, String(row.id), { words, mentions: [to] });
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal) world.refused?.(at, error.reason);
      else throw error;
    });
}

/** Create comments of colleagues on open orders. */
export async function seedComments(world: DemoWorld): Promise<void> {
  const [dispatcher, clerk] = ['as_dispatcher', 'as_cs'].map((role) =>
    mustFind(world.users, (user) => user.account === role),
  );
  await say(world, {
    role: 'as_cs',
    at: daysBefore(world, 1, '15:40:00'),
    words: `客户来电确认在家时间，@${dispatcher.realName} 请安排下午`,
    to: dispatcher.id,
  });
  await say(world, {
    role: 'as_dispatcher',
    at: daysBefore(world, 1, '15:52:00'),
    words: `收到，已改约。@${clerk.realName} 麻烦告知客户`,
    to: clerk.id,
  });
}
