import { Cpu, FileText, Plus, Search, User } from 'lucide-react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { customerLevel } from '#business/customers/dictionaries.ts';
import type { DeskHit } from '../desk.calls.ts';
import { roomInAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { useEarlyEnter } from '#kernel/web/shortcuts/early-enter.ts';
import type { CustomerFinder } from '../use-desk.view.tsx';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';

const icons = { customer: User, equipment: Cpu, paper: FileText } as const;

/** A text with the searched part marked. */
function Marked({ text, by }: { text: string; by: string }): ReactElement {
  const at = by ? text.toLowerCase().indexOf(by.toLowerCase()) : -1;
  return at < 0 ? (
    <>{text}</>
  ) : (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + by.length)}</b>
      {text.slice(at + by.length)}
    </>
  );
}

function HitChip({ hit, at, desk }: { hit: DeskHit; at: number; desk: CustomerFinder }): ReactElement {
  const Icon = icons[hit.kind];
  const by = desk.text.trim();
  return (
    <button
      type="button"
      role="option"
      id={`desk-hit-${at}`}
      aria-selected={at === desk.cursor}
      className="desk-hit"
      onClick={() => desk.choose(hit)}
      onFocus={() => desk.point(at)}
    >
      <kbd>{at + 1}</kbd>
      <Icon size={14} aria-hidden />
      <span className="desk-hit-name">
        <Marked text={hit.title} by={by} />
      </span>
      {['vip', 'gold', 'black'].includes(hit.level) && (
        <span className={`pill ${hit.level === 'black' ? 'red' : 'grey'}`}>
          <KeyWord of={customerLevel} value={hit.level} />
        </span>
      )}
      {hit.phone && (
        <span className="quiet">
          <Marked text={hit.phone} by={by} />
        </span>
      )}
      <span className="desk-hit-hint quiet" title={hit.hint}>
        <Marked text={hit.kind === 'customer' ? roomInAddress(hit.hint) : hit.hint} by={by} />
      </span>
    </button>
  );
}

/** One search box for everything a caller may say; arrows and Enter choose. */
export function FindBox({ desk }: { desk: CustomerFinder }): ReactElement {
  const t = useT();
  const hits = desk.hits ?? [];
  const enter = useEarlyEnter(desk.text, desk.isAwaited, () => {
    if (hits[desk.cursor]) desk.choose(hits[desk.cursor]);
    else if (desk.hits) desk.beginNew();
  });
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') desk.point(Math.min(desk.cursor + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') desk.point(Math.max(desk.cursor - 1, 0));
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) enter();
    // The key `/` is the shortcut that focuses this box; it is not typed into the empty box.
    else if (event.key !== '/' || desk.text !== '') return;
    event.preventDefault();
  };
  return (
    <div className="desk-find" role="search">
      <div className="desk-box">
        <Search size={16} aria-hidden />
        <input
          ref={desk.box}
          autoFocus
          value={desk.text}
          onChange={(event) => desk.find(event.target.value)}
          onKeyDown={keys}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls="desk-hits"
          aria-activedescendant={hits.length ? `desk-hit-${desk.cursor}` : undefined}
          aria-label={t(['查找来电客户', 'Find the caller'])}
          placeholder={t(['电话、姓名、地址、序列号、任意单号', 'Phone, name, address, serial or document no.'])}
          autoComplete="off"
          spellCheck={false}
        />
        <kbd>/</kbd>
      </div>
      {desk.hits && (
        <div className="desk-hits">
          <span className="quiet" role="status">
            {hits.length ? t([`找到 ${hits.length} 个`, `${hits.length} found`]) : t(['没有找到', 'Nobody found'])}
          </span>
          <div id="desk-hits" role="listbox" aria-label={t(['查找结果', 'Hits'])} className="desk-hit-list">
            {hits.map((hit, at) => (
              <HitChip key={`${hit.kind}${hit.id}`} hit={hit} at={at} desk={desk} />
            ))}
          </div>
          <button type="button" className="link" onClick={desk.beginNew}>
            <Plus size={14} aria-hidden /> {t(['新客户', 'New customer'])}
          </button>
          {hits.length > 0 && (
            <span className="desk-keys quiet">
              <kbd>↑</kbd>
              <kbd>↓</kbd> {t(['换人', 'move'])} <kbd>Enter</kbd> {t(['选定', 'choose'])}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
