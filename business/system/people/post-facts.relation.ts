import { relation } from '#kernel/server';
import { jobPost } from './post.paper.ts';

/** Fields that statements of other rooms read. */
export const jobPostFacts = relation(jobPost, ['category', 'postName']);
