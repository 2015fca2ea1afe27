import { expect, test } from 'vitest';
import { answerWords } from './review-case.rules.ts';

test('手机存的是中文的是与否，英文读者看到 Yes 与 No；读数和文字照原样 a stored yes or no is shown in either language, other values unchanged', () => {
  expect(['是', '否', '1.5', '不是', ''].map(answerWords)).toEqual([
    ['是', 'Yes'],
    ['否', 'No'],
    ['1.5', '1.5'],
    ['不是', '不是'],
    ['', ''],
  ]);
});
