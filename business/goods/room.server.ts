import { contributing, type RoomServer } from '#kernel/server';
import { partsReady } from '#business/dispatch/candidates/parts-ready.server.ts';
import { orderFollowers } from '#business/intake/registration/followers/order-followers.server.ts';
import { timelineStations } from '#business/intake/timeline/timeline.server.ts';
import { benchFigures, benchNexts } from '#business/masterdata/piles/bench.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { messageEvents } from '#business/messaging/event-catalogue.server.ts';
import { messageSubjects } from '#business/messaging/message-subject.server.ts';
import { backTiles } from './board/back-tiles.server.ts';
import { paperTiles } from './board/paper-tiles.server.ts';
import { counterFigures, counterNexts } from './board/figures/counter-figures.server.ts';
import { sapTile } from './board/sap-tile.server.ts';
import { stockTiles } from './board/stock-tiles.server.ts';
import { storeTiles } from './board/store-tiles.server.ts';
import materialApplyLine from './apply/material-apply-line.server.ts';
import materialApply from './apply/material-apply.server.ts';
import { goodsEvents } from './follow/goods-events.server.ts';
import { goodsSubjects } from './follow/message-subjects.server.ts';
import { orderCancelled } from './follow/order-cancelled.server.ts';
import { goodsPartsReady } from './follow/parts-ready.server.ts';
import { goodsPiles } from './follow/piles.server.ts';
import { storePiles } from './follow/store-piles.server.ts';
import { goodsStations } from './follow/stations.server.ts';
import { invariants } from './invariants.server.ts';
import materialShipmentLine from './shipment/material-shipment-line.server.ts';
import materialShipment from './shipment/material-shipment.server.ts';
import materialReturnLine from './returns/material-return-line.server.ts';
import materialReturn from './returns/material-return.server.ts';
import { nightTable } from './sap/comparing/last-night.server.ts';
import { usedTable } from './sap/consumption.server.ts';
import { dueFlows } from './sap/due-flows.server.ts';
import { equalTable } from './sap/night.server.ts';
import sapFlow from './sap/sap-flow.server.ts';
import toolApply from './tools/tool-apply.server.ts';
import toolLine from './tools/tool-line.server.ts';
import tool from './tools/tool.server.ts';
import { backEvents } from './follow/back-events.server.ts';
import { completionCorrected } from './follow/completion-corrected.server.ts';
import { shelfCalls } from './scan/shelf/shelf.server.ts';
import { goodsTies } from './follow/ties.server.ts';
import { completionFollowers } from '#business/completion/completion/followers/completion-followers.server.ts';
import { technicianTies } from '#business/masterdata/people/technician/technician-ties.server.ts';

/** The server side of requests, shipments, returns, SAP and tools. */
export default {
  behaviours: [
    materialApply,
    materialApplyLine,
    materialShipment,
    materialShipmentLine,
    materialReturn,
    materialReturnLine,
    sapFlow,
    tool,
    toolApply,
    toolLine,
  ],
  extensions: [shelfCalls],
  invariants,
  tables: [equalTable, nightTable, usedTable],
  due: [dueFlows],
  contributions: [
    contributing(orderFollowers, [orderCancelled]),
    contributing(completionFollowers, [completionCorrected]),
    contributing(technicianTies, goodsTies),
    contributing(partsReady, [goodsPartsReady]),
    contributing(timelineStations, goodsStations),
    contributing(workbenchPiles, [...goodsPiles, ...storePiles]),
    contributing(benchFigures, counterFigures),
    contributing(benchNexts, counterNexts),
    contributing(storeTiles, [...paperTiles, ...stockTiles, ...backTiles, sapTile]),
    contributing(messageEvents, [goodsEvents, backEvents]),
    contributing(messageSubjects, goodsSubjects),
  ],
  locks: [
    'registration',
    'dispatchForm',
    'visit',
    'technician',
    'completion',
    'equipment',
    { paper: 'materialApply' },
    { paper: 'materialApplyLine', under: ['materialsApplyId'], within: true },
    { named: 'publish ' },
    { paper: 'materialShipment' },
    { paper: 'materialShipmentLine', under: ['materialShipmentsId'], within: true },
    { paper: 'materialReturn' },
    { paper: 'materialReturnLine', under: ['returnId'], within: true },
    { paper: 'sapFlow' },
    { paper: 'toolApply' },
    { paper: 'toolLine', under: ['toolApplyId'], within: true },
    { paper: 'tool' },
    'wage periods',
    'wagePeriod',
    'wageLine',
    'once aswarehouse ',
    'reserve ',
    'serial ',
    'stock',
    'message to ',
  ],
} satisfies RoomServer;
