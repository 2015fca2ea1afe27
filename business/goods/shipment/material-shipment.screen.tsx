import { screen } from '#kernel/web/registry/screens.ts';
import { materialShipment } from './material-shipment.paper.ts';

export default screen(materialShipment, {
  links: [
    {
      icon: 'scan-line',
      label: ['扫码移交', 'Hand over by scanning'],
      to: (row) => (row.documentStatus === 'approved' ? `/maintenance/asmaterialshipments/scan?id=${row.id}` : null),
    },
  ],
  printAt: (row) => `/maintenance/goods/print/shipment/${row.id}`,
});
