import { behaviour, implement, type Context, row as refuseRow } from '#kernel/server';
import { todoDone } from '#business/messaging/notify.service.ts';
import { adopt } from './adopt.server.ts';
import { comparisonCall, differenceBook, queueCall } from './cockpit/cockpit.calls.ts';
import { comparison } from './comparing/comparison.server.ts';
import { bookOfDifferences } from './comparing/difference-book.server.ts';
import { nightCron } from './comparing/night-time.rules.ts';
import { readQueue } from './cockpit/queue.server.ts';
import { differences } from './comparing/differences.server.ts';
import { followFlows, lockDocumentsOf } from './document-state.server.ts';
import { evidence } from './comparing/evidence.server.ts';
import { takeFromSap } from './inbound.server.ts';
import { compareWithSap } from './night.server.ts';
import { adoptCall, differencesCall, evidenceCall, removeFlow, submitFlow } from './sap-flow.calls.ts';
import { sapFlow } from './sap-flow.paper.ts';

export default behaviour<typeof sapFlow>(sapFlow, {
  first: { retry: lockDocumentsOf, skip: lockDocumentsOf },
  actions: {
    async retry(context) {
      context.comesDue(sapFlow.table);
      return { nextRetryTime: context.now(), retryCount: 0, sendTime: null, errorMessage: null };
    },
    skip: async (_context, row, { reason }) => ({
      nextRetryTime: null,
      errorMessage: [row.errorMessage, reason].filter(Boolean).join('；').slice(0, 500),
    }),
  },
  async moved(context: Context, { by, row }) {
    if (by !== 'retry' && by !== 'skip') return;
    await followFlows(context, row);
    await context.call(todoDone, { bizId: row.id });
  },
  calls: [
    implement(submitFlow, { write: takeFromSap }),
    implement(removeFlow, {
      write: async () => {
        throw refuseRow.notDraft();
      },
    }),
    implement(differencesCall, { read: differences }),
    implement(evidenceCall, { read: evidence }),
    implement(adoptCall, { write: adopt }),
    implement(comparisonCall, { read: comparison }),
    implement(queueCall, { read: readQueue }),
    implement(differenceBook, { book: bookOfDifferences }),
  ],
  timed: { compareWithSap: { cron: nightCron(), work: compareWithSap } },
});
