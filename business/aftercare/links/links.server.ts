import { type Context, type Reading, extension, implement, row as refuseRow } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import { makeLink, readLinks, revokeLinks } from './links.calls.ts';

/** Refuse an order out of the sight of the caller. */
async function assertSeen(reading: Reading, id: string): Promise<void> {
  const [order] = await reading.visible(registration, { match: { id } }).rows({ first: 1 });
  if (!order) throw refuseRow.missing({ title: registration.title });
}

/** Calls by which staff see, make and revoke the links of an order. */
export const linkCalls = extension(registration, {
  calls: [
    implement(readLinks, {
      async read({ id }, reading) {
        await assertSeen(reading, id);
        const links = await reading.guestLinks('order', id);
        const now = reading.now();
        return {
          hasAddress: reading.publicUrl !== null,
          links: links.map(({ created, until, opened, seen, uses, revoked }) => ({
            created,
            until,
            opened,
            seen,
            uses,
            isLiving: revoked === null && until > now,
          })),
        };
      },
    }),
    implement(makeLink, {
      async write({ id }, context: Context) {
        await assertSeen(context, id);
        const address = await context.guestLink('order', id);
        if (address === null) throw refuse.noPublicAddress();
        await context.note(registration, id, 'customerLink', ['生成客户链接', 'Link for the customer made']);
        return { address };
      },
    }),
    implement(revokeLinks, {
      async write({ id }, context: Context) {
        await assertSeen(context, id);
        const count = await context.revokeGuestLinks('order', id);
        if (count)
          await context.note(registration, id, 'customerLink', ['作废客户链接', 'Links for the customer revoked']);
        return { count };
      },
    }),
  ],
});
