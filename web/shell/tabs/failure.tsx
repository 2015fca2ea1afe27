import { Component, type ReactElement, type ReactNode } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import '../../pages/error-pages.css';

function Told({ error, again }: { error: Error; again: () => void }): ReactElement {
  const t = useT();
  const stale = /Loading chunk failed|dynamically imported|import\(\)/i.test(error.message);
  return (
    <div className="page-message" role="alert">
      <h1>{stale ? t(['页面没有载入', 'This page did not load']) : t(['这个页面出错了', 'This page failed'])}</h1>
      <p>
        {stale
          ? t(['网络中断，或者产品刚刚升级。', 'The network broke, or the product was just updated.'])
          : t([
              '其他页面不受影响。错误已记入日志，可从顶栏上传。',
              'Other pages go on. The fault is in the error log and can be uploaded from the top bar.',
            ])}
      </p>
      <div>
        <button type="button" className="button strong" onClick={() => (stale ? location.reload() : again())}>
          {t(['重试', 'Try again'])}
        </button>
      </div>
    </div>
  );
}

/** Error boundary of a page: an error in one page leaves the others working. */
export class Failure extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? (
      <Told error={this.state.error} again={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    );
  }
}
