import { screen } from '#kernel/web/registry/screens.ts';
import { wallLink } from '../wall/wall-link.rules.ts';
import { household } from './household.paper.ts';

export default screen(household, {
  links: [
    { icon: 'house-plus', label: ['家庭页', 'Page of the home'], to: (row) => `/operation/home/${row.id}` },
    wallLink((row) => row.roomAddressId),
  ],
});
