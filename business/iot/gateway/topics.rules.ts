/** First levels of every device topic. */
export const TOPIC_ROOT = 'anju/v1';

/** A parsed topic of a device: `anju/v1/{modelCode}/{deviceKey}/{tail}`. */
export interface DeviceTopic {
  readonly modelCode: string;
  readonly deviceKey: string;
  /** The part after the device: `up/props`, `down/property/set`. */ readonly tail: string;
}

/** Parse a device topic; null if it is none. */
export function readTopic(topic: string): DeviceTopic | null {
  if (!topic.startsWith(`${TOPIC_ROOT}/`)) return null;
  const modelAt = TOPIC_ROOT.length + 1;
  const keyAt = topic.indexOf('/', modelAt) + 1;
  const tailAt = keyAt ? topic.indexOf('/', keyAt) + 1 : 0;
  if (!tailAt || keyAt - modelAt < 2 || tailAt - keyAt < 2 || tailAt >= topic.length) return null;
  return {
    modelCode: topic.slice(modelAt, keyAt - 1),
    deviceKey: topic.slice(keyAt, tailAt - 1),
    tail: topic.slice(tailAt),
  };
}

/** A device, or the account of a configuration with the filter of its topics. */
interface TopicOwner extends Omit<DeviceTopic, 'tail'> {
  readonly account?: { readonly topicFilter: string };
}

/** Return the topic for messages to a device. */
export const downTopic = ({ modelCode, deviceKey }: Omit<DeviceTopic, 'tail'>, tail: string): string =>
  `${TOPIC_ROOT}/${modelCode}/${deviceKey}/down/${tail}`;

/**
 * Return the topic after `up/` if a device may publish there; otherwise null. Only its own topics below `up/` are
 * allowed. An account publishes inside its filter, and its topics are returned whole.
 */
export function mayPublish(of: TopicOwner, topic: string): string | null {
  if (of.account) return isOfAccount(of.account.topicFilter, topic) ? topic : null;
  const read = readTopic(topic);
  if (!read || read.modelCode !== of.modelCode || read.deviceKey !== of.deviceKey) return null;
  return read.tail.startsWith('up/') && !/[+#\0]/.test(read.tail) ? read.tail.slice('up/'.length) : null;
}

/** Is a topic filter valid: `#` only as the last level, `+` only as a whole level (3.1.1 §4.7.1)? */
export const isFilter = (filter: string): boolean =>
  filter.split('/').every((one, at, all) => one === '+' || (one === '#' && at === all.length - 1) || !/[+#]/.test(one));

/** Is a filter below `down/`, with valid wildcards? */
const isDownFilter = ([first, ...levels]: readonly string[]): boolean =>
  first === 'down' &&
  levels.length > 0 &&
  levels.every((one, at) => one === '+' || (one === '#' && at === levels.length - 1) || /^[^+#\0]+$/.test(one));

/** Does a topic belong to the product or to the broker itself? No account may use it. */
const isReserved = (topic: string): boolean => /^(\$|anju(\/|$))/.test(topic);

/** May the topics of an account have this filter? Its first level is a name, so that it never covers reserved topics. */
export const isAccountFilter = (filter: string): boolean =>
  isFilter(filter) && /^[^+#]/.test(filter) && !isReserved(filter) && !filter.includes('\0');

const isOfAccount = (filter: string, topic: string): boolean =>
  !isReserved(topic) && !/[+#\0]/.test(topic) && takes(filter, topic);

/** Does one filter match nothing that another one does not match? */
function isWithin(inner: string, outer: string): boolean {
  const levels = inner.split('/');
  const allowed = outer.split('/');
  for (const [at, one] of allowed.entries()) {
    if (one === '#') return true;
    const level = levels[at];
    if (level === undefined || level === '#' || (one !== '+' && level !== one)) return false;
  }
  return levels.length === allowed.length;
}

/** May a device subscribe to a filter? Only below its own `down/`; an account inside its filter. */
export function maySubscribe(of: TopicOwner, filter: string): boolean {
  if (of.account) return isAccountFilter(filter) && isWithin(filter, of.account.topicFilter);
  const read = readTopic(filter);
  return (
    read !== null &&
    read.modelCode === of.modelCode &&
    read.deviceKey === of.deviceKey &&
    isDownFilter(read.tail.split('/'))
  );
}

/** Does a topic filter match a topic? `+` matches one level, `#` all remaining ones. */
export function takes(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [at, one] of wanted.entries()) {
    if (one === '#') return true;
    if (at >= levels.length || (one !== '+' && one !== levels[at])) return false;
  }
  return wanted.length === levels.length;
}
