import type { Label } from '#kernel/language/label.ts';
import { words } from '#kernel/web/i18n/words.ts';
import type { VisitConflict } from '../board.calls.ts';
import { askReason } from './board-store.view.tsx';

/** The words of a kind of question: the button against it, the label of the reason, and an example of one. */
interface Manner {
  readonly no: Label;
  readonly label: Label;
  readonly example: Label;
}

/** The kinds of questions for a reason. */
const MANNERS = {
  send: {
    no: ['取消', 'Cancel'],
    label: ['为什么仍然派出', 'Why send it all the same'],
    example: ['例如：顺路，路上只要十分钟', 'For example: it is on the way'],
  },
  wish: {
    no: ['换个时间', 'Choose another time'],
    label: ['为什么不在期望时间', 'Why not when the customer wants it'],
    example: ['例如：客户同意改到下午', 'For example: the customer agreed to the afternoon'],
  },
  transfer: {
    no: ['不转派', 'Do not transfer'],
    label: ['转派原因，新技师会看到', 'Why it is transferred; the new technician reads it'],
    example: ['例如：原技师上一单没做完', 'For example: the last visit is not finished'],
  },
  plan: {
    no: ['这几单先不派', 'Leave these in the plan'],
    label: ['为什么这样排，每单都会记下', 'Why so; it is stored with each visit'],
    example: ['例如：本班组人手不够', 'For example: the own team is short of people'],
  },
  takeBack: {
    no: ['不退回', 'Leave it planned'],
    label: ['退回原因，技师会看到', 'Why it is taken back; the technician reads it'],
    example: ['例如：客户临时出门、缺配件', 'For example: the customer is out, a part is missing'],
  },
} as const satisfies Readonly<Record<string, Manner>>;

interface Question {
  readonly title: Label;
  readonly yes: Label;
  readonly conflicts?: readonly VisitConflict[];
}

/** Ask for the reason of an action; null if the person does not want it. */
export function askWhy(kind: keyof typeof MANNERS, { title, yes, conflicts = [] }: Question): Promise<string | null> {
  const { no, label, example } = MANNERS[kind];
  return askReason({
    title: words(title),
    yes: words(yes),
    conflicts,
    no: words(no),
    label: words(label),
    example: words(example),
  });
}
