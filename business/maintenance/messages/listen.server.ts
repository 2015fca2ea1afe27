import type { House } from '#kernel/server/house.ts';
import { MESSAGES_TOLD } from './tell-staff.server.ts';

/** What follows from what was told: the browsers of those who have a new message. */
export function listenForMessages(house: House): void {
  house.outbox.subscribe(MESSAGES_TOLD, async (context, { data }) => {
    for (const receiver of data.receivers as string[]) house.tell(context.tenantId, receiver, { type: 'message' });
  });
}
