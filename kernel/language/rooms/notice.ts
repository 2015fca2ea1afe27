import type { LocalizedText } from '#kernel/language/label.ts';
import { service } from '#kernel/language/rooms/service.ts';

/** A notice to people, from the kernel or any room. The messaging room stores and delivers it. */
export interface NoticeToSend {
  /** Ids of the receivers. The sender gets no notice, unless `todo` is set. */
  readonly to: readonly string[];
  /** Aliases of roles whose people receive it too. */
  readonly roles?: readonly string[];
  /**
   * `mention`: a comment names the person. `report`: a requested report is ready. `system`: from the product. `task`: a
   * process waits for the person.
   */
  readonly kind: 'mention' | 'report' | 'system' | 'task';
  readonly title: LocalizedText;
  readonly content: LocalizedText;
  /** The row it is about, where there is one. */
  readonly about: { readonly paper: string; readonly id: string; readonly caption: string };
  /**
   * The page that the notice opens instead of the row: a task of a process, or a running process (`caseId`) that the
   * receiver may read.
   */
  readonly place?: { readonly taskId: string } | { readonly caseId: string };
  /**
   * Set if the receivers have a task to do: its id, and when it is due (`yyyy-MM-dd HH:mm:ss`). The sender may then be
   * a receiver too.
   */
  readonly todo?: { readonly taskId: string; readonly dueTime: string | null };
  /** Key against duplicates: a person gets one notice of the same kind, row and key. */
  readonly again: string;
}

/** Send a notice within the caller's transaction. The messaging room implements this service. */
export const sendNotice = service<NoticeToSend>('notice.send');

/** End the notices of tasks that are done or now belong to others. The messaging room implements this service. */
export const taskNoticesDone = service<{ readonly taskIds: readonly string[] }>('notice.tasksDone');
