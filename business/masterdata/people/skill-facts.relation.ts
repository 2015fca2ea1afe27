import { relation } from '#kernel/server';
import { skill } from './skill.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const skillFacts = relation(skill, ['needCertificate']);
