import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { text } from '#kernel/fields/text/text.ts';
import { exactText } from '#kernel/language/calls/call.ts';
import { paper } from '#kernel/language/paper.ts';
import { clientFace, grantType } from '../../dictionaries.ts';

/**
 * A program through which people log in, with its permitted grants and the lifetime of its tokens. The secret is stored
 * as a hash that no call returns.
 */
export const client = paper('client', {
  title: ['系统客户端', 'Client'],
  table: 'blade_client',
  path: 'blade-system/client',
  owner: 'platform',
  rights: { read: ['administrator'], write: ['administrator'], remove: ['administrator'], export: ['administrator'] },
  sight: 'shared',
  wholeRows: true,
  caption: 'clientId',
  search: ['clientId', 'remark'],
  canBeDisabled: true,
  extras: { clientSecret: exactText(['密钥', 'Secret']) },
  fields: {
    clientId: text(['客户端编号', 'Client id'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 64,
      example: 'client#',
    }),
    clientSecret: text(['客户端密钥', 'Client secret'], {
      secret: true,
      max: 200,
      example: 'secret-of-#-client',
      help: ['仅保存散列，不再显示；留空则不变', 'Kept as a hash and never shown; empty keeps it'],
    }),
    authorizedGrantTypes: dicts(grantType, ['授权方式', 'Login methods'], {
      required: true,
      asText: true,
      list: true,
      width: 280,
    }),
    face: dict(clientFace, ['界面', 'Face'], {
      list: true,
      width: 170,
      initial: 'own',
      help: ['菜单与按钮按哪种客户端的地址和编号给出', 'Whose addresses and codes its menus and buttons are told in'],
    }),
    scope: text(['授权范围', 'Scope'], { max: 100, initial: 'all' }),
    accessTokenValidity: integer(['令牌秒数', 'Access token, seconds'], {
      required: true,
      list: true,
      width: 158,
      initial: 3600,
      min: '60',
      max: 86_400,
    }),
    refreshTokenValidity: integer(['刷新令牌秒数', 'Refresh token, seconds'], {
      required: true,
      list: true,
      width: 164,
      initial: 604_800,
      min: '600',
      max: 7_776_000,
    }),
    webServerRedirectUri: longText(['回调地址', 'Redirect addresses'], {
      max: 2000,
      example: 'https://app#.example/back',
      help: ['单点登录用，一行一个，须完全一致', 'For single sign-on: one a line, compared exactly'],
    }),
    autoapprove: flag(['不再询问', 'Without asking'], { initial: true, asText: true }),
    resourceIds: text(['资源', 'Resources'], { wire: true, max: 200 }),
    authorities: text(['权限', 'Authorities'], { wire: true, max: 200 }),
    additionalInformation: text(['附加说明', 'More about it'], { wire: true, max: 1000 }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  groups: [
    { label: ['客户端', 'Client'], fields: ['clientId', 'clientSecret', 'authorizedGrantTypes', 'face', 'scope'] },
    { label: ['有效期', 'Validity'], fields: ['accessTokenValidity', 'refreshTokenValidity'] },
    { label: ['单点登录', 'Single sign-on'], fields: ['webServerRedirectUri', 'autoapprove'] },
    { label: ['其他', 'Other'], fields: ['remark'] },
  ],
  menu: { group: 'system', icon: 'key-round', path: '/system/client', sort: 130 },
  familyPage: { group: 'system', code: 'client', path: '/system/client' },
});
