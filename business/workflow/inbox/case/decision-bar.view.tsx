import { BellRing, Check, Ellipsis, Hand, Send, Undo2 } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { MenuAt, type MenuItem } from '#kernel/web/menus/menu-at.tsx';
import { menuPlace } from '#kernel/web/menus/menu-place.ts';
import type { Deciding } from './use-deciding.view.tsx';

const QUICK: readonly Label[] = [
  ['同意', 'Approved'],
  ['情况属实', 'Checked, it is so'],
  ['请补充说明', 'Please explain more'],
  ['下次请提前申请', 'Please ask earlier next time'],
];

const HANDS: readonly (readonly [button: string, key: string, label: Label])[] = [
  ['return', 'R', ['退回', 'Return']],
  ['addSign', 'S', ['加签', 'Sign']],
  ['transfer', 'T', ['转办', 'Pass on']],
  ['delegate', 'W', ['委派', 'Delegate']],
  ['removeSign', '', ['减签', 'Take signers off']],
  ['cc', 'C', ['抄送', 'Send copies']],
];

/** The input for the comment of a decision, with buttons that insert usual phrases. */
export function Opinion({ deciding, isPhone }: { deciding: Deciding; isPhone: boolean }): ReactElement {
  const t = useT();
  const id = useId();
  const { opinion, setOpinion, problem, field, next } = deciding;
  return (
    <section className="case-opinion">
      <h2>
        <label htmlFor={id}>{t(['意见', 'Opinion'])}</label>{' '}
        <small className="quiet">{t(['驳回、退回必填', 'needed to reject or return'])}</small>
      </h2>
      <textarea
        id={id}
        ref={field}
        className="plain-input"
        rows={isPhone ? 1 : 3}
        maxLength={2000}
        placeholder={isPhone ? t(['意见（驳回、退回必填）', 'Opinion (needed to reject)']) : undefined}
        value={opinion}
        aria-describedby={problem ? `${id}-told` : undefined}
        onChange={(event) => setOpinion(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Escape only leaves the field; it must not also close the open task or trigger another shortcut.
          event.stopPropagation();
          event.nativeEvent.stopImmediatePropagation();
          event.currentTarget.blur();
        }}
      />
      <p id={`${id}-told`} className="field-problem" role="alert">
        {problem}
      </p>
      {!isPhone && (
        <div className="case-quick">
          {QUICK.map((label) => (
            <button key={label[1]} type="button" onClick={() => setOpinion(t(label))}>
              {t(label)}
            </button>
          ))}
          <span className="spring" />
          {deciding.may('complete') && (
            <span className="quiet case-next" data-next={next}>
              <kbd>Ctrl ⏎</kbd> {next === 'pass' ? t(['同意', 'Approve']) : t(['驳回', 'Reject'])}
            </span>
          )}
        </div>
      )}
    </section>
  );
}

/** Buttons other than the decision and its menu: claim, give back, take back, withdraw, remind. */
function OtherHands({ deciding }: { deciding: Deciding }): ReactElement {
  const t = useT();
  const { may, busy } = deciding;
  return (
    <>
      {deciding.waitsFor && (
        <p className="case-waits">
          <i className="case-dot" aria-hidden />
          {t([
            `先等${deciding.waitsFor}加签，签完由你决定`,
            `${deciding.waitsFor} signs first, then it is yours to decide`,
          ])}
        </p>
      )}
      {may('resolve') && (
        <button type="button" className="button strong large" disabled={busy} onClick={deciding.resolve}>
          <Undo2 size={16} aria-hidden />
          {t(['准备好了，交回', 'Prepared, give it back'])}
        </button>
      )}
      <div className="case-hands">
        {may('retrieve') && (
          <button type="button" className="button" disabled={busy} onClick={deciding.retrieve}>
            <Undo2 size={15} aria-hidden />
            {t(['取回', 'Take back'])}
          </button>
        )}
        {may('urge') && (
          <button type="button" className="button" disabled={busy} onClick={deciding.urge}>
            <BellRing size={15} aria-hidden />
            {t(['催办', 'Remind'])}
          </button>
        )}
        {may('removeSign') && (
          <button type="button" className="button" onClick={() => deciding.open('removeSign')}>
            {t(['减签', 'Take signers off'])}
          </button>
        )}
        {may('cc') && (
          <button type="button" className="button" onClick={() => deciding.open('cc')}>
            <Send size={15} aria-hidden />
            {t(['抄送', 'Send copies'])} <kbd>C</kbd>
          </button>
        )}
        {may('withdraw') && (
          <button type="button" className="button danger" disabled={busy} onClick={deciding.withdraw}>
            {t(['撤回', 'Withdraw'])}
          </button>
        )}
      </div>
    </>
  );
}

