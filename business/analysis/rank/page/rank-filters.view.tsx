import { ClipboardPlus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { shownNumber } from '../../page/energy-page.rules.ts';
import { rankingOptions } from '../ranking.calls.ts';
import { openOrder, specOf } from './rank-words.rules.ts';
import type { RankFilters, Ranking } from './use-ranking.view.tsx';
import type { RankRepairs } from './use-repairs.view.tsx';
import '#kernel/web/list/list.css';

/** The bar in place of the filters while rows are ticked. */
function Selection({ ranking, repairs }: { ranking: Ranking; repairs: RankRepairs }): ReactElement {
  const t = useT();
  const some = ranking.rows.filter((row) => ranking.picked.has(row.id));
  const extra = some.reduce((all, row) => all + (row.extra ?? 0), 0);
  const open = some.filter((row) => openOrder(row)).length;
  const unit = some[0] ? specOf(some[0].category).used.unit : '';
  return (
    <div className="filter-row selection-row rank-filters">
      <b>{t([`已选 ${some.length} 户`, `${some.length} selected`])}</b>
      <span className="quiet">
        {t([
          `本月多用 ${shownNumber(extra, 0)} ${unit}，${open ? `${open} 户有未结单` : '都没有未结单'}`,
          `${shownNumber(extra, 0)} ${unit} extra this month, ${open} with an open request`,
        ])}
      </span>
      <i className="rule" />
      {repairs.may && (
        <button
          type="button"
          className="button strong"
          disabled={repairs.busy}
          onClick={() => repairs.make(some.map((row) => row.id))}
        >
          <ClipboardPlus size={15} aria-hidden /> {t(['各建一张报修单', 'A request for each'])} <kbd>B</kbd>
        </button>
      )}
      <span className="spring" />
      <button type="button" className="button" onClick={ranking.clear}>
        <X size={15} aria-hidden /> {t(['不选了', 'Clear'])} <kbd>Esc</kbd>
      </button>
    </div>
  );
}

/** Filters: search, model, estate, team, data, request; replaced by the selection bar while rows are ticked. */
export function RankFilterRow({ ranking, repairs }: { ranking: Ranking; repairs: RankRepairs }): ReactElement {
  const t = useT();
  const { choice, data, filter } = ranking;
  const { filters } = choice;
  const options = useCall(
    rankingOptions,
    { energy: ranking.energy, month: data?.month ?? '' },
    { enabled: data !== undefined, quiet: true, staleTime: 600_000 },
  ).data;
  if (ranking.picked.size > 0) return <Selection ranking={ranking} repairs={repairs} />;
  const any = (label: string) => ({ key: '', label });
  const plain = (names: readonly string[] = []) => names.map((name) => ({ key: name, label: name }));
  const teams = customerServiceTeam.items as Readonly<Record<string, readonly string[]>>;
  const box = <N extends keyof RankFilters>(
    name: N,
    label: string,
    items: readonly { readonly key: string; readonly label: string }[],
  ): ReactElement => (
    <ChoiceBox
      label={label}
      value={filters[name]}
      items={[any(label), ...items]}
      onChange={(key) => filter({ [name]: key })}
    />
  );
  return (
    <div className="filter-row rank-filters">
      <input
        className="plain-input"
        placeholder={t(['家庭或地址', 'Home or address'])}
        aria-label={t(['家庭或地址', 'Home or address'])}
        value={filters.search}
        maxLength={64}
        onChange={(event) => filter({ search: event.target.value })}
      />
      {box(
        'modelId',
        t(['全部型号', 'All models']),
        (options?.models ?? []).map(({ key, label }) => ({ key, label: t(label) })),
      )}
      {box('estate', t(['全部小区', 'All estates']), plain(options?.estates))}
      {box(
        'team',
        t(['全部班组', 'All teams']),
        (options?.teams ?? []).map((key) => ({ key, label: t([teams[key]?.[0] ?? key, teams[key]?.[1] ?? key]) })),
      )}
      {box('coverage', t(['数据不限', 'Any data']), [
        { key: 'full', label: t(['数据齐全', 'Complete data']) },
        { key: 'partial', label: t(['数据有缺', 'Data missing']) },
      ])}
      {box('order', t(['有单没单', 'Any request']), [
        { key: 'with', label: t(['有未结单', 'Open request']) },
        { key: 'without', label: t(['没有单', 'No request']) },
      ])}
    </div>
  );
}
