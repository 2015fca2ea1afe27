import Big from 'big.js';
import { addDays, addMinutes, englishDay } from '#kernel/language/days.ts';
import { type Label, storedText } from '#kernel/language/label.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { inconformReason } from '../../dictionaries.ts';

export type FlagReason = KeyOf<typeof inconformReason>;

/**
 * All facts for the rules. Days are `yyyy-MM-dd`, moments `yyyy-MM-dd HH:mm:ss`, amounts and quantities decimals as
 * text.
 */
export interface JobFacts {
  readonly receivable: string;
  readonly practical: string;
  readonly unpaidReason: string | null;
  /** Photos by class: how many there must be, how many there are, how many were rejected. */
  readonly photos: readonly {
    readonly name: string;
    readonly wanted: number;
    readonly there: number;
    readonly rejected: number;
  }[];
  readonly workMinutes: number | null;
  /** Metres between the arrival and the home; null = not known. */
  readonly arriveMetres: number | null;
  readonly maxMetres: number;
  readonly isRework: boolean;
  readonly mileageUnexplained: boolean;
  readonly finishDate: string;
  readonly submitted: string;
  readonly lateReason?: string | null;
  readonly onLeave: readonly string[];
  /** Paid work, one per line of the completion. `unpriced` lists the work that no price standard fits. */
  readonly works: readonly {
    readonly name: string;
    readonly qty: string;
    readonly stdMinutes: number | null;
    readonly countable: boolean;
    readonly manual: boolean;
  }[];
  readonly unpriced: readonly string[];
  /** Numbers of other pieces with the same machine and process, finished within seven days before or after. */
  readonly twins: readonly string[];
}

/** One rule: it returns the fault of a job, or null when the job conforms. */
type Rule = (job: JobFacts) => Label | null;

const noStandard: Rule = ({ unpriced }) =>
  unpriced.length ? [`无计件标准：${unpriced.join('、')}`, `No standard: ${unpriced.join(', ')}`] : null;

const money: Rule = ({ receivable, practical, unpaidReason }) =>
  new Big(receivable).eq(practical) || unpaidReason
    ? null
    : [
        `应收${receivable}，实收${practical}，未填未收原因`,
        `${receivable} due, ${practical} received, no reason given`,
      ];

const photo: Rule = ({ photos }) => {
  const wrong = photos.flatMap(({ name, wanted, there, rejected }): Label[] =>
    there < wanted
      ? [[`${name}还需${wanted - there}张`, `${name}: ${wanted - there} missing`]]
      : rejected
        ? [[`${name}${rejected}张不合格`, `${name}: ${rejected} rejected`]]
        : [],
  );
  return wrong.length ? [wrong.map(([zh]) => zh).join('；'), wrong.map(([, en]) => en).join('; ')] : null;
};

/**
 * Return Σ quantity × standard minutes. It is 0 when no standard time is known; the rules about time then find nothing.
 */
export const standardMinutes = ({ works }: Pick<JobFacts, 'works'>): number =>
  Number(works.reduce((sum, { qty, stdMinutes }) => sum.plus(new Big(qty).times(stdMinutes ?? 0)), new Big(0)));

const tooShort: Rule = (job) => {
  const standard = standardMinutes(job);
  return standard && job.workMinutes !== null && job.workMinutes < standard * 0.3
    ? [
        `作业${job.workMinutes}分，不到标准${standard}分的30%`,
        `${job.workMinutes} min of work, less than 30 % of the ${standard} min of the standard`,
      ]
    : null;
};

const tooLong: Rule = (job) => {
  const standard = standardMinutes(job);
  return standard && job.workMinutes !== null && job.workMinutes > standard * 3
    ? [
        `作业${job.workMinutes}分，超过标准${standard}分的300%`,
        `${job.workMinutes} min of work, more than 300 % of the ${standard} min of the standard`,
      ]
    : null;
};

const far: Rule = ({ arriveMetres, maxMetres }) =>
  arriveMetres !== null && arriveMetres > maxMetres
    ? [`到达位置偏离${arriveMetres}米`, `Arrived ${arriveMetres} m off`]
    : null;

const duplicate: Rule = ({ twins }) =>
  twins.length
    ? [`7天内同设备同工序：${twins.join('、')}`, `Same machine and process within seven days: ${twins.join(', ')}`]
    : null;

const rework: Rule = ({ isRework }) => (isRework ? ['返修', 'Rework'] : null);

const manual: Rule = ({ works }) => {
  const by = works.filter((one) => one.manual).map((one) => one.name);
  return by.length ? [`人工调整：${by.join('、')}`, `Set by hand: ${by.join(', ')}`] : null;
};

const mileage: Rule = ({ mileageUnexplained }) =>
  mileageUnexplained ? ['里程偏差未说明', 'The distance is off and not explained'] : null;

/** Hours after the end of the finish day within which a completion is submitted in time. */
const LATE_HOURS = 48;

const late: Rule = ({ finishDate, submitted, lateReason }) => {
  if (lateReason) return [`补登：${lateReason}`, `Entered when the visit was over: ${lateReason}`];
  const due = addMinutes(`${addDays(finishDate, 1)} 00:00:00`, LATE_HOURS * 60);
  return submitted > due
    ? [
        `${submitted.slice(0, 16)}提交，超过${due.slice(0, 16)}`,
        `Submitted ${englishDay(submitted)} ${submitted.slice(11, 16)}, due ${englishDay(due)} ${due.slice(11, 16)}`,
      ]
    : null;
};

const onLeave: Rule = ({ onLeave: names }) =>
  names.length ? [`当日请假：${names.join('、')}`, `On leave that day: ${names.join(', ')}`] : null;

const overQty: Rule = ({ works }) => {
  const over = works
    .filter((one) => one.countable && new Big(one.qty).gt(1))
    .map((one) => `${one.name}×${new Big(one.qty).toFixed()}`);
  return over.length ? [`数量超设备：${over.join('、')}`, `More than there are machines: ${over.join(', ')}`] : null;
};

/**
 * Rules by the flag that each of them sets. The flag `complaint` has no rule yet: it is reserved for complaints in
 * visit calls to customers.
 */
export const rules: Readonly<Partial<Record<FlagReason, Rule>>> = {
  noStandard,
  money,
  photo,
  tooShort,
  tooLong,
  far,
  duplicate,
  rework,
  manual,
  mileage,
  late,
  onLeave,
  overQty,
};

export interface FoundFlag {
  readonly flag: FlagReason;
  readonly detail: string;
}

/** Return the flags of a job that does not conform. `off` lists rules that the company has switched off. */
export const inconformities = (job: JobFacts, off: readonly string[] = []): FoundFlag[] =>
  (Object.entries(rules) as [FlagReason, Rule][])
    .filter(([flag]) => !off.includes(flag))
    .flatMap(([flag, rule]) => {
      const detail = rule(job);
      return detail ? [{ flag, detail: storedText(detail, 500) }] : [];
    });
