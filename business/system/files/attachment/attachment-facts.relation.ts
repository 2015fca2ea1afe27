import { relation } from '#kernel/server';
import { attachment } from './attachment.paper.ts';

/** Fields that statements of other rooms read. */
export const attachmentFacts = relation(attachment, ['hash']);
