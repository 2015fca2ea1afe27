import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Follower } from '#kernel/server';
import type { smsLog } from './sms/sms-log.paper.ts';

/** Events of messages to customers. `settled`: a message arrived, failed, or was blocked. */
export interface ParcelEvents {
  readonly settled: { readonly row: Row<typeof smsLog> };
}

/** Rooms that react to messages to customers, in the same transaction. */
export const parcelFollowers = contribution<Follower<ParcelEvents>>('messaging.parcelFollowers');