/** Buttons of a decision. The primary one approves and opens the next task. */
export function DecisionBar({
  deciding,
  hasNext,
  isPhone,
}: {
  deciding: Deciding;
  hasNext: boolean;
  isPhone: boolean;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const { may, busy, decide, open } = deciding;
  if (!may('complete'))
    return (
      <footer className="case-bar">
        <OtherHands deciding={deciding} />
      </footer>
    );
  const hands = HANDS.filter(([button]) => may(button));
  // English labels are longer, so fewer buttons fit in the row; the others are in the menu.
  const shown = isPhone ? [] : hands.slice(0, language === 'en' ? 2 : 3);
  const items: MenuItem[] = [
    ...hands
      .filter((one) => !shown.includes(one))
      .map(([button, key, label]): MenuItem => ({
        key: button,
        label:
          key && !isPhone ? (
            <>
              {t(label)} <kbd>{key}</kbd>
            </>
          ) : (
            t(label)
          ),
        run: () => open(button as 'return'),
      })),
    ...(may('claim') ? [{ key: 'claim', label: t(['只签收，稍后办', 'Only claim it']), run: deciding.claim }] : []),
    ...(may('urge') ? [{ key: 'urge', label: t(['催办', 'Remind']), run: deciding.urge }] : []),
    ...(may('withdraw')
      ? [{ key: 'withdraw', label: t(['撤回', 'Withdraw']), danger: true, run: deciding.withdraw }]
      : []),
  ];
  const more = items.length > 0 && (
    <button
      type="button"
      className="button case-more"
      aria-haspopup="menu"
      aria-label={t(['更多操作', 'More actions'])}
      onClick={(event) => setMenu(menuPlace(event, event.currentTarget))}
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  );
  const reject = (
    <button type="button" className="button danger" disabled={busy} onClick={() => decide(false)}>
      {t(['驳回', 'Reject'])} <kbd>X</kbd>
    </button>
  );
  return (
    <footer className="case-bar" data-phone={isPhone}>
      {isPhone && more}
      {isPhone && reject}
      <button type="button" className="button strong large" disabled={busy} onClick={() => decide(true)}>
        <Check size={16} aria-hidden />
        {hasNext && !isPhone ? t(['同意，看下一张', 'Approve, next one']) : t(['同意', 'Approve'])} <kbd>A</kbd>
      </button>
      {!isPhone && (
        <div className="case-hands">
          {reject}
          {shown.map(([button, key, label]) => (
            <button key={button} type="button" className="button" onClick={() => open(button as 'return')}>
              {t(label)} <kbd>{key}</kbd>
            </button>
          ))}
          {may('claim') && (
            <button type="button" className="button" disabled={busy} onClick={deciding.claim}>
              <Hand size={15} aria-hidden />
              {t(['签收', 'Claim'])} <kbd>G</kbd>
            </button>
          )}
          {items.some((one) => one.key !== 'claim') && more}
        </div>
      )}
      {menu && <MenuAt {...menu} items={items} label={t(['更多操作', 'More actions'])} onClose={() => setMenu(null)} />}
    </footer>
  );
}
