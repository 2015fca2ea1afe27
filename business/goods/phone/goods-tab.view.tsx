import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useBag, useStoredDay } from '#business/mobile/use-day.view.tsx';
import { ComingSection } from './coming-section.view.tsx';
import { useGoods } from './goods-state.view.tsx';
import { ordersInNeed, toReceive } from './goods-steps.rules.ts';
import { NeedSection } from './need-section.view.tsx';
import type { OwnGoods } from './own-goods.calls.ts';
import { OldPartsSection } from './returns/old-parts-section.view.tsx';
import { dueState, heldPieces } from './tools/tool-steps.rules.ts';
import { ToolsSection } from './tools/tools-section.view.tsx';
import { UsualSection } from './usual-section.view.tsx';
import './goods-tab.css';

interface Tab {
  readonly to: string;
  readonly label: Label;
  readonly count: Label;
  readonly tone: string;
}

const COMING = 'goods-coming';
const NEED = 'goods-need';
const OLD = 'goods-old';
const TOOLS = 'goods-tools';

const oldPieces = ({ oldParts }: OwnGoods): number => oldParts.reduce((sum, one) => sum + Number(one.qty), 0);

/** Return the tab of the tools: red when one is overdue, amber when one is due today. */
function toolsTab({ tools }: OwnGoods, today: string): Tab {
  const pieces = heldPieces(tools);
  const states = new Set(tools.map((one) => dueState(one, today)));
  const tone = states.has('overdue') ? 'red' : states.has('today') ? 'amber' : '';
  return { to: TOOLS, label: ['工具', 'Tools'], count: [`${pieces} 件`, String(pieces)], tone };
}

/** Return the tabs, each with its count. */
function tabsOf(goods: OwnGoods, kinds: number, vanId: string): Tab[] {
  const [coming, need, old] = [toReceive(goods).length, ordersInNeed(goods).length, oldPieces(goods)];
  const isOverdue = goods.oldParts.some((one) => one.left < 0);
  return [
    {
      to: COMING,
      label: ['待收', 'To receive'],
      count: [`${coming} 包`, String(coming)],
      tone: coming ? 'accent' : '',
    },
    { to: NEED, label: ['要补', 'Missing'], count: [`${need} 单`, counted(need, 'order')], tone: need ? 'amber' : '' },
    {
      to: OLD,
      label: ['旧件', 'Old parts'],
      count: [`欠 ${old}`, `${old} owed`],
      tone: isOverdue ? 'red' : old ? 'amber' : '',
    },
    { to: vanId, label: ['车上', 'Van'], count: [`${kinds} 种`, counted(kinds, 'item')], tone: '' },
  ];
}

/** The tabs jump to their section. */
function Tabs({ tabs }: { tabs: readonly Tab[] }): ReactElement {
  const t = useT();
  return (
    <nav className="goods-tabs" aria-label={t(['物料分段', 'Sections of the goods'])}>
      {tabs.map((tab) => (
        <button
          key={tab.to}
          type="button"
          onClick={() => document.getElementById(tab.to)?.scrollIntoView({ block: 'start' })}
        >
          {t(tab.label)}
          <small data-tone={tab.tone}>{t(tab.count)}</small>
        </button>
      ))}
    </nav>
  );
}

/** Goods of a technician, in order of duty: to receive, missing, old parts, the usual stock of the van, tools. */
export default function GoodsTab({ vanId }: { readonly vanId: string }): ReactElement | null {
  const goods = useGoods();
  const kinds = useBag().length;
  const today = useStoredDay((state) => state.now).slice(0, 10);
  if (!goods?.technicianId) return null;
  return (
    <>
      <Tabs tabs={[...tabsOf(goods, kinds, vanId), toolsTab(goods, today)]} />
      <ComingSection id={COMING} goods={goods} />
      <NeedSection id={NEED} goods={goods} />
      <OldPartsSection id={OLD} goods={goods} />
      <UsualSection goods={goods} kinds={kinds} />
      <ToolsSection id={TOOLS} goods={goods} />
    </>
  );
}
