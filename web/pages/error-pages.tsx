import type { ReactElement } from 'react';
import { Link, useInRouterContext } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { listTitleOf } from '#kernel/language/plural.ts';
import { allRooms } from '#kernel/web/registry/papers.ts';
import { firstPage } from '#kernel/web/tabs/tabs.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import './error-pages.css';

function Message({ code, title, text }: { code: number; title: Label; text: Label }): ReactElement {
  const t = useT();
  const isInside = useInRouterContext();
  const home = t(['回到首页', 'Back to home']);
  return (
    <div className="page-message">
      <span className="page-code">{code}</span>
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      <div>
        {isInside ? (
          <Link className="button strong" to={firstPage()}>
            {home}
          </Link>
        ) : (
          <a className="button strong" href="/">
            {home}
          </a>
        )}
      </div>
    </div>
  );
}

export const NotFound = (): ReactElement => (
  <Message
    code={404}
    title={['没有这个页面', 'No such page']}
    text={['地址写错了，或者这个页面不在你的菜单里。', 'The address is wrong, or the page is not in your menu.']}
  />
);
export const NotAllowed = (): ReactElement => (
  <Message
    code={403}
    title={['没有权限', 'Not allowed']}
    text={['你的角色不能打开这个页面，请联系管理员。', 'Your roles may not open this page; ask your administrator.']}
  />
);
/** A page that exists, but not in the menu of this person: its name and place, which an administrator can grant. */
export function OutsideMenu({ of }: { of: AnyPaper }): ReactElement {
  const [zh, en] = listTitleOf(of);
  const group = allRooms()
    .flatMap((room) => room.groups)
    .find((one) => one.code === of.menu?.group);
  const [zhPlace, enPlace] = group ? [`${group.label[0]} › ${zh}`, `${group.label[1]} › ${en}`] : [zh, en];
  return (
    <Message
      code={403}
      title={[`“${zh}”不在你的菜单里`, `“${en}” is not in your menu`]}
      text={[
        `这个地址是页面“${zhPlace}”。需要它就请管理员授给你的角色。`,
        `This is the page “${enPlace}”. If you need it, ask your administrator to grant it to your roles.`,
      ]}
    />
  );
}
export const ServerFailed = (): ReactElement => (
  <Message
    code={500}
    title={['服务器出错了', 'The server failed']}
    text={[
      '请稍后再试；如果一直这样，请把错误日志上传给管理员。',
      'Please try again later; if it goes on, upload the error log for your administrator.',
    ]}
  />
);
