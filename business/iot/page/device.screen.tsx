import { screen } from '#kernel/web/registry/screens.ts';
import { device } from '../devices/device.paper.ts';

/** A device leads to its page of values. */
export default screen(device, {
  links: [{ icon: 'activity', label: ['实时工况', 'Live values'], to: (row) => `/matter/exampleDetail?id=${row.id}` }],
});
