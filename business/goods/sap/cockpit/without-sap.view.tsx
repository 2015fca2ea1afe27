import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { param } from '#business/system/settings/param.paper.ts';

/** The page of all values of settings, with the adapter of SAP found. */
const SETTING = '/system/param-values?find=as.sap.adapter';

/** One sentence in place of the page, for a company without SAP. People who may change the setting get a link to it. */
export function WithoutSap({ adapter }: { adapter: string }): ReactElement {
  const t = useT();
  const maySet = useMay(param)('edit');
  return (
    <div className="table-empty">
      <b>{t(['没有接入 SAP', 'SAP is not connected'])}</b>
      <span>
        {adapter
          ? t([
              `参数填的接口是 ${adapter}，这台服务器上没有它的地址。`,
              `The setting names the adapter ${adapter}, and this server has no address of it.`,
            ])
          : t([
              '库存只在本系统里，没有可比的。',
              'The stock is in this product only, so there is nothing to compare.',
            ])}{' '}
        {!maySet &&
          t(
            adapter
              ? ['请管理员在服务器上设置。', 'An administrator sets it on the server.']
              : ['接入由管理员设置。', 'An administrator connects SAP.'],
          )}
        {maySet &&
          adapter &&
          t([
            `在服务器上设置 ADAPTER_${adapter.toUpperCase()}_URL，或改接口名称。`,
            `Set ADAPTER_${adapter.toUpperCase()}_URL on the server, or change the name.`,
          ])}
      </span>
      {maySet && (
        <Link className="button" to={SETTING}>
          {t(['去设置 SAP 接口名称', 'Set the name of the adapter to SAP'])}
        </Link>
      )}
    </div>
  );
}
