import { behaviour } from '#kernel/server';
import { troubleCode } from './trouble-code.paper.ts';

export default behaviour<typeof troubleCode>(troubleCode, { apart: true, releases: ['alarm.troubleCodeId'] });
