import { FileText } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { lastOf } from '#kernel/language/must.ts';
import { rowActions, useActing } from '#kernel/web/actions/actions.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useCall } from '#kernel/web/query/use-call.ts';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { schemeName, schemeStatus } from '../dictionaries.ts';
import { scheme } from '../scheme/scheme.paper.ts';
import { readSchemePage, type SchemePage } from './scheme-page.calls.ts';
import { SchemeChanges, Consumables, SchemeMachines } from './scheme-parts.view.tsx';
import { Money, Notices, Visits, Waived } from './scheme-side.view.tsx';
import { TermBar } from './term-bar.view.tsx';
import { schemeStepPlace, schemeVisitsPlace } from './visits-place.view.tsx';
import './scheme-page.css';

/** Name, state and home of a contract, and its next steps; the strong button is the next legal one. */
function Head({ page }: { page: SchemePage }): ReactElement {
  const t = useT();
  const { scheme: of } = page;
  const acting = useActing(scheme);
  const actions = rowActions(scheme, of);
  const contact = actions.find(([name]) => name === 'cusUpdate');
  useKeys(contact ? [{ keys: 'e', label: contact[1].label, run: () => acting.run(contact, [of]) }] : []);
  return (
    <header className="page-head scheme-head">
      <h1>
        <KeyWord of={schemeName} value={of.schemeName} />
      </h1>
      <KeyPill of={schemeStatus} value={of.schemeStatus} />
      <Link to={`/maintenance/home/${of.registerMainId}`}>{of.customerName}</Link>
      <span className="scheme-address" title={of.address}>
        {of.address}
      </span>
      <span className="mono quiet">{of.schemeNo}</span>
      <span className="spring" />
      <Link className="button plain" to={`/maintenance/asscheme?id=${of.id}`}>
        <FileText size={15} aria-hidden />
        {t(['详情', 'Details'])}
      </Link>
      {actions.toReversed().map((named) => {
        const [name, action] = named;
        const Icon = iconOf(action.icon ?? 'check');
        return (
          <button
            key={name}
            type="button"
            className={`button ${action.prominent ? 'strong' : 'plain'}`}
            onClick={() => acting.run(named, [of])}
          >
            <Icon size={15} aria-hidden />
            {t(of.schemeStatus === 'suspended' && name === 'activate' ? ['恢复', 'Resume'] : action.label)}
            {name === 'cusUpdate' && <kbd>E</kbd>}
          </button>
        );
      })}
      <FilledPlace of={schemeStepPlace} given={{ schemeId: of.id, isActive: of.schemeStatus === 'active' }} />
      {acting.element}
    </header>
  );
}

/** A suspended contract says why; a draft says what it still needs. */
function Band({ page }: { page: SchemePage }): ReactElement | null {
  const t = useT();
  const { scheme: of, lacks } = page;
  if (of.schemeStatus === 'suspended')
    return (
      <p className="scheme-band" data-tone="violet">
        <b>{t(['已暂停', 'Suspended'])}</b> {of.suspendReason}
        <span className="quiet">{String(of.suspendTime ?? '').slice(0, 10)}</span>
      </p>
    );
  if (!lacks.length) return null;
  return (
    <p className="scheme-band" data-tone="amber">
      <b>{t(['生效前还需', 'Before it is activated'])}</b>
      {lacks.map((one) => (
        <span key={one[0]}>{t(one)}</span>
      ))}
    </p>
  );
}

/** The page of one contract: term, visits, money, machines, consumables and changes. */
export default function SchemeScreen(): ReactElement {
  const t = useT();
  const id = lastOf(useTabPath().split('/'));
  const { data: page, error } = useCall(readSchemePage, { id }, { of: 'row', quiet: true });
  useTabTitle(
    page
      ? t([`方案 ${page.scheme.customerName ?? ''}`, `Contract ${page.scheme.customerName ?? ''}`])
      : t(scheme.title),
  );
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这份方案', 'This contract could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!page)
    return (
      <div className="scheme-page" aria-busy="true">
        <header className="page-head">
          <i className="skeleton" style={{ width: 320 }} />
        </header>
      </div>
    );
  return (
    <div className="scheme-page">
      <Head page={page} />
      <div className="scheme-scroll">
        <Band page={page} />
        <TermBar page={page} />
        <div className="scheme-body">
          <div className="scheme-left">
            <Visits page={page} />
            <Money page={page} />
            <Waived page={page} />
            <Notices page={page} />
          </div>
          <div className="scheme-middle">
            <FilledPlace of={schemeVisitsPlace} given={{ schemeId: id }} />
            <SchemeMachines page={page} />
          </div>
          <div className="scheme-right">
            <Consumables page={page} />
            <SchemeChanges page={page} />
          </div>
        </div>
      </div>
    </div>
  );
}
