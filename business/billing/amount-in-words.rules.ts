const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
const places = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿', '万亿'];

/** Write up to four digits in Chinese words. A run of zeros inside becomes one: '1005' = 壹仟零伍. */
function groupInWords(group: string): string {
  const words = [...group]
    .map((digit, at) => (digit === '0' ? '零' : digits[Number(digit)] + places[group.length - 1 - at]))
    .join('');
  return words.replaceAll(/零+/g, '零').replace(/零$/, '');
}

/**
 * Write a whole number in Chinese words, in groups of four digits. A group that begins with 0 is preceded by one 零: 10
 * 0005 is 壹拾万零伍, 1 5000 is 壹万伍仟.
 */
function wholeInWords(whole: string): string {
  const parts: string[] = [];
  for (let end = whole.length; end > 0; end -= 4) parts.unshift(whole.slice(Math.max(0, end - 4), end));
  let words = '';
  for (const [at, part] of parts.entries()) {
    const inWords = groupInWords(part).replace(/^零/, '');
    if (inWords)
      words += `${words && part.startsWith('0') && !words.endsWith('零') ? '零' : ''}${inWords}${groups[parts.length - 1 - at]}`;
    else if (words && !words.endsWith('零')) words += '零';
  }
  return words.replace(/零$/, '');
}

/** Write the tenths (角) and hundredths (分) of a yuan. If only hundredths follow the yuan, a 零 precedes them. */
function partInWords(jiao: string, fen: string, hasYuan: boolean): string {
  const tens = jiao === '0' ? '' : `${digits[Number(jiao)]}角`;
  const ones = fen === '0' ? '' : `${digits[Number(fen)]}分`;
  return `${!tens && ones && hasYuan ? '零' : ''}${tens}${ones}`;
}

/** Write an amount in the words of Chinese receipts, as banks do: '1005.30' = 壹仟零伍元叁角整. */
export function amountInWords(amount: string): string {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  const [jiao, fen] = part.padEnd(2, '0');
  const yuan = wholeInWords(whole.replace(/^0+/, ''));
  const words = `${yuan && `${yuan}元`}${partInWords(jiao, fen, yuan !== '')}`;
  return `${sign && words ? '负' : ''}${words || '零元'}${fen === '0' ? '整' : ''}`;
}
