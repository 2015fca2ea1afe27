import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Context, Reading } from '../../context.ts';
import type { Html } from './html.ts';

/** The row of a link: when it ended (`yyyy-MM-dd HH:mm:ss`, null while it lives), and the phone of its customer. */
export interface GuestSubject {
  readonly ended: string | null;
  readonly phone: string;
}

/** How a page is shown: its language, and the addresses of its forms and pictures. */
export interface GuestSight {
  readonly language: Language;
  /** Return the address that a form of a verb is sent to. */
  readonly actionOf: (verb: string) => string;
  /** Return the address of a picture by its name. */
  readonly pictureOf: (name: string) => string;
}

/** A page for a customer. `mark` differs whenever the page would differ: an open page compares it with a newer one. */
export interface GuestPage {
  readonly company: string;
  readonly title: string;
  readonly body: Html;
  readonly mark: string;
}

/** An act that a link allows. A form with any other field is refused. */
export interface GuestVerb {
  /** Maximum length of each field of its form. */
  readonly fields: Readonly<Record<string, number>>;
  /** Do the act as the product, in the transaction that stores that it was done. */
  readonly work: (context: Context, rowId: string, body: Readonly<Record<string, string>>) => Promise<void>;
}

/** A kind of links for customers, such as the progress of an order. One link opens one row. */
export interface GuestKind {
  readonly name: string;
  readonly paper: AnyPaper;
  /** Return the facts of a row; null for a removed one. */
  readonly subject: (reading: Reading, rowId: string) => Promise<GuestSubject | null>;
  readonly page: (reading: Reading, rowId: string, sight: GuestSight) => Promise<GuestPage>;
  /** Return the attachments that the page shows, by the names that its addresses use. */
  readonly pictures: (reading: Reading, rowId: string) => Promise<ReadonlyMap<string, string>>;
  readonly verbs: Readonly<Record<string, GuestVerb>>;
}

/** The kinds of links for customers; rooms add them. */
export const guestKinds = contribution<GuestKind>('kernel.guestKinds');
