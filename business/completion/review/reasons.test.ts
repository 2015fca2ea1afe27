import { expect, test } from 'vitest';
import { type ReviewFacts, reasonsOf } from './reasons.rules.ts';

const clean: ReviewFacts = {
  visit: { taskStatus: 'confirmed', visitResult: 'done', arriveDistance: 80, workMinutes: 55 },
  completion: {
    receivableAmount: '150.00',
    practicalAmount: '150.00',
    discountAmount: '0.00',
    mileageStatus: 'ok',
    submitCount: 1,
    isRework: false,
  },
  collects: [{ amount: '100.00' }, { amount: '50.00' }],
  classes: [{ name: '处理前', min: 1, missing: 0, photos: [{ checkResult: 'pass' }] }],
  checks: [{ label: '压力', value: '1.5', limits: '1–2', state: 'good' }],
  stdMinutes: 60,
  mostMetres: 500,
  discountPercent: 10,
  leaderFirst: true,
};
const codes = (change: Partial<ReviewFacts>): string[] => reasonsOf({ ...clean, ...change }).map((one) => one.code);
const done = (change: Record<string, unknown>): Partial<ReviewFacts> => ({
  completion: { ...clean.completion, ...change },
});
const went = (change: Record<string, unknown>): Partial<ReviewFacts> => ({ visit: { ...clean.visit, ...change } });

test('a consistent visit has no doubts', () => expect(codes({})).toEqual([]));

test('each doubt has its rule, and shows its figures in both languages', () => {
  const cases: readonly (readonly [string, Partial<ReviewFacts>, string])[] = [
    ['leader', went({ taskStatus: 'finished' }), '确认'],
    ['unwritten', { completion: null, collects: [] }, '尚未'],
    ['photoMissing', { classes: [{ name: '处理后', min: 2, missing: 1, photos: [] }] }, '处理后 需 2 张，缺 1 张'],
    [
      'photoDoubtful',
      {
        classes: [
          {
            name: '处理后',
            min: 1,
            missing: 0,
            photos: [{ checkResult: 'warn', checkNote: '距服务地址800米 800 m off' }],
          },
        ],
      },
      '处理后 1 张：距服务地址800米',
    ],
    ['checkOff', { checks: [{ label: '压力', value: '0.3', limits: '1–2', state: 'off' }] }, '压力 0.3，应为 1–2'],
    ['checkMissing', { checks: [{ label: '压力', value: '', limits: '', state: 'missing' }] }, '压力'],
    ['far', went({ arriveDistance: 501 }), '501 米，允许 500 米'],
    [
      'mileage',
      done({ mileageStatus: 'explained', mileageKm: '30', mileageSystemKm: '12', mileageExplain: '绕行' }),
      '申报 30 km，系统 12 km；绕行',
    ],
    ['short', went({ workMinutes: 29 }), '29 分'],
    ['long', went({ workMinutes: 121 }), '121 分'],
    [
      'open',
      { ...done({ practicalAmount: '90.00', _names: { unpaidReason: '后付' } }), collects: [{ amount: '90.00' }] },
      '未收 60.00（后付）',
    ],
    ['moneyOff', { collects: [{ amount: '149.99' }] }, '合计 149.99'],
    ['discount', done({ discountAmount: '16.70', receivableAmount: '150.00' }), '16.70'],
    [
      'cover',
      done({ weibaoProposed: 'paid', _names: { faultCause: '使用不当', weibaoProposed: '收费', weibao: '在保' } }),
      '使用不当，建议收费',
    ],
    ['unsigned', done({ signRefused: '客户外出' }), '客户外出'],
    ['rework', done({ isRework: true }), '返修'],
    ['refilled', done({ submitCount: 2, backReason: '照片不清' }), '照片不清'],
  ];
  for (const [code, change, said] of cases) {
    const found = reasonsOf({ ...clean, ...change });
    expect(
      found.map((one) => one.code),
      code,
    ).toEqual([code]);
    expect(found[0].detail[0], code).toContain(said);
    expect(found[0].detail[1], code).not.toBe('');
  }
});

test('limits are inclusive: the allowed distance, half and twice the time, the allowed discount', () => {
  expect([
    codes(went({ arriveDistance: 500 })),
    codes(went({ workMinutes: 30 })),
    codes(went({ workMinutes: 120 })),
    codes({
      ...done({ discountAmount: '15.00', receivableAmount: '135.00', practicalAmount: '135.00' }),
      collects: [{ amount: '135.00' }],
    }),
  ]).toEqual([[], [], [], []]);
  expect(codes({ ...went({ taskStatus: 'finished' }), leaderFirst: false })).toEqual([]);
  expect(codes({ ...went({ visitResult: 'noAccess' }), completion: null, collects: [] })).toEqual([]);
});

test('errors are listed before doubts', () => {
  expect(
    codes({ ...went({ arriveDistance: 900 }), classes: [{ name: '处理后', min: 1, missing: 1, photos: [] }] }),
  ).toEqual(['photoMissing', 'far']);
});
