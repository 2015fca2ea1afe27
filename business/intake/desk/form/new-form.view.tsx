import type { ReactElement } from 'react';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { faultCategory, repairType } from '#business/masterdata/dictionaries.ts';
import { CoverSentence, DuplicateNotice, PromiseSentence } from '../decisions.view.tsx';
import { Choose, Labelled } from '../inputs.view.tsx';
import { ChosenWord, UrgencyLevels, WantedTime } from './order-fields.view.tsx';
import { PremisesBox } from '../premises-box.view.tsx';
import type { Desk, FaultInput } from '../use-desk.view.tsx';

function NewCaller({ desk, mayAccept }: { desk: Desk; mayAccept: boolean }): ReactElement {
  const t = useT();
  const { typed, type, wrong } = desk;
  const line = (
    name: Exclude<keyof FaultInput, 'wishFirm'>,
    label: string,
    problem?: string,
    more: { autoFocus?: boolean; inputMode?: 'tel' } = {},
  ): ReactElement => (
    <Labelled label={label} wrong={problem} wide={name === 'address'} required>
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
      <ChosenWord
        label={t(['服务班组', 'Team'])}
        of={customerServiceTeam}
        value={typed.team}
        wrong={wrong.customerServiceTeam}
        required={mayAccept}
        empty={t(['请选择', 'Choose'])}
        onChange={(team) => type({ team })}
      />
    </>
  );
}

function Fault({ desk, mayAccept }: { desk: Desk; mayAccept: boolean }): ReactElement {
  const t = useT();
  const { typed, type, wrong, machine } = desk;
  return (
    <>
      <Labelled label={t(['故障设备', 'Equipment'])} wrong={wrong.repairType ?? wrong.equipmentId} required={!machine}>
        {(id) =>
          machine ? (
            <ChoiceBox
              id={id}
              value={machine.id}
              items={[
                { key: '', label: t(['不指定设备', 'None named']) },
                ...(desk.home?.equipment ?? []).map((one) => ({ key: one.id, label: one.equipmentName })),
              ]}
              onChange={(key) => desk.chooseMachine(key || machine.id)}
            />
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
      <ChosenWord
        label={t(['故障类别', 'Fault class'])}
        of={faultCategory}
        value={typed.faultCategory}
        wrong={wrong.faultCategory}
        required={mayAccept}
        empty={t(['请选择', 'Choose'])}
        onChange={(key) => type({ faultCategory: key })}
      />
      <Labelled label={t(['故障描述', 'Description'])} wrong={wrong.description} wide required>
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
      <UrgencyLevels value={typed.urgency} onChange={(key) => type({ urgency: key })} />
      <WantedTime value={typed} wrong={wrong.expectDate} onChange={type} />
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

/** The new form: at most six inputs, prefilled if known; below them the product's decisions. */
export function NewForm({ desk, mayAccept }: { desk: Desk; mayAccept: boolean }): ReactElement {
  const t = useT();
  return (
    <form
      className="desk-form"
      aria-label={t(['新报修单', 'New repair request'])}
      onSubmit={(event) => {
        event.preventDefault();
        void desk.save(mayAccept);
      }}
    >
      <header>
        <h2>{t(['新报修单', 'New repair request'])}</h2>
        <span className="quiet">
          {desk.isNew ? t(['新客户 · 电话', 'New customer · phone']) : t(['电话', 'Phone'])}
        </span>
      </header>
      <DuplicateNotice desk={desk} />
      <div className="desk-inputs">
        {desk.isNew && <NewCaller desk={desk} mayAccept={mayAccept} />}
        <Fault desk={desk} mayAccept={mayAccept} />
      </div>
      <CoverSentence desk={desk} />
      <PromiseSentence desk={desk} />
      <div className="desk-foot">
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
      </div>
    </form>
  );
}
