import { screen } from '#kernel/web/registry/screens.ts';
import { connectConfig } from '../config/connect-config.paper.ts';

export default screen(connectConfig, {
  links: [
    { icon: 'sliders-horizontal', label: ['画报文', 'Paint the frame'], to: (row) => `/iot/connectConfig/${row.id}` },
  ],
});
