import type { Label } from '#kernel/language/label.ts';

/** An answer as it is read: the phone keeps yes and no in Chinese, whoever reads them. */
export const answerWords = (value: string): Label =>
  value === '是' ? ['是', 'Yes'] : value === '否' ? ['否', 'No'] : [value, value];
