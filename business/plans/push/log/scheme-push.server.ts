import { behaviour } from '#kernel/server';
import { schemePush } from './scheme-push.paper.ts';

export default behaviour<typeof schemePush>(schemePush, {});
