import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { materialStatus } from '#business/materials/dictionaries.ts';
import { shelfSheet, shelfStores } from './shelf.calls.ts';
import { areasOf } from './shelf.rules.ts';
import type { Shelf } from './use-shelf.view.tsx';

const WHOLE = '';

/** Choose a store, a condition and an area of places before the first scan. */
export function ChooseShelf({ onOpen }: { onOpen: (shelf: Shelf) => void }): ReactElement {
  const t = useT();
  const { data: stores = [], isLoading } = useCall(shelfStores, {});
  const conditions = useDictionary(materialStatus);
  const [chosen, setChosen] = useState('');
  const [condition, setCondition] = useState<Shelf['materialStatus']>('good');
  const [area, setArea] = useState(WHOLE);
  const warehouseId = chosen || stores[0]?.id || '';
  const { data: sheet } = useCall(
    shelfSheet,
    { warehouseId, materialStatus: condition },
    { enabled: warehouseId !== '', quiet: true },
  );
  const areas = sheet ? areasOf(sheet) : [];
  return (
    <div className="shelf-choose" aria-busy={isLoading || undefined}>
      <header className="page-head">
        <h1>{t(['扫码盘点', 'Count by scanning'])}</h1>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onOpen({ warehouseId, materialStatus: condition, area });
        }}
      >
        <label className="plain-field">
          <span>{t(['仓库', 'Warehouse'])}</span>
          <ChoiceBox
            label={t(['仓库', 'Warehouse'])}
            value={warehouseId}
            items={stores.map(({ id, name }) => ({ key: id, label: name }))}
            onChange={(id) => {
              setChosen(id);
              setArea(WHOLE);
            }}
          />
        </label>
        <label className="plain-field">
          <span>{t(['货位区', 'Area'])}</span>
          <ChoiceBox
            label={t(['货位区', 'Area'])}
            value={area}
            items={[
              { key: WHOLE, label: t(['全仓', 'Whole warehouse']) },
              ...areas.map((one) => ({ key: one, label: one })),
            ]}
            onChange={setArea}
          />
        </label>
        <label className="plain-field">
          <span>{t(['物料状态', 'Condition'])}</span>
          <ChoiceBox
            label={t(['物料状态', 'Condition'])}
            value={condition}
            items={conditions.map(({ key, label }) => ({ key, label }))}
            onChange={(key) => setCondition(key as Shelf['materialStatus'])}
          />
        </label>
        <p className="quiet">
          {t([
            '盲盘：数一种时不显示账面数，扫下一种后才看差异。数量存在本机，没有网络也能数。',
            'A blind count: the balance of a material is hidden until the next one is scanned. Counts stay on this device, so no network is needed.',
          ])}
        </p>
        <button type="submit" className="button strong large" disabled={warehouseId === ''}>
          {t(['开始盘点', 'Begin the count'])}
        </button>
      </form>
    </div>
  );
}
