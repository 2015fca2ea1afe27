import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import type { App } from '../../app.ts';
import { nowOf } from '../../time/tenancy.ts';
import type { Actor } from '../../session/actor.ts';
import { RowWriter, type WorkbookSheet } from '../sheet/workbook.ts';

/**
 * Origin that is written into an exported file: person, account and time. `clear`: it contains unmasked personal data.
 */
export interface Mark {
  readonly by: string;
  readonly account: string;
  readonly at: string;
  readonly clear: boolean;
}

/**
 * Return the origin to write into the file, or undefined. The paper may require it; otherwise the company's setting
 * decides: always, never, or by default for unmasked personal data.
 */
export async function markOf(app: App, actor: Actor, paper: AnyPaper, clear: boolean): Promise<Mark | undefined> {
  const wish = await app.ports.parameter(actor.tenancy.tenantId, 'export.mark');
  const isWanted = paper.marked === true || wish === 'always' || (wish !== 'never' && clear);
  return isWanted
    ? {
        by: actor.person.name,
        account: actor.person.account,
        at: nowOf(app.clock, actor.tenancy).slice(0, 19),
        clear,
      }
    : undefined;
}

/** Return the foot of printed pages: person, account and time of the export. */
export const footerOf = ({ by, account, at }: Mark): string => `${by} (${account}) ${at}`;

/** Return the second sheet of a workbook, which names the origin of the rows. An import reads the first sheet only. */
export function markSheet(
  mark: Mark,
  about: { readonly title: Label; readonly rows: number; readonly language: Actor['language'] },
): WorkbookSheet {
  const t = (zh: string, en: string): string => labelIn([zh, en], about.language);
  const writer = new RowWriter(['text', 'text']);
  const facts = [
    [t('导出人', 'Taken by'), `${mark.by} (${mark.account})`],
    [t('时间', 'At'), mark.at],
    [t('行数', 'Rows'), String(about.rows)],
    [t('个人信息', 'Personal data'), mark.clear ? t('含明文', 'in clear') : t('已隐藏', 'masked')],
  ];
  return {
    name: t('导出信息', 'About this file'),
    header: [t('内容', 'Content'), labelIn(about.title, about.language)],
    widths: [16, 40],
    rows: facts.map((row) => writer.xml(row)),
    foot: footerOf(mark),
  };
}
