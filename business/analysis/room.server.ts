import { type RoomServer, contributing, extension, implement } from '#kernel/server';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { analyse } from './energy/analyse.server.ts';
import { readDegreeDays } from './compare/degree-days.server.ts';
import { readFindings } from './compare/findings.server.ts';
import { readSimilar } from './compare/similar.server.ts';
import {
  analysisCalls,
  degreeDays,
  deviceOf,
  energyFindings,
  energyOverview,
  similarHomes,
} from './energy/energy.calls.ts';
import { describeDevice } from './energy/energy-devices.server.ts';
import { readOverview } from './energy/overview.server.ts';
import { rankFirst, rankNight } from './rank/rank-night.server.ts';
import { repairFromRank, readRankedHome, takeBackRequest } from './rank/rank-repair.server.ts';
import { worseHomes } from './rank/worse-homes-pile.server.ts';
import { rankTables } from './rank/rank-tables.server.ts';
import {
  rankToRepair,
  rankedHome,
  rankingExport,
  rankingOptions,
  rankings,
  takeBackRepair,
} from './rank/ranking.calls.ts';
import { readRanking, readRankingOptions, readRankingRows } from './rank/ranking.server.ts';
import { findNightWater, nightTables, nightWater } from './night/night-water.server.ts';
import { exportOnlineRate } from './online/online-rate.calls.ts';
import { onlineRateBook } from './online/online-rate.server.ts';

/** Calls of energy analysis. They extend devices, so each one checks that the caller may see the device. */
const energyOfDevices = extension<typeof device>(device, {
  calls: [
    ...analysisCalls.map(({ energy, period, of }) =>
      implement(of, { read: (asked, reading) => analyse(reading, { energy, period }, asked) }),
    ),
    implement(exportOnlineRate, { book: (asked, reading) => onlineRateBook(reading, asked) }),
    implement(deviceOf, { read: (asked, reading) => describeDevice(reading, asked) }),
    implement(energyOverview, { read: (asked, reading) => readOverview(reading, asked) }),
    implement(similarHomes, { read: (asked, reading) => readSimilar(reading, asked) }),
    implement(degreeDays, { read: (asked, reading) => readDegreeDays(reading, asked) }),
    ...rankings.map(({ energy, of }) =>
      implement(of, { read: (asked, reading) => readRanking(reading, energy, asked) }),
    ),
    implement(rankingOptions, { read: (asked, reading) => readRankingOptions(reading, asked) }),
    implement(rankingExport, { read: (asked, reading) => readRankingRows(reading, asked) }),
    implement(rankedHome, { read: (asked, reading) => readRankedHome(reading, asked) }),
    implement(energyFindings, { read: (asked, reading) => readFindings(reading, asked) }),
  ],
  timed: {
    rankNight: { cron: '20 4 * * *', work: rankNight },
    nightWater: { cron: '40 4 * * *', work: findNightWater },
    rankFirst: { cron: '*/10 * * * *', work: rankFirst },
  },
});

/** Repair requests from the ranking, by the right to make them from alarms. */
const repairsFromRanks = extension<typeof alarm>(alarm, {
  calls: [
    implement(rankToRepair, { write: (asked, context) => repairFromRank(context, asked) }),
    implement(takeBackRepair, { write: (asked, context) => takeBackRequest(context, asked) }),
  ],
});

/** Server side of energy analysis. */
export default {
  behaviours: [],
  extensions: [energyOfDevices, repairsFromRanks],
  contributions: [contributing(workbenchPiles, [worseHomes, nightWater])],
  tables: [...rankTables, ...nightTables],
} satisfies RoomServer;
