import { asText } from '#kernel/language/values.ts';
import { type Label, bilingual } from '#kernel/language/label.ts';
import { isMore, less, sumOfAmounts } from '#business/shared/money.rules.ts';
import type { ReviewReason } from './review.calls.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Everything that is known for the review of a visit. Minutes, metres and percentages are whole numbers; amounts are
 * decimals in CNY.
 */
export interface ReviewFacts {
  readonly visit: Row;
  readonly completion: Row | null;
  readonly collects: readonly Row[];
  readonly classes: readonly {
    readonly name: string;
    readonly min: number;
    readonly missing: number;
    readonly photos: readonly Row[];
  }[];
  readonly checks: readonly {
    readonly label: string;
    readonly value: string;
    readonly limits: string;
    readonly state: string;
  }[];
  /** Planned minutes of the order; null when unknown. */
  readonly stdMinutes: number | null;
  readonly mostMetres: number;
  readonly discountPercent: number;
  /** Whether the leader must confirm the visit before the completion is confirmed. */
  readonly leaderFirst: boolean;
}

type Rule = (facts: ReviewFacts) => readonly ReviewReason[];

const amount = (value: unknown): string => asText(value) || '0';
const one = (code: string, label: Label, detail: Label, grave = false): ReviewReason[] => [
  { code, label, detail, ...(grave && { grave }) },
];

const leader: Rule = ({ visit, leaderFirst }) =>
  leaderFirst && ['finished', 'partial'].includes(asText(visit.taskStatus))
    ? one('leader', ['班组长未确认', 'Leader has not confirmed'], ['确认后才能通过', 'Confirm it first'])
    : [];

const photosMissing: Rule = ({ classes }) =>
  classes
    .filter((kind) => kind.missing > 0)
    .flatMap((kind) =>
      one(
        'photoMissing',
        ['照片缺失', 'Photos missing'],
        [
          `${kind.name} 需 ${kind.min} 张，缺 ${kind.missing} 张`,
          `${kind.name}: ${kind.min} needed, ${kind.missing} missing`,
        ],
        true,
      ),
    );

const photosDoubtful: Rule = ({ classes }) =>
  classes.flatMap((kind) => {
    const doubtful = kind.photos.filter((photo) => ['warn', 'fail'].includes(asText(photo.checkResult)));
    if (doubtful.length === 0) return [];
    const [zh, en] = bilingual(asText(doubtful[0].checkNote));
    return one(
      'photoDoubtful',
      ['照片存疑', 'Photo issues'],
      [`${kind.name} ${doubtful.length} 张${zh && `：${zh}`}`, `${kind.name}, ${doubtful.length}${en && `: ${en}`}`],
    );
  });

const checksOff: Rule = ({ checks }) =>
  checks
    .filter((check) => check.state === 'off' || check.state === 'missing')
    .flatMap((check) =>
      check.state === 'off'
        ? one(
            'checkOff',
            ['检查项异常', 'Check out of limits'],
            [
              `${check.label} ${check.value}${check.limits && `，应为 ${check.limits}`}`,
              `${check.label}: ${check.value}${check.limits && `, should be ${check.limits}`}`,
            ],
          )
        : one('checkMissing', ['检查项未填', 'Check not answered'], [check.label, check.label], true),
    );

const far: Rule = ({ visit, mostMetres }) =>
  Number(visit.arriveDistance ?? 0) > mostMetres
    ? one(
        'far',
        ['到达偏离', 'Arrived elsewhere'],
        [
          `距服务地址 ${asText(visit.arriveDistance)} 米，允许 ${mostMetres} 米`,
          `${asText(visit.arriveDistance)} m off, ${mostMetres} m allowed`,
        ],
      )
    : [];

const mileage: Rule = ({ completion }) => {
  if (!completion || !['explain', 'explained'].includes(asText(completion.mileageStatus))) return [];
  const why = asText(completion.mileageExplain);
  return one(
    'mileage',
    ['里程偏差', 'Mileage off'],
    [
      `申报 ${asText(completion.mileageKm)} km，系统 ${asText(completion.mileageSystemKm)} km${why && `；${why}`}`,
      `declared ${asText(completion.mileageKm)} km, computed ${asText(completion.mileageSystemKm)} km${why && `; ${why}`}`,
    ],
    completion.mileageStatus === 'explain',
  );
};

