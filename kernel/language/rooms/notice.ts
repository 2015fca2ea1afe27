import type { LocalizedText } from '#kernel/language/label.ts';
import { service } from '#kernel/language/rooms/service.ts';

/** What a person is told by the kernel or by any room, without knowing who keeps messages. */
export interface NoticeToSend {
  /** Accounts; whoever sends it is left out. */
  readonly to: readonly string[];
  /** And whoever has one of these roles, by their aliases. */
  readonly roles?: readonly string[];
  /** `mention`: somebody called him by name. `report`: something he asked for is there. `system`: the product itself has something to say. `task`: a process waits for him. */
  readonly kind: 'mention' | 'report' | 'system' | 'task';
  readonly title: LocalizedText;
  readonly content: LocalizedText;
  /** The row it is about, where there is one. */
  readonly about: { readonly paper: string; readonly id: string; readonly caption: string };
  /** The place of work that it is about, where that is not the row itself: a task of a process, or a case that somebody may read. */
  readonly place?: { readonly taskId: string } | { readonly caseId: string };
  /** Something to be done, by whoever is told, who sent it too: the task it is about, and until when at best (`yyyy-MM-dd HH:mm:ss`). */
  readonly todo?: { readonly taskId: string; readonly dueTime: string | null };
  /** Tells two of a kind about the same row apart: the same notice reaches a person once. */
  readonly again: string;
}

/** Tells people something inside the transaction of whoever asks; served by the room that keeps messages. */
export const sendNotice = service<NoticeToSend>('notice.send');

/** Tasks that were to be done are done, or somebody else's now: nobody is asked any more. Served as above. */
export const taskNoticesDone = service<{ readonly taskIds: readonly string[] }>('notice.tasksDone');
