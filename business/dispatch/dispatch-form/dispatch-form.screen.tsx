import { screen } from '#kernel/web/registry/screens.ts';
import { chainLink } from '#business/intake/registration/chain-link.rules.ts';
import { caseBand } from '#business/intake/timeline/band/case-band.view.tsx';
import { dispatchForm } from './dispatch-form.paper.ts';

export default screen(dispatchForm, {
  band: caseBand(dispatchForm),
  links: [chainLink((row) => row.registrationFormId)],
  printAt: (row) => `/maintenance/print/dispatch/${row.id}`,
});
