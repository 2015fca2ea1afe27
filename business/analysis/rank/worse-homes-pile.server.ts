import { labelIn } from '#kernel/language/label.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { linkVerb } from '#business/masterdata/piles/bench.server.ts';
import { ownPile } from '#business/masterdata/piles/piles.server.ts';
import { readRanking } from './ranking.server.ts';

const PATH = '/analysis/efficiency?energy=heat';

/** Homes that have been worse than similar ones for a week without a request, the worst first. */
export const worseHomes = ownPile(
  {
    name: 'worseHomes',
    sort: 430,
    label: ['能效差', 'Poor efficiency'],
    kind: ['能效', 'Efficiency'],
    paper: device,
    by: 'view',
    buttons: [buttonOf(device, 'view')],
    all: PATH,
    when: 'came',
    places: { operator: { section: 'seen', rank: 1, most: 4 } },
  },
  async (reading, most) => {
    const { records, counts } = await readRanking(reading, 'heat', {
      ...{ month: null, view: 'due', sort: 'worse', direction: 'desc', current: 1, size: Math.max(1, most) },
      ...{ modelId: null, estate: null, team: null, order: null, coverage: null, search: null },
    });
    return {
      count: counts.due,
      rows: records.slice(0, most).map(({ id, home, address, figure, worse, run, extra }) => {
        const share = Math.round((worse ?? 0) * 100);
        return {
          id,
          who: home,
          tone: 'amber' as const,
          note: [`连着 ${run} 天`, `${run} days in a row`] as const,
          fact: labelIn(
            [`COP ${figure ?? '—'}，比相似的低 ${share}%`, `COP ${figure ?? '—'}, ${share}% below similar homes`],
            reading.language,
          ),
          evidence: [
            extra ? labelIn([`多用 ${Math.round(extra)} kWh`, `${Math.round(extra)} kWh more`], reading.language) : '',
            address,
          ].filter(Boolean),
          to: PATH,
          verbs: [
            linkVerb(['看能效榜', 'See the ranking'], PATH, 'V'),
            linkVerb(['打开设备', 'Open the device'], `/matter/exampleDetail?id=${id}`, 'D'),
          ],
        };
      }),
    };
  },
);
