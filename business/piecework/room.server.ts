import { contributing, serving, type RoomServer } from '#kernel/server';
import { technicianTies } from '#business/masterdata/people/technician/technician-ties.server.ts';
import { unsettledPayTie } from './wages/sheet/unsettled-pay-tie.server.ts';
import { timelineStations } from '#business/intake/timeline/timeline.server.ts';
import { pieceworkStations } from './pieces/stations.server.ts';
import { benchFigures, benchNexts } from '#business/masterdata/piles/bench.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { pieceworkPiles } from './cockpit/piles.server.ts';
import { payrollFigures, payrollNexts } from './cockpit/first-page/payroll-figures.server.ts';
import { periodPiles } from './cockpit/first-page/period-piles.server.ts';
import { pieceServices } from './pieces/making/make.server.ts';
import pieceLine from './pieces/piece-line.server.ts';
import piece from './pieces/piece.server.ts';
import pieceStandard from './standards/piece-standard.server.ts';
import process from './standards/process.server.ts';
import wageDispute from './wages/dispute/wage-dispute.server.ts';
import { enterLine } from './wages/line/enter-line.server.ts';
import { enterWageLine } from './wages/line/enter-line.service.ts';
import wageLine from './wages/wage-line.server.ts';
import wagePeriod from './wages/wage-period.server.ts';
import wageSheet from './wages/wage-sheet.server.ts';
import { invariants } from './invariants.server.ts';
import { wages } from './figures/wages.figure.ts';
import { margin } from './figures/margin.figure.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';

/** The server side of prices, pieces and wages. */
export default {
  behaviours: [process, pieceStandard, piece, pieceLine, wagePeriod, wageSheet, wageLine, wageDispute],
  services: [...pieceServices, serving(enterWageLine, enterLine)],
  invariants,
  contributions: [
    contributing(cockpitFigures, [wages, margin]),
    contributing(technicianTies, [unsettledPayTie]),
    contributing(timelineStations, pieceworkStations),
    contributing(workbenchPiles, [...pieceworkPiles, ...periodPiles]),
    contributing(benchFigures, payrollFigures),
    contributing(benchNexts, payrollNexts),
  ],
  locks: [
    'invoice',
    { paper: 'piece', under: ['completionId'] },
    { paper: 'pieceLine', under: ['pieceId'], within: true },
    { named: 'wage periods' },
    { paper: 'wagePeriod' },
    { paper: 'wageSheet', under: ['wagePeriod=wagePeriod.wagePeriod'] },
    { paper: 'wageDispute', under: ['wageSheetId'] },
    { paper: 'wageLine', under: ['wageSheetId', 'wagePeriod=wagePeriod.wagePeriod'] },
    'once aswarehouse ',
  ],
} satisfies RoomServer;
