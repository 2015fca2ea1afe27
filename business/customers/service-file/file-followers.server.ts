import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Follower } from '#kernel/server';
import type { serviceFile } from './service-file.paper.ts';

type File = Row<typeof serviceFile>;

/** Events of service files. `changed`: the name, the phone or the address of the home differs from before. */
export interface FileEvents {
  readonly changed: { readonly before: File; readonly row: File };
}

/** Rooms that react to changes of homes, in the same transaction. */
export const fileFollowers = contribution<Follower<FileEvents>>('serviceFile.followers');
