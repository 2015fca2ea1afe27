import type { HomeEvent } from '#business/intake/home/home.calls.ts';
import { type HomeEvents, MAX_OF_HOME, sameWords, stateWords } from '#business/intake/home/home-events.server.ts';
import { schemeLabel } from '../cover/scheme-cover.rules.ts';
import { schemeStatus } from '../dictionaries.ts';
import { scheme } from './scheme.paper.ts';

/** The contracts of a home in its history, each at its start. Drafts are not shown. */
export const schemeHomeEvents: readonly HomeEvents[] = [
  {
    name: 'contracts',
    async read({ reading, fileId }) {
      const rows = await reading.visible(scheme, { match: { registerMainId: fileId } }).rows({ first: MAX_OF_HOME });
      return rows
        .filter((one) => one.schemeStatus !== 'draft')
        .map((one): HomeEvent => {
          const { words, tone } = stateWords(schemeStatus, one.schemeStatus);
          return {
            id: one.id,
            kind: 'receipt',
            at: `${one.startDate} 00:00:00`,
            title: schemeLabel(String(one.schemeName)),
            detail: [`${one.schemeNo} · ${words[0]}`, `${one.schemeNo} · ${words[1]}`],
            amount: sameWords(one.price)[0],
            tone,
            to: `/maintenance/asscheme?id=${one.id}`,
          };
        });
    },
  },
];
