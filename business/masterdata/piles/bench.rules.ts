import type { Label } from '#kernel/language/label.ts';
import type { BenchName } from './bench-roles.rules.ts';

/** A section of an ordered list: the reason why its rows stand there, and the order inside it. */
interface Section {
  readonly name: string;
  readonly label: Label;
  readonly order: Label;
}

/** The ordered list of a role: its order in words, and its sections in this order. */
export interface Bench {
  readonly order: Label;
  readonly sections: readonly Section[];
}

const section = (name: string, label: Label, order: Label): Section => ({ name, label, order });

const OLDEST_FIRST: Label = ['放得久的在前', 'the oldest first'];
const EARLIEST_FIRST: Label = ['早到点的在前', 'the earliest first'];
const CRITICAL: Label = ['紧急、没人确认', 'critical, unconfirmed'];

/** The ordered lists by name. Roles without one have the page of piles. */
export const BENCHES = {
  iot: {
    order: ['先危险，再断的，再到点的，再等你定的', 'danger, then broken, then due, then yours to decide'],
    sections: [
      section('danger', ['有危险', 'Danger'], CRITICAL),
      section('cut', ['数据断着', 'Data is cut off'], ['自己能接上的在前', 'what you can mend yourself first']),
      section('due', ['今天到点', 'Due today'], EARLIEST_FIRST),
      section('decide', ['等你定', 'Yours to decide'], OLDEST_FIRST),
    ],
  },
  operator: {
    order: ['先危险，再断的，再等着的，再看得出的', 'danger, then broken, then waiting, then what values show'],
    sections: [
      section('danger', ['有危险', 'Danger'], CRITICAL),
      section('cut', ['家里断着', 'Homes cut off'], ['户数多的在前', 'the most homes first']),
      section('waiting', ['住户在等', 'Residents waiting'], ['快到 24 时的在前', 'nearest to 24 hours first']),
      section('seen', ['看得出的', 'Seen in the values'], ['差得多的在前', 'the worst first']),
    ],
  },
  payroll: {
    order: ['先挡着发放的，再今天到点的，再月底前的', 'what blocks the payment, then due today, then this month'],
    sections: [
      section('blocks', ['挡着发放', 'Blocks the payment'], ['做完才能提交审批', 'needed before the approval']),
      section('due', ['今天到点', 'Due today'], EARLIEST_FIRST),
      section('month', ['月底前', 'Before the month ends'], ['不挡今天', 'does not block today']),
    ],
  },
  store: {
    order: [
      '先人在柜台的，再今天、明天要用的，再账',
      'who waits at the counter, then today, then tomorrow, then accounts',
    ],
    sections: [
      section('waiting', ['有人等', 'Waiting here'], ['按到柜台的时间', 'by arrival']),
      section('today', ['今天要用', 'Needed today'], ['按上门时间', 'by the visit']),
      section('tomorrow', ['明天要用', 'Needed later'], ['早要用的在前', 'the earliest first']),
      section('accounts', ['账和旧件', 'Accounts and old parts'], OLDEST_FIRST),
    ],
  },
  leader: {
    order: ['先客户在等的，再要你点头的，再回头看的', 'customers who wait, then your approval, then looking back'],
    sections: [
      section('waiting', ['客户在等', 'Customers waiting'], ['超得多的在前', 'the latest first']),
      section('approve', ['要你点头', 'Your approval'], ['快到点的在前', 'the nearest deadline first']),
      section('look', ['修好没有，明天怎样', 'Repaired? Tomorrow?'], ['先没修好的', 'unrepaired first']),
    ],
  },
} as const satisfies Readonly<Record<BenchName, Bench>>;

export type SectionOf<N extends BenchName> = (typeof BENCHES)[N]['sections'][number]['name'];
