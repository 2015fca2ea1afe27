import { listTitleOf } from '#kernel/language/plural.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { cellOf } from '#kernel/fields/kinds.view.tsx';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { readList, removeRows, saveRow } from '../registry/paper-calls.ts';
import { findPaper, useMay } from '../registry/papers.ts';
import { type WireRow, mayDo } from '../registry/rows.ts';
import { FileBox } from '../pickers/file-box.tsx';
import { FileThumb } from '../pickers/file-thumb.tsx';
import { refresh } from '../query/client.ts';
import { shortMoment } from '../i18n/dates.ts';
import { useLanguage, useT } from '../i18n/words.ts';

const MOST = 100;
const AT_ONCE = 9;

/**
 * Return the first choice of each required dictionary field, so that a file is added without a form. It can be
 * corrected later.
 */
function firstChoices(annex: AnyPaper): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(annex)
      .filter(([, field]) => field.required && !field.auto && field.dictionary && field.initial === undefined)
      .map(([name, field]) => [name, Object.keys(field.dictionary?.items ?? {})[0]]),
  );
}

/** The attachments of a record: shown, added by choosing, dropping or pasting, and removed. */
export default function Annexes({ of, row }: { of: AnyPaper; row: WireRow }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const rule = of.annexes;
  const annex = findPaper(rule?.paper);
  const may = useMay(annex ?? of);
  const { data } = useQuery({
    queryKey: ['list', annex?.name, 'annexes', row.id, language],
    enabled: Boolean(annex),
    queryFn: ({ signal }) => readList(annex!, { [`${rule?.parent}_equal`]: row.id, size: MOST }, signal),
  });
  if (!annex || !rule) return null;
  const fields = annex.fields as Record<string, Field>;
  const kinds = fieldsOf(annex)
    .filter(([, field]) => field.dictionary)
    .map(([name]) => name);
  const nameField = fieldsOf(annex).find(
    ([name, field]) => kindOf(field).freeText === 'line' && /name/i.test(name),
  )?.[0];
  const add = async (links: string[], names: Readonly<Record<string, string>>): Promise<void> => {
    for (const link of links) {
      const title = nameField ? { [nameField]: names[link] } : {};
      await saveRow(annex, { ...firstChoices(annex), ...title, [rule.parent]: row.id, [rule.file]: link });
    }
    refresh(annex.name);
  };
  const take = async (one: WireRow): Promise<void> => {
    if (!(await ask({ title: t(['确定将选择数据删除?', 'Delete it?']), danger: true }))) return;
    const tab = document.activeElement?.closest<HTMLElement>('.panel-body');
    await removeRows(annex, { ids: [one.id] });
    refresh(annex.name);
    // The focused button was removed with its file, so the tab gets the focus.
    tab?.focus({ preventScroll: true });
  };
  return (
    <section className="detail-group">
      <h3>
        {t(listTitleOf(annex))} <small>{data?.total ?? ''}</small>
      </h3>
      <ul className="annexes">
        {data?.records.map((one) => (
          <li key={one.id}>
            <FileThumb
              link={String(one[rule.file] ?? '')}
              name={nameField ? String(one[nameField] ?? '') : undefined}
              size={112}
            />
            <b>{nameField ? String(one[nameField] ?? '') : ''}</b>
            <small>
              {kinds.map((name) => cellOf(one, name, fields[name], language))}{' '}
              {one.createTime && shortMoment(one.createTime)}
            </small>
            {mayDo(one, 'delete') && (
              <button
                type="button"
                className="icon-button small"
                aria-label={t(['删除', 'Delete'])}
                onClick={() => void take(one)}
              >
                <Trash2 size={13} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {may('add') && (
        <FileBox links={[]} takes="any" most={AT_ONCE} onChange={(links, names) => void add(links, names)} />
      )}
    </section>
  );
}
