import type { KeyOf } from '#kernel/language/dictionary.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { logBizType } from '#business/masterdata/dictionaries.ts';

/** To whom a message about a document goes, and what a template may say about it. */
export interface MessageDocument {
  readonly phone: string;
  readonly customerId: string | null;
  readonly values: Readonly<Record<string, string | null>>;
}

/** A paper that a message may be about, by its kind of business in the log. */
export interface MessageSubject {
  readonly bizType: KeyOf<typeof logBizType>;
  readonly paper: AnyPaper;
  /** The document that the asking person was seen to see. */
  readonly read: (reading: Reading, id: string) => Promise<MessageDocument>;
}

/** The papers of every room that a message may be about. */
export const messageSubjects = contribution<MessageSubject>('messaging.subjects');
