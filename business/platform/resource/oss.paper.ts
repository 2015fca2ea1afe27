import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { secret } from '#kernel/fields/secret/secret.ts';
import { text } from '#kernel/fields/text/text.ts';
import { webAddress } from '#kernel/fields/web-address/web-address.ts';
import { paper } from '#kernel/language/paper.ts';
import { ossKind } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/** Category of a row that means the server's disk. */
export const LOCAL = 9;

/** Does the row have all settings that an S3 storage needs? */
export const isFinished = (row: {
  readonly endpoint: string | null;
  readonly bucketName: string | null;
  readonly accessKey: string | null;
  readonly secretKey: string | null;
}): boolean => Boolean(row.endpoint && row.bucketName && row.accessKey && row.secretKey);

/**
 * A storage of the company's files: the server's disk or an S3 storage. New files go to the enabled one, or to the disk
 * if none is enabled.
 */
export const oss = paper('oss', {
  title: ['对象存储', 'File storage'],
  plural: 'File storage',
  table: 'blade_oss',
  path: 'blade-resource/oss',
  rights: { ...platformRights, import: [] },
  sight: 'shared',
  caption: 'ossCode',
  hint: ['category'],
  wireNames: { categoryName: 'category', statusName: 'isEnabled' },
  wholeRows: true,
  search: ['ossCode', 'bucketName'],
  fields: {
    category: dict(ossKind, ['分类', 'Kind'], {
      required: true,
      numeric: true,
      list: true,
      filter: 'exact',
      initial: 1,
    }),
    ossCode: text(['资源编号', 'Code'], { required: true, unique: true, list: true, filter: 'like', max: 32 }),
    endpoint: webAddress(['资源地址', 'Endpoint'], {
      list: true,
      help: ['主机须在允许名单中', 'The host must be on the list of allowed ones'],
    }),
    bucketName: text(['空间名', 'Bucket'], { list: true, filter: 'like', max: 63, example: 'bucket-#' }),
    region: text(['地域', 'Region'], { max: 32 }),
    accessKey: text(['访问密钥', 'Access key'], { max: 128 }),
    secretKey: secret(['安全密钥', 'Secret key'], { max: 200 }),
    appId: text(['应用ID', 'App id'], { wire: true, max: 64 }),
    isEnabled: flag(['启用', 'In use'], { auto: true, list: true, filter: 'exact' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  buttons: {
    enable: { label: ['启用', 'Use this one'], roles: ['admin'] },
    test: { label: ['测试上传', 'Try an upload'], roles: ['admin'] },
  },
  card: ['ossCode', 'category', 'bucketName', 'isEnabled'],
  menu: { group: 'resource', icon: 'archive', path: '/resource/oss', sort: 10 },
});
