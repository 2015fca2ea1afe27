import { Copy, ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { faultCategory } from '../dictionaries.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import { DayBox } from './day-box.view.tsx';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { PremisesBox } from './premises-box.view.tsx';
import type { Desk, FaultInput } from './use-desk.view.tsx';

/** An input with its label above and what is wrong with it below. */
export function Labelled({
  label,
  wrong,
  wide,
  children,
}: {
  label: string;
  wrong?: string;
  wide?: boolean;
  children: (id: string) => ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <div className="desk-field" data-wide={wide}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {wrong && (
        <p className="field-problem" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

/** One of the words of a dictionary. */
export function Choose({
  id,
  of,
  value,
  onChange,
  wrong,
  empty,
  without,
  label,
}: {
  id: string;
  /** Where no label of its own stands before it. */ label?: string;
  of: Dictionary;
  value: string;
  onChange: (key: string) => void;
  wrong?: boolean;
  empty?: string;
  without?: string;
}): ReactElement {
  return (
    <select
      id={id}
      aria-label={label}
      className="plain-input"
      value={value}
      aria-invalid={wrong || undefined}
      onChange={(event) => onChange(event.target.value)}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {useDictionary(of)
        .filter((item) => item.key !== without)
        .map((item) => (
          <option key={item.key} value={item.key}>
            {item.label}
          </option>
        ))}
    </select>
  );
}

/** Was it reported already? Two equal answers, none of them chosen before. */
function DuplicateNotice({ desk }: { desk: Desk }): ReactElement | null {
  const t = useT();
  const [first] = desk.duplicates;
  if (!first) return null;
  const answer = (choice: 'merge' | 'separate', words: string, what: string): ReactElement => (
    <button
      type="button"
      role="radio"
      aria-checked={desk.choice === choice}
      className="desk-choice"
      onClick={() => desk.decide(choice)}
    >
      <b>{words}</b>
      <small className="quiet">{what}</small>
    </button>
  );
  return (
    <section className="desk-duplicate" role="alert">
      <p>
        <Copy size={14} aria-hidden /> <b>{t(['可能重复', 'Possibly a duplicate'])}</b> {shortMoment(first.createTime)}{' '}
        <Link to={`/maintenance/asrepairform?id=${first.id}`} className="mono">
          {first.repairNo}
        </Link>{' '}
        {first.description.slice(0, 40)}
      </p>
      <div role="radiogroup" aria-label={t(['可能重复', 'Possibly a duplicate'])}>
        {answer(
          'merge',
          t(['并入那张单', 'Merge into it']),
          t(['描述附到原单，催单 +1', 'The words are added there, one urge more']),
        )}
        {answer('separate', t(['仍新建', 'Make a new one']), t(['房间或故障不同', 'Another room or fault']))}
      </div>
    </section>
  );
}

/** A lead decides otherwise than the product, and says why; nothing is written before the form is saved. */
function OtherCover({ desk, onClose }: { desk: Desk; onClose: () => void }): ReactElement {
  const t = useT();
  const { typed, type, wrong } = desk;
  return (
    <div className="desk-inputs desk-other-cover">
      <Labelled label={t(['维保类型', 'Cover'])} wrong={wrong.weibao}>
        {(id) => (
          <Choose
            id={id}
            of={weibao}
            value={typed.cover}
            without="none"
            onChange={(cover) => type({ cover })}
            empty={t(['按系统判定', 'As decided'])}
          />
        )}
      </Labelled>
      <Labelled label={t(['改判理由', 'Reason'])} wrong={wrong.reason}>
        {(id) => (
          <input
            id={id}
            className="plain-input"
            autoFocus
            maxLength={200}
            value={typed.coverReason}
            aria-invalid={Boolean(wrong.reason) || undefined}
            onChange={(event) => type({ coverReason: event.target.value })}
          />
        )}
      </Labelled>
      <button
        type="button"
        className="link"
        onClick={() => {
          type({ cover: '', coverReason: '' });
          onClose();
        }}
      >
        {t(['不改判', 'Leave it'])}
      </button>
    </div>
  );
}

function CoverSentence({ desk }: { desk: Desk }): ReactElement | null {
  const t = useT();
  const may = useMay(repairForm);
  const [other, setOther] = useState(false);
  const cover = desk.preview?.cover;
  if (!cover) return null;
  const paid = cover.weibao === 'paid';
  const Icon = paid ? ShieldOff : ShieldCheck;
  return (
    <section className="desk-decision" data-paid={paid} aria-live="polite">
      <Icon size={16} aria-hidden />
      <p>
        <b>
          <KeyWord of={weibao} value={cover.weibao} />
          {paid
            ? t(['，客户付费', ', the customer pays'])
            : t(['，客户不付维修费', ', the customer does not pay the repair'])}
        </b>
        <small className="quiet">
          {cover.reason}
          {t(['。', '.'])}
        </small>
      </p>
      {may('cover') && !other && (
        <button type="button" className="link" onClick={() => setOther(true)}>
          {t(['改判', 'Change'])}
        </button>
      )}
      {other && <OtherCover desk={desk} onClose={() => setOther(false)} />}
    </section>
  );
}

function NewCaller({ desk }: { desk: Desk }): ReactElement {
  const t = useT();
  const { typed, type, wrong } = desk;
  const line = (
    name: keyof FaultInput,
    label: string,
    problem?: string,
    more: { autoFocus?: boolean; inputMode?: 'tel' } = {},
  ): ReactElement => (
    <Labelled label={label} wrong={problem} wide={name === 'address'}>
      {(id) => (
        <input
          id={id}
          className="plain-input"
          value={typed[name]}
          aria-invalid={Boolean(problem) || undefined}
          onChange={(event) => type({ [name]: event.target.value })}
          autoComplete="off"
          {...more}
        />
      )}
    </Labelled>
  );
  return (
    <>
      {line('customerName', t(['客户姓名', 'Customer name']), wrong.customerName, { autoFocus: true })}
      {line('phone', t(['联系电话', 'Phone']), wrong.phone, { inputMode: 'tel' })}
      <Labelled label={t(['楼盘', 'Premises'])} wrong={wrong.premisesId} wide>
        {(id) => <PremisesBox id={id} typed={typed} onChange={type} />}
      </Labelled>
      {line('address', t(['报修地址', 'Address']), wrong.address ?? wrong.addressDetail)}
      <Labelled label={t(['服务班组', 'Team'])} wrong={wrong.customerServiceTeam}>
        {(id) => (
          <Choose
            id={id}
            of={customerServiceTeam}
            value={typed.team}
            onChange={(team) => type({ team })}
            empty={t(['请选择', 'Choose'])}
          />
        )}
      </Labelled>
    </>
  );
}

function Fault({ desk }: { desk: Desk }): ReactElement {
  const t = useT();
  const { typed, type, wrong, machine } = desk;
  const levels = useDictionary(urgency);
  return (
    <>
      <Labelled label={t(['故障设备', 'Equipment'])} wrong={wrong.repairType ?? wrong.equipmentId}>
        {(id) =>
          machine ? (
            <select
              id={id}
              className="plain-input"
              value={machine.id}
              onChange={(event) => desk.chooseMachine(event.target.value || machine.id)}
            >
              <option value="">{t(['不指定设备', 'None named'])}</option>
              {desk.home?.equipment.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.equipmentName}
                </option>
              ))}
            </select>
          ) : (
            <Choose
              id={id}
              of={repairType}
              value={typed.repairType}
              onChange={(key) => type({ repairType: key })}
              wrong={Boolean(wrong.repairType)}
              empty={t(['未指定，选系统', 'Unknown; by system'])}
            />
          )
        }
      </Labelled>
      <Labelled label={t(['故障类别', 'Fault class'])} wrong={wrong.faultCategory}>
        {(id) => (
          <Choose
            id={id}
            of={faultCategory}
            value={typed.faultCategory}
            onChange={(key) => type({ faultCategory: key })}
            wrong={Boolean(wrong.faultCategory)}
            empty={t(['请选择', 'Choose'])}
          />
        )}
      </Labelled>
      <Labelled label={`${t(['故障描述', 'Description'])} · ${t(['必填', 'required'])}`} wrong={wrong.description} wide>
        {(id) => (
          <textarea
            id={id}
            ref={desk.words}
            className="plain-input"
            rows={4}
            value={typed.description}
            aria-invalid={Boolean(wrong.description) || undefined}
            onChange={(event) => type({ description: event.target.value })}
          />
        )}
      </Labelled>
      <div className="desk-field" data-wide>
        <span id="desk-urgency">{t(['紧急程度', 'Urgency'])}</span>
        <div className="desk-levels" role="radiogroup" aria-labelledby="desk-urgency">
          {levels.map((one) => (
            <label key={one.key}>
              <input
                type="radio"
                name="desk-urgency"
                className="sr-only"
                checked={typed.urgency === one.key}
                onChange={() => type({ urgency: one.key })}
              />
              <span>{one.label}</span>
            </label>
          ))}
        </div>
      </div>
      <Labelled label={t(['期望上门', 'Wanted'])} wrong={wrong.expectDate}>
        {(id) => (
          <div className="desk-when">
            <DayBox
              id={id}
              value={typed.expectDate}
              invalid={Boolean(wrong.expectDate)}
              onChange={(expectDate) => type({ expectDate })}
            />
            <Choose
              id={`${id}-slot`}
              label={t(['期望时段', 'Time of day'])}
              of={timeSlot}
              value={typed.expectSlot}
              onChange={(key) => type({ expectSlot: key })}
            />
          </div>
        )}
      </Labelled>
      {desk.caller && (
        <Labelled label={t(['联系电话', 'Phone'])} wrong={wrong.phone}>
          {(id) => (
            <input
              id={id}
              className="plain-input"
              inputMode="tel"
              placeholder={`${desk.caller?.customer.customerName} ${desk.caller?.customer.phone}`}
              value={typed.phone}
              onChange={(event) => type({ phone: event.target.value })}
            />
          )}
        </Labelled>
      )}
    </>
  );
}

/** The new form: six things at most, known ones filled in; below them what the product decides. */
export function NewForm({ desk, mayAccept }: { desk: Desk; mayAccept: boolean }): ReactElement {
  const t = useT();
  return (
    <form
      className="desk-form"
      aria-label={t(['新报修单', 'New repair form'])}
      onSubmit={(event) => {
        event.preventDefault();
        void desk.save(mayAccept);
      }}
    >
      <header>
        <h2>{t(['新报修单', 'New repair form'])}</h2>
        <span className="quiet">
          {desk.isNew ? t(['新客户 · 电话', 'New customer · phone']) : t(['电话', 'Phone'])}
        </span>
      </header>
      <DuplicateNotice desk={desk} />
      <div className="desk-inputs">
        {desk.isNew && <NewCaller desk={desk} />}
        <Fault desk={desk} />
      </div>
      <CoverSentence desk={desk} />
      <footer>
        {mayAccept && (
          <button type="submit" className="button strong" disabled={desk.saving}>
            {desk.choice === 'merge' ? t(['并入', 'Merge']) : t(['保存并受理', 'Save and accept'])}{' '}
            <kbd>Ctrl Enter</kbd>
          </button>
        )}
        <button
          type="button"
          className={`button${mayAccept ? '' : ' strong'}`}
          disabled={desk.saving}
          onClick={() => void desk.save(false)}
        >
          {t(['只保存', 'Save only'])}
        </button>
        <button type="button" className="button plain" onClick={desk.clear}>
          {t(['清空', 'Clear'])}
        </button>
      </footer>
      <p className="desk-keys quiet">
        <kbd>Tab</kbd> {t(['下一格', 'next'])} <kbd>Alt 1–5</kbd> {t(['选设备', 'equipment'])} <kbd>Alt N</kbd>{' '}
        {t(['并入或新建', 'merge or new'])} <kbd>Esc</kbd> {t(['回到搜索', 'to search'])}
      </p>
    </form>
  );
}
