import { addDays } from '#kernel/language/days.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { type WaitingPile, listedPile, shownIn } from '#business/masterdata/piles/piles.server.ts';
import { completion } from '../completion/completion.paper.ts';

/** Days after which a visit without a charge is no longer listed. */
const LOOK_BACK_DAYS = 7;

/** Completions that wait for the back office, as a list of the workbench. */
export const completionPiles: readonly WaitingPile[] = [
  listedPile({
    name: 'completionsToCheck',
    sort: 80,
    label: ['完工待审', 'Completions to check'],
    paper: completion,
    by: 'pass',
    query: { completeStatus: 'submitted', ascs: 'endTime' },
    all: '/maintenance/check',
    when: 'came',
    who: 'customerName',
    words: 'maintenanceContent',
    moment: 'endTime',
  }),
  listedPile({
    name: 'chargedNothing',
    sort: 85,
    label: ['该收费没收', 'Chargeable, nothing charged'],
    paper: completion,
    by: 'view',
    query: (reading) => ({
      ...{ weibao: 'paid', completeStatus: 'confirmed', visitResult: 'done', receivableAmount_le: '0' },
      ...{ confirmTime_datege: `${addDays(reading.today(), -LOOK_BACK_DAYS)} 00:00:00`, descs: 'confirmTime' },
    }),
    all: `${menuOf(completion).path}?weibao=paid&receivableAmount_le=0&completeStatus=confirmed`,
    when: 'came',
    who: 'technicianId',
    words: 'maintenanceContent',
    moment: 'confirmTime',
    placed: {
      kind: ['零收费', 'No charge'],
      isAlone: true,
      places: { leader: { section: 'look', rank: 3, most: 3 } },
      facts: (rows) =>
        rows.map((one) => ({
          id: one.id,
          evidence: [shownIn(one, 'customerName'), shownIn(one, 'weibaoReason')].filter(Boolean),
        })),
    },
  }),
];
