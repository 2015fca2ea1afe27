import type { Label } from '#kernel/language/label.ts';

/** Return an answer of a check list in both languages. The phone stores yes and no in Chinese. */
export const answerWords = (value: string): Label =>
  value === '是' ? ['是', 'Yes'] : value === '否' ? ['否', 'No'] : [value, value];
