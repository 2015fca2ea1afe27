import { relation } from '#kernel/server';
import { skill } from './skill.paper.ts';

/** Fields that statements of other rooms read. */
export const skillFacts = relation(skill, ['needCertificate']);
