import { contributing, type RoomServer, serving } from '#kernel/server';
import { technicianTies } from '#business/masterdata/people/technician/technician-ties.server.ts';
import { ownStockTie } from './stores/own-stock-tie.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { materialsPiles } from './adjustments/piles.server.ts';
import adjustmentLine from './adjustments/stock-adjustment-line.server.ts';
import adjustment from './adjustments/stock-adjustment.server.ts';
import accessory from './items/accessory.server.ts';
import material from './items/material.server.ts';
import { postMoves } from './stores/posting.server.ts';
import { postStock, storeOfPerson } from './stores/posting.service.ts';
import { releaseReservation, reserve } from './stores/reservation.server.ts';
import { releaseStock, reserveStock } from './stores/reserve.service.ts';
import stockMove from './stores/stock-move.server.ts';
import stock from './stores/stock.server.ts';
import warehouse, { findStore } from './stores/warehouse.server.ts';
import { invariants } from './invariants.server.ts';
import { simulatorTables } from './sap/sap-simulator.server.ts';
import { stockValue } from './figures/stock.figure.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';

/** The server side of items, stores and stock movements. */
export default {
  behaviours: [material, accessory, warehouse, stock, stockMove, adjustment, adjustmentLine],
  services: [
    serving(postStock, postMoves),
    serving(storeOfPerson, findStore),
    serving(reserveStock, reserve),
    serving(releaseStock, releaseReservation),
  ],
  invariants,
  tables: simulatorTables,
  contributions: [
    contributing(cockpitFigures, [stockValue]),
    contributing(technicianTies, [ownStockTie]),
    contributing(workbenchPiles, materialsPiles),
  ],
  locks: [
    'technician',
    { named: 'once aswarehouse ' },
    { named: 'once asstockadjustdetails ' },
    { named: 'reserve ' },
    { named: 'serial ' },
    { paper: 'stock' },
  ],
} satisfies RoomServer;
