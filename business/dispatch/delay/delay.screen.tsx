import { screen } from '#kernel/web/registry/screens.ts';
import { caseBand } from '#business/intake/timeline/band/case-band.view.tsx';
import { delay } from './delay.paper.ts';

export default screen(delay, { band: caseBand(delay) });
