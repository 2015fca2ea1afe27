import { screen } from '#kernel/web/papers/screens.ts';
import { chainLink } from '../../repair/case/chain/chain-link.ts';
import { dispatchForm } from './dispatch-form.paper.ts';

export default screen(dispatchForm, {
  links: [chainLink((row) => row.registrationFormId)],
  printAt: (row) => `/maintenance/print/dispatch/${row.id}`,
});
