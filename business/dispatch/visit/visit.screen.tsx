import { screen } from '#kernel/web/registry/screens.ts';
import { chainLink } from '#business/intake/registration/chain-link.rules.ts';
import { caseBand } from '#business/intake/timeline/band/case-band.view.tsx';
import { visit } from './visit.paper.ts';

export default screen(visit, {
  band: caseBand(visit),
  links: [chainLink((row) => row.registrationFormId)],
});
