import { type Label, labelIn, type Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { counted } from '../i18n/plural.ts';
import type { Target } from '../registry/target.ts';
import { rowCaption } from '../registry/row-caption.ts';
import type { WireRow } from '../registry/rows.ts';

/** Return the text that names the rows of an action: the caption of a single row, otherwise the number of rows. */
export function actionSubject(of: AnyPaper, rows: readonly WireRow[], language: Language, all?: Target): string {
  const count = all && 'matching' in all ? all.matching.count : rows.length;
  if (count === 1 && rows[0]) return rowCaption(of, rows[0], language);
  return count > 0 ? labelIn([`${count} 条`, counted(count, 'row')], language) : '';
}

/**
 * Return the label of the button that dismisses a confirmation. If the action itself cancels something, it is not
 * “cancel”, which would be ambiguous.
 */
export const dismissLabel = ([zh, en]: Label): Label =>
  zh.includes('取消') || /\bcancel/i.test(en) ? ['返回', 'Go back'] : ['取消', 'Cancel'];
