import type { KeyOf } from '#kernel/language/dictionary.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';
import type { logBizType } from '#business/masterdata/dictionaries.ts';
import { LINK, LINK_NAME, withoutLink } from './template.rules.ts';

/** The row that a link in a message opens for its customer. */
export interface MessageLink {
  readonly kind: string;
  readonly rowId: string;
}

/** Links in messages about a type of documents. */
export interface LinkedDocuments {
  readonly bizType: KeyOf<typeof logBizType>;
  /** Return the row that a link in a message about a document opens; null for none. */
  readonly link: (reading: Reading, bizId: string) => Promise<MessageLink | null>;
}

/** Documents whose messages may carry a link for their customer (`${link}` in the template); rooms add them. */
export const messageLinks = contribution<LinkedDocuments>('messaging.links');

/** A template with its link: the link is put into the text when it is sent, and is never stored. */
export interface LinkedTemplate {
  readonly content: string;
  /** Variables of the text that is sent, and of the text that the log shows. */
  readonly variables: Readonly<Record<string, string>>;
  readonly shown: Readonly<Record<string, string>>;
  readonly link: MessageLink | null;
}

/**
 * Return a template with the link of a document; without one the sentence of the link is left out. A sender who brings
 * a link (`variables`) keeps it.
 */
export async function linkedTemplate(
  reading: Reading,
  content: string,
  { bizType, bizId }: { readonly bizType: KeyOf<typeof logBizType>; readonly bizId: string },
  variables: Readonly<Record<string, unknown>>,
): Promise<LinkedTemplate> {
  const plain = { content, variables: {}, shown: {}, link: null };
  if (!content.includes(LINK) || variables[LINK_NAME]) return plain;
  const of = reading.contributions(messageLinks).find((one) => one.bizType === bizType);
  const link = reading.publicUrl && of ? await of.link(reading, bizId) : null;
  return link
    ? { content, variables: { link: LINK }, shown: { link: `${reading.publicUrl}/c/******` }, link }
    : { ...plain, content: withoutLink(content) };
}
