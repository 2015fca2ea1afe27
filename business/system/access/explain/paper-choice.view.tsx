import { listTitleOf } from '#kernel/language/plural.ts';
import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** Every paper of the product by its name in both languages and its table. */
export function PaperChoice({
  papers,
  value,
  onChange,
}: {
  papers: readonly AnyPaper[];
  value: string;
  onChange: (name: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <Select
      aria-label={t(['单据', 'Document'])}
      showSearch={{ filterOption: (typed, option) => String(option?.find).includes(typed.toLowerCase()) }}
      style={{ width: '100%' }}
      popupMatchSelectWidth={false}
      value={value || null}
      options={papers.map((of) => ({
        value: of.name,
        label: t(listTitleOf(of)),
        find: `${listTitleOf(of).join(' ')} ${of.table}`.toLowerCase(),
        table: of.table,
      }))}
      optionRender={(option) => (
        <span className="option">
          {option.label}
          <small>{(option.data as { table?: string }).table}</small>
        </span>
      )}
      onChange={(name) => onChange(String(name ?? ''))}
    />
  );
}
