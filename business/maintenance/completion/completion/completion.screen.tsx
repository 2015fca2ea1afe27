import { screen } from '#kernel/web/papers/screens.ts';
import { chainLink } from '../../repair/case/chain/chain-link.ts';
import { completion } from './completion.paper.ts';

export default screen(completion, { links: [
    chainLink((row) => row.registrationFormId),
    { icon: 'file-text', label: ['继续登记', 'Go on writing'], to: (row) => (row.completeStatus === 'draft' || row.completeStatus === 'refill' ? `/maintenance/ascompletionregistration/addForm?dispatchListId=${row.dispatchListId}` : null) },
  ], printAt: (row) => `/maintenance/print/completion/${row.id}` });
