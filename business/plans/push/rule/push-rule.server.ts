import { behaviour } from '#kernel/server';
import { pushRule } from './push-rule.paper.ts';

export default behaviour<typeof pushRule>(pushRule, {});
