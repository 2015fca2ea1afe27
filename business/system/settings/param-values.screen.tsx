import { menuOf } from '#kernel/language/paper.ts';
import { type ReactElement, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { Refused } from '#kernel/web/http/refused.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { TakeOwnArchive } from '../tenants/export/archive.view.tsx';
import { type EffectiveValue, effectiveValues, setOwnValue, setPlatformValue } from './param.calls.ts';
import { param } from './param.paper.ts';
import { paramDefault } from './param-default.paper.ts';
import './param-values.css';

type Level = 'own' | 'platform';

/** Dialog that edits the value of one setting, for the company or the platform. */
function ValueDialog({ of, level, onClose }: { of: EffectiveValue; level: Level; onClose: () => void }): ReactElement {
  const t = useT();
  const [value, setValue] = useState(of[level] ?? of.value);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const write = async (next: string | null): Promise<void> => {
    setBusy(true);
    try {
      await askCall(
        level === 'own' ? setOwnValue : setPlatformValue,
        { paramKey: of.paramKey, paramValue: next },
        { quiet: true },
      );
      toast.good(next === null ? t(['已恢复', 'Taken back']) : t(['更新成功', 'Saved']));
      refresh(param.name);
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setSaid(error.message);
    } finally {
      setBusy(false);
    }
  };
  const back =
    level === 'own' ? t(['恢复平台值', 'Back to the platform’s']) : t(['恢复产品值', 'Back to the product’s']);
  return (
    <Dialog
      title={
        level === 'own'
          ? t(['本公司的值', 'Value of this company'])
          : t(['平台值（所有公司）', 'Platform value, for all companies'])
      }
      width={520}
      onClose={onClose}
      foot={
        <>
          {of[level] !== null && (
            <button type="button" className="button" disabled={busy} onClick={() => void write(null)}>
              {back}
            </button>
          )}
          <span className="spring" />
          <DialogButtons
            onClose={onClose}
            disabled={busy || value.trim() === '' || value.trim() === of[level]}
            onClick={() => void write(value)}
          >
            {t(['保存', 'Save'])}
          </DialogButtons>
        </>
      }
    >
      <div className="plain-field">
        <label htmlFor="param-value">{of.label}</label>
        <textarea
          id="param-value"
          className="plain-input param-value-input"
          maxLength={2000}
          value={value}
          aria-invalid={said !== ''}
          aria-describedby={said ? 'param-value-told' : undefined}
          onChange={(event) => {
            setValue(event.target.value);
            setSaid('');
          }}
        />
        {said && (
          <p id="param-value-told" className="field-problem" role="alert">
            {said}
          </p>
        )}
        <p className="quiet">
          {t(['产品值', 'Product'])}：{of.product || '—'}
          {of.platform !== null && (
            <>
              {' '}
              · {t(['平台值', 'Platform'])}：{of.platform}
            </>
          )}
        </p>
      </div>
    </Dialog>
  );
}

/** Table of all settings with their effective value and its source. `find` in the address is the first search. */
export default function ParamValues(): ReactElement {
  const t = useT();
  const { data, error } = useCall(effectiveValues, {}, { retry: false, quiet: true });
  const [search] = useSearchParams();
  const [word, setWord] = useState(search.get('find') ?? '');
  const [open, setOpen] = useState<{ readonly of: EffectiveValue; readonly level: Level } | null>(null);
  const [mayEdit, mayPlatform] = [useMay(param)('edit'), useMay(paramDefault)('edit')];
  const typed = word.trim().toLowerCase();
  const shown = (data ?? []).filter((one) => `${one.label} ${one.paramKey} ${one.value}`.toLowerCase().includes(typed));
  const from = {
    own: <span className="pill blue">{t(['本公司', 'Own'])}</span>,
    platform: <span className="pill cyan">{t(['平台', 'Platform'])}</span>,
    product: <span className="quiet">{t(['产品', 'Product'])}</span>,
  };
  const cell = (of: EffectiveValue, level: Level, may: boolean): ReactElement => (
    <td data-label={level === 'own' ? t(['本公司', 'Own']) : t(['平台', 'Platform'])}>
      {of[level] !== null && <span className="param-value">{of[level]}</span>}{' '}
      {may && (
        <button
          type="button"
          className="link"
          aria-label={`${of[level] === null ? t(['设置', 'Set']) : t(['修改', 'Change'])} ${level === 'own' ? t(['本公司的值', 'own value']) : t(['平台值', 'platform value'])} ${of.label}`}
          onClick={() => setOpen({ of, level })}
        >
          {of[level] === null ? t(['设置', 'Set']) : t(['修改', 'Change'])}
        </button>
      )}
    </td>
  );
  return (
    <div className="param-values">
      <header className="page-head">
        <h1>{t(['参数取值', 'Values of settings'])}</h1>
        <span className="quiet">{shown.length}</span>
        <span className="spring" />
        <label className="keyword">
          <input
            aria-label={t(['查找参数', 'Find a setting'])}
            placeholder={t(['名称、键名或值', 'Name, key or value'])}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        </label>
        <TakeOwnArchive />
        <Link className="button plain" to={menuOf(param).path}>
          {t(['参数表', 'Table'])}
        </Link>
      </header>
      <p className="quiet param-hint">
        {t([
          '生效顺序：本公司的值，其次平台值，最后产品值。清除后即恢复上一级。',
          'The value of the company counts, then the platform’s, then the product’s. Taken back, the one above counts again.',
        ])}
      </p>
      {error && (
        <div className="table-empty" role="alert">
          <b>{error.message}</b>
        </div>
      )}
      <div className="param-box" tabIndex={0} role="group" aria-label={t(['参数取值', 'Values of settings'])}>
        {!data && !error && <i className="skeleton" style={{ width: '60%', margin: 16 }} />}
        {[...new Set(shown.map((one) => one.room))].map((room) => (
          <section key={room}>
            <h2>{room}</h2>
            <table>
              <thead>
                <tr>
                  <th>{t(['参数', 'Setting'])}</th>
                  <th>{t(['生效值', 'Counts now'])}</th>
                  <th>{t(['本公司', 'Own'])}</th>
                  <th>{t(['平台', 'Platform'])}</th>
                  <th>{t(['产品', 'Product'])}</th>
                </tr>
              </thead>
              <tbody>
                {shown
                  .filter((one) => one.room === room)
                  .map((one) => (
                    <tr key={one.paramKey}>
                      <td>
                        <b>{one.label}</b>
                        <small className="mono quiet">{one.paramKey}</small>
                      </td>
                      <td data-label={t(['生效值', 'Counts now'])}>
                        <span className="param-value">{one.value || '—'}</span> {from[one.from]}
                      </td>
                      {cell(one, 'own', mayEdit)}
                      {cell(one, 'platform', mayPlatform)}
                      <td data-label={t(['产品', 'Product'])} className="quiet">
                        <span className="param-value">{one.product || '—'}</span>
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
      {open && <ValueDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}
