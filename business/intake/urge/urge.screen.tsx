import { screen } from '#kernel/web/registry/screens.ts';
import { chainLink } from '../registration/chain-link.rules.ts';
import { caseBand } from '../timeline/band/case-band.view.tsx';
import { urge } from './urge.paper.ts';

export default screen(urge, {
  band: caseBand(urge),
  links: [chainLink((row) => row.registrationFormId)],
});
