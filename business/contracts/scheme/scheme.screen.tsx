import { screen } from '#kernel/web/registry/screens.ts';
import { homeLink } from '#business/customers/service-file/home-link.rules.ts';
import { scheme } from './scheme.paper.ts';

export default screen(scheme, {
  links: [
    {
      icon: 'shield-check',
      label: ['方案页', 'Contract page'],
      to: (row) => `/maintenance/asscheme/view/${row.id}`,
    },
    homeLink((row) => row.registerMainId),
  ],
});
