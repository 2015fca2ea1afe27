import { screen } from '#kernel/web/papers/screens.ts';
import { chainLink } from '../../repair/case/chain/chain-link.ts';
import { completion } from './completion.paper.ts';

export default screen(completion, { links: [chainLink((row) => row.registrationFormId)], printAt: (row) => `/maintenance/print/completion/${row.id}` });
