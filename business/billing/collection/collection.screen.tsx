import { screen } from '#kernel/web/registry/screens.ts';
import { chainLink } from '#business/intake/registration/chain-link.rules.ts';
import { caseBand } from '#business/intake/timeline/band/case-band.view.tsx';
import { collection } from './collection.paper.ts';

export default screen(collection, {
  band: caseBand(collection),
  links: [chainLink((row) => row.registrationFormId)],
  printAt: (row) => `/maintenance/print/receipt/${row.id}`,
});
