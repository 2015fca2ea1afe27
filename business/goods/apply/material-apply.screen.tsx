import { screen } from '#kernel/web/registry/screens.ts';
import { RelayNote } from '../shipment/relay/relay.view.tsx';
import { materialApply } from './material-apply.paper.ts';

export default screen(materialApply, {
  printAt: (row) => `/maintenance/goods/print/apply/${row.id}`,
  detailAside: RelayNote,
});
