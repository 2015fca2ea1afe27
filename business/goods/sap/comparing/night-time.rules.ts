/** When both stocks are compared each night, in the company's zone. */
export const NIGHT = '02:20';

/** The same as a schedule of timed work. */
export const nightCron = (): string => {
  const [hour, minute] = NIGHT.split(':').map(Number);
  return `${minute} ${hour} * * *`;
};
