import type { ReactElement } from 'react';
import { SAVE_KEYS, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { CallerPage } from './caller.view.tsx';
import { FindBox } from './find/find-box.view.tsx';
import { NewForm } from './form/new-form.view.tsx';
import { type Desk, useDesk } from './use-desk.view.tsx';
import './desk.css';
import './form/desk-form.css';

function useDeskKeys(desk: Desk, mayAccept: boolean): void {
  const machine = (at: number) => () => {
    const one = desk.home?.equipment[at];
    if (one) desk.chooseMachine(one.id);
  };
  useKeys([
    { keys: '/', label: ['查找来电客户', 'Find the caller'], run: desk.backToBox },
    { keys: 'Escape', label: ['回到搜索', 'Back to the search'], run: desk.backToBox, typing: true },
    {
      keys: SAVE_KEYS,
      label: ['保存并受理', 'Save and accept'],
      run: () => void desk.save(mayAccept),
      typing: true,
    },
    {
      keys: 'Alt+n',
      label: ['并入或新建', 'Merge or make a new one'],
      run: () => {
        if (desk.duplicates.length) desk.decide(desk.choice === 'merge' ? 'separate' : 'merge');
        else desk.beginNew();
      },
      typing: true,
    },
    ...[0, 1, 2, 3, 4].map((at) => ({
      keys: `Alt+${at + 1}`,
      label: ['选设备', 'Choose equipment'] as const,
      run: machine(at),
      typing: true,
      silent: at > 0,
    })),
  ]);
}

/** Take a call: find the caller, show everything about them, report the fault, accept it. No dialog, no second page. */
export default function DeskScreen(): ReactElement {
  const t = useT();
  const may = useMay(repairForm);
  const desk = useDesk();
  const mayAccept = may('accept');
  useDeskKeys(desk, mayAccept);
  const open = desk.isNew || desk.caller !== undefined;
  return (
    <div className="desk" data-open={open}>
      <h1 className="sr-only">{t(['来电受理', 'Take a call'])}</h1>
      <FindBox desk={desk} />
      <div className="desk-body">
        <div className="desk-left">
          {desk.caller ? (
            <CallerPage desk={desk} />
          ) : desk.isNew ? (
            <p className="desk-empty">
              {t([
                '新客户：姓名、电话、地址填进新报修单，保存时一并建客户与服务档案。',
                'New customer: name, phone and address go into the new repair request; customer and service file are made when it is saved.',
              ])}
            </p>
          ) : (
            <p className="desk-empty">
              {t([
                '说出的任何一项都能找到人：手机后四位、姓名、地址、序列号、单号。',
                'Anything the caller says finds the customer: last four digits, name, address, serial no., document no.',
              ])}
            </p>
          )}
        </div>
        {open && may('add') && <NewForm desk={desk} mayAccept={mayAccept} />}
      </div>
    </div>
  );
}
