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

/** Return the topic for messages to a device. */
export const downTopic = ({ modelCode, deviceKey }: Omit<DeviceTopic, 'tail'>, tail: string): string =>
  `${TOPIC_ROOT}/${modelCode}/${deviceKey}/down/${tail}`;

/**
 * Return the topic after `up/` if a device may publish there; otherwise null. Only its own topics below `up/` are
 * allowed.
 */
export function mayPublish(of: Omit<DeviceTopic, 'tail'>, topic: string): string | null {
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

/** May a device subscribe to a filter? Only below its own `down/`. */
export function maySubscribe(of: Omit<DeviceTopic, 'tail'>, filter: string): boolean {
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