/** Report a duration below half or above twice the planned one. */
const duration: Rule = ({ visit, stdMinutes }) => {
  const took = Number(visit.workMinutes ?? 0);
  if (!stdMinutes || !took || (took * 2 >= stdMinutes && took <= stdMinutes * 2)) return [];
  return one(
    took * 2 < stdMinutes ? 'short' : 'long',
    took * 2 < stdMinutes ? ['用时过短', 'Very short'] : ['用时过长', 'Very long'],
    [`作业 ${took} 分，预计 ${stdMinutes} 分`, `${took} min of work, ${stdMinutes} planned`],
  );
};

const moneyOpen: Rule = ({ completion }) => {
  if (!completion) return [];
  const open = less(amount(completion.receivableAmount), amount(completion.practicalAmount));
  const why = (completion._names as Record<string, string> | undefined)?.unpaidReason ?? '';
  return isMore(open, '0')
    ? one(
        'open',
        ['款项未收清', 'Payment open'],
        [
          `应收 ${amount(completion.receivableAmount)}，未收 ${open}${why && `（${why}）`}`,
          `${amount(completion.receivableAmount)} due, ${open} open${why && ` (${why})`}`,
        ],
      )
    : [];
};

const moneyOff: Rule = ({ completion, collects }) => {
  if (!completion) return [];
  const rows = sumOfAmounts(collects.map((row) => amount(row.amount)));
  return rows === sumOfAmounts([amount(completion.practicalAmount)])
    ? []
    : one(
        'moneyOff',
        ['收款不符', 'Payment does not agree'],
        [
          `收款明细合计 ${rows}，实收 ${amount(completion.practicalAmount)}`,
          `rows add up to ${rows}, received ${amount(completion.practicalAmount)}`,
        ],
        true,
      );
};

const discount: Rule = ({ completion, discountPercent }) => {
  const discount = amount(completion?.discountAmount);
  const before = Number(amount(completion?.receivableAmount)) + Number(discount);
  return completion && isMore(discount, '0') && Number(discount) * 100 > before * discountPercent
    ? one(
        'discount',
        ['优惠超限', 'Large discount'],
        [`优惠 ${discount}，超过 ${discountPercent}%`, `${discount} off, more than ${discountPercent}%`],
      )
    : [];
};

const unsigned: Rule = ({ completion }) =>
  completion && asText(completion.signRefused)
    ? one('unsigned', ['客户未签名', 'Not signed'], [asText(completion.signRefused), asText(completion.signRefused)])
    : [];

const again: Rule = ({ completion }) => [
  ...(completion?.isRework === true
    ? one('rework', ['返修', 'Rework'], ['返修期内再次上门', 'The same matter came again'])
    : []),
  ...(completion && Number(completion.submitCount ?? 0) > 1
    ? one(
        'refilled',
        ['曾被退回', 'Was sent back'],
        [
          asText(completion.backReason) || `第 ${asText(completion.submitCount)} 次提交`,
          asText(completion.backReason) || `submission ${asText(completion.submitCount)}`,
        ],
      )
    : []),
];

const unwritten: Rule = ({ visit, completion }) =>
  !completion && asText(visit.visitResult) !== 'noAccess'
    ? one('unwritten', ['没有完工登记', 'No completion'], ['尚未提交完工内容', 'What was done was not submitted'])
    : [];

const cover: Rule = ({ completion }) => {
  const named = (completion?._names ?? {}) as Record<string, string>;
  return completion && asText(completion.weibaoProposed)
    ? one(
        'cover',
        ['建议改判维保', 'Cover in question'],
        [
          `故障原因：${named.faultCause ?? ''}，建议${named.weibaoProposed ?? ''}，现为${named.weibao ?? ''}`,
          `Cause: ${named.faultCause ?? ''}; proposed ${named.weibaoProposed ?? ''}, now ${named.weibao ?? ''}`,
        ],
      )
    : [];
};

const rules: readonly Rule[] = [
  leader,
  unwritten,
  photosMissing,
  checksOff,
  cover,
  moneyOff,
  mileage,
  moneyOpen,
  discount,
  photosDoubtful,
  far,
  duration,
  unsigned,
  again,
];

/** Return all reasons to doubt a visit, grave ones first. */
export function reasonsOf(facts: ReviewFacts): ReviewReason[] {
  const found = rules.flatMap((rule) => rule(facts));
  return [...found.filter((reason) => reason.grave), ...found.filter((reason) => !reason.grave)];
}
