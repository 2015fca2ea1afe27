import { screen } from '#kernel/web/papers/screens.ts';
import { chainLink } from '../case/chain/chain-link.ts';
import { registration } from './registration.paper.ts';

export default screen(registration, { links: [
    chainLink((row) => row.id),
    { icon: 'pencil', label: ['整页修改', 'Change on a page'], to: (row) => (['registered', 'waiting', 'dispatched', 'inService', 'finished'].includes(row.registerStatus) ? `/maintenance/registrationform/edit?id=${row.id}` : null) },
  ] });
