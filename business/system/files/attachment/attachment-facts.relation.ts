import { relation } from '#kernel/server';
import { attachment } from './attachment.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const attachmentFacts = relation(attachment, ['hash']);
