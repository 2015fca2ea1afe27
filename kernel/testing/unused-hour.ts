const DAY = 86_400_000;
let days = 0;

/** An hour of a day that no other sample uses. */
export function unusedHour(): { planStart: string; planEnd: string } {
  days += 1;
  const day = new Date(Date.UTC(2027, 0, 1) + days * DAY).toISOString().slice(0, 10);
  return { planStart: `${day} 09:00:00`, planEnd: `${day} 10:00:00` };
}
