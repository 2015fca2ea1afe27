import { behaviour } from '#kernel/server';
import { consent } from './consent.paper.ts';

export default behaviour<typeof consent>(consent, {});
