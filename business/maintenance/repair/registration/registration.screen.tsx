import { screen } from '#kernel/web/papers/screens.ts';
import { chainLink } from '../case/chain/chain-link.ts';
import { registration } from './registration.paper.ts';

export default screen(registration, { links: [chainLink((row) => row.id)] });
