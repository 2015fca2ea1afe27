import { relation } from '#kernel/server';
import { jobPost } from './post.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const jobPostFacts = relation(jobPost, ['category', 'postName']);
