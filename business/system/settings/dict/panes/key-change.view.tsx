import { mustFind } from '#kernel/language/must.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useDeferredValue, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { Refused } from '#kernel/web/http/refused.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import type { RequestOptions } from '#kernel/web/http/http.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type DictUses, type KeyChanged, type TouchedRows, dictCallsOf } from '../dict.calls.ts';

/** The pending change of an item: `to` is its new key, or the id of the item that replaces it. */
interface Change {
  readonly how: 'rename' | 'merge';
  readonly id: string;
  readonly to: string;
}

const askChange = (
  of: AnyPaper,
  { how, id, to }: Change,
  preview: boolean,
  asking: RequestOptions,
): Promise<KeyChanged> =>
  how === 'rename'
    ? askCall(dictCallsOf(of).renameKey, { id, dictKey: to, preview }, asking)
    : askCall(dictCallsOf(of).merge, { id, into: to, preview }, asking);

/** Return the rows that the change would affect, or why it would be refused. */
function usePreview(
  of: AnyPaper,
  change: Change,
  ready: boolean,
): { touched: TouchedRows | undefined; refused: string } {
  const { data, error } = useQuery({
    queryKey: ['row', of.name, 'preview', change],
    enabled: ready,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => askChange(of, change, true, { signal, quiet: true }),
  });
  return {
    touched: ready && data && 'fields' in data ? data : undefined,
    refused: ready && error ? error.message : '',
  };
}

function Preview({ touched }: { touched: TouchedRows }): ReactElement {
  const t = useT();
  return (
    <div className="touched" role="status">
      <b>
        {touched.rows
          ? t([`将改动 ${grouped(touched.rows)} 行数据`, `${counted(touched.rows, 'row')} will change`])
          : t(['没有数据使用它', 'No row carries it'])}
      </b>
      <ul>
        {touched.fields.map((one) => (
          <li key={`${one.paper} ${one.field}`}>
            <span>
              {one.title} · {one.label}
            </span>
            <span>{grouped(one.count)}</span>
          </li>
        ))}
        {touched.saved > 0 && (
          <li>
            <span>{t(['视图、报表和数据权限的条件', 'Conditions of views, reports and data scopes'])}</span>
            <span>{touched.saved}</span>
          </li>
        )}
        {Boolean(touched.children) && (
          <li>
            <span>{t(['下级字典项', 'Items below it'])}</span>
            <span>{touched.children}</span>
          </li>
        )}
      </ul>
      {touched.rows > 0 && (
        <p className="quiet">
          {t([
            '每一行的历史都会记下这次变更；全部成功才保存。',
            'The history of each row will tell of it; all of it is kept, or nothing.',
          ])}
        </p>
      )}
    </div>
  );
}

/** Dialog that renames a key or merges its item. It shows the affected rows before the change. */
export function KeyChange({
  of,
  uses,
  id,
  how,
  onClose,
}: {
  of: AnyPaper;
  uses: DictUses;
  id: string;
  how: 'rename' | 'merge';
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const item = mustFind(uses.items, (one) => one.id === id);
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const typed = useDeferredValue(value.trim());
  const change: Change = { how, id, to: typed };
  const { touched, refused } = usePreview(of, change, typed !== '');
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      const { rows } = await askChange(of, change, false, { quiet: true });
      toast.good(
        how === 'rename'
          ? t([`已改键，${grouped(rows)} 行数据随之变更`, `Renamed, ${counted(rows, 'row')} followed`])
          : t([`已合并，${grouped(rows)} 行数据随之变更`, `Merged, ${counted(rows, 'row')} followed`]),
      );
      refresh(of.name);
      void queryClient.invalidateQueries({ queryKey: ['dictionary', uses.code] });
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast.bad(error.message);
    } finally {
      setBusy(false);
    }
  };
  const title =
    how === 'rename'
      ? t([`改键：${item.dictValue}`, `Rename the key of “${item.dictValue}”`])
      : t([`合并：${item.dictValue}`, `Merge “${item.dictValue}”`]);
  return (
    <Dialog
      title={title}
      width={520}
      onClose={onClose}
      foot={
        <DialogButtons onClose={onClose} disabled={busy || !touched} onClick={() => void go()}>
          {how === 'rename' ? t(['改键', 'Rename']) : t(['合并', 'Merge'])}
        </DialogButtons>
      }
    >
      <form
        className="key-change"
        onSubmit={(event) => {
          event.preventDefault();
          if (touched && !busy) void go();
        }}
      >
        <p className="quiet">
          {t(['原键值', 'Current key'])} <span className="mono">{item.dictKey}</span>
        </p>
        <div className="plain-field">
          <label htmlFor="key-change">{how === 'rename' ? t(['新键值', 'New key']) : t(['并入', 'Into'])}</label>
          {how === 'rename' ? (
            <input
              id="key-change"
              className="plain-input mono"
              maxLength={64}
              autoComplete="off"
              value={value}
              aria-invalid={refused !== ''}
              aria-describedby={refused ? 'key-change-told' : undefined}
              onChange={(event) => setValue(event.target.value)}
            />
          ) : (
            <ChoiceBox
              id="key-change"
              value={value}
              items={[
                { key: '', label: t(['请选择', 'Choose']) },
                ...uses.items
                  .filter((one) => one.id !== id)
                  .map((one) => ({ key: one.id, label: `${one.dictValue} (${one.dictKey})` })),
              ]}
              invalid={refused !== ''}
              describedBy={refused ? 'key-change-told' : undefined}
              onChange={setValue}
            />
          )}
          {refused && (
            <p id="key-change-told" className="field-problem" role="alert">
              {refused}
            </p>
          )}
        </div>
        {touched && <Preview touched={touched} />}
      </form>
    </Dialog>
  );
}
