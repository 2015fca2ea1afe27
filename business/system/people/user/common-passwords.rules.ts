/** Words of the most common passwords, from lists of leaked ones. Most of them are combined with numbers. */
const WORDS =
  `admin administrator root user test guest demo manager password passwd pass passw0rd p@ssw0rd p@ssword welcome hello love iloveyou woaini woaini1314 wodemima mima sunshine princess dragon
  monkey master shadow superman batman football baseball qwerty qwert qwertyuiop qwe qweasd qweasdzxc asd asdf asdfgh asdfghjkl zxc zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t
  q1w2e3 q1w2e3r4 a b q w z aa abc abcd abcde abcdef abcdefg aaa aaaa aaaaaa a1b2c3 a1b2c3d4 abc@ letmein changeme secret login system server oracle mysql blade saber sword anju company china beijing shanghai
  qq wang li zhang liu chen yang zhao huang zhou wu tiantian baobao xiaoming computer internet samsung huawei xiaomi taobao alibaba tencent baidu trustno starwars freedom whatever michael jordan charlie
  888 666 168 520 1314 5201314 7758521 7758258 147258 147258369 159357 123123 112233 121212 131313 123321 654321 987654321 0123456789 11223344 12341234 88888888 66666666 00000000 11111111 99999999 1 12 123 1234 12345 123456 1234567 12345678 123456789
  1234567890 000000 111111 222222 333333 444444 555555 666666 777777 888888 999999 520520 789456 456789 147852 159753 100200 110110 123654 123789 369369 521521 987654`.split(
    /\s+/,
  );

const BEHIND: readonly string[] = [
  '',
  '.',
  '!',
  '@',
  '#',
  '1',
  '12',
  '123',
  '123.',
  '123!',
  '1234',
  '12345',
  '123456',
  '123456789',
  '@1',
  '@12',
  '@123',
  '@1234',
  '@123456',
  '#123',
  '_123',
  '!@#',
  '000',
  '111',
  '520',
  '666',
  '888',
  '1314',
  '2020',
  '2021',
  '2022',
  '2023',
  '2024',
  '2025',
  '2026',
  '@2024',
  '@2025',
  '@2026',
  'a',
  'aa',
  'abc',
  'qwe',
  'qq',
];

const spelled = (word: string): string[] => [
  ...new Set([
    word,
    word.toLowerCase(),
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
  ]),
];

/** Return the passwords that people derive from a word: with capitals, with a number after or before it, or doubled. */
export const madeOf = (word: string): string[] =>
  spelled(word).flatMap((one) => [...BEHIND.map((end) => `${one}${end}`), `123${one}`, `${one}${one}`]);

/** Passwords that attackers try first. */
export const commonPasswords = (): string[] => WORDS.flatMap(madeOf);
