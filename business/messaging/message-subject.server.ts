import type { KeyOf } from '#kernel/language/dictionary.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { logBizType } from '#business/masterdata/dictionaries.ts';

/** The receiver of messages about a document, and the values of template variables. */
export interface MessageDocument {
  readonly phone: string;
  readonly customerId: string | null;
  readonly values: Readonly<Record<string, string | null>>;
}

/** A kind of document that messages can be about; `bizType` is its kind in the action log. */
export interface MessageSubject {
  readonly bizType: KeyOf<typeof logBizType>;
  readonly paper: AnyPaper;
  /** Return the receiver and values of a document. The caller's scope was checked before. */
  readonly read: (reading: Reading, id: string) => Promise<MessageDocument>;
}

/** Kinds of documents that messages can be about, of all rooms. */
export const messageSubjects = contribution<MessageSubject>('messaging.subjects');
