import { bagPlace, dayWorkPlace, refusedStepPlace } from '#business/mobile/day-places.view.tsx';
import { besidePlace } from '#business/masterdata/piles/bench-place.view.tsx';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

const goodsPrint = () => import('./shipment/print/goods-print.screen.tsx');

/** Changes to standard screens, pages by address, and parts of the technician's day. Each is loaded when it is opened. */
export default {
  papers: {
    materialApply: () => import('./apply/material-apply.screen.tsx'),
    materialShipment: () => import('./shipment/material-shipment.screen.tsx'),
    materialReturn: () => import('./returns/material-return.screen.tsx'),
    toolApply: () => import('./tools/tool-apply.screen.tsx'),
    toolLine: () => import('./tools/photos/tool-line.screen.tsx'),
  },
  pages: {
    '/maintenance/storeBoard': () => import('./board/store-board.screen.tsx'),
    '/maintenance/asmaterialshipments/scan': () => import('./scan/scan.screen.tsx'),
    '/maintenance/asstockadjust/scan': () => import('./scan/shelf/shelf.screen.tsx'),
    '/maintenance/assapwarehouseflow/differences': () => import('./sap/cockpit/cockpit.screen.tsx'),
    '/maintenance/goods/labels': () => import('./shipment/print/labels.screen.tsx'),
    '/maintenance/goods/print/apply/:id': goodsPrint,
    '/maintenance/goods/print/shipment/:id': goodsPrint,
    '/maintenance/goods/print/return/:id': goodsPrint,
    '/maintenance/goods/print/tools/:id': goodsPrint,
  },
  tiles: [
    {
      name: 'storeFigures',
      title: ['仓库指标', 'Warehouse figures'],
      sort: 12,
      wide: true,
      buttons: ['asmaterialshipments_sendOutTransmit'],
      load: () => import('./board/figures/figures-tile.screen.tsx'),
    },
  ],
  places: [
    fills(besidePlace, () => import('./board/short/short-beside.view.tsx')),
    fills(dayWorkPlace, () => import('./phone/goods-work.view.tsx')),
    fills(bagPlace, () => import('./phone/goods-tab.view.tsx')),
    fills(refusedStepPlace, () => import('./phone/returns/correct-return.view.tsx')),
  ],
} satisfies RoomScreens;
