/** Times, counted from the moment that the page was made; their exact value is the tooltip. */

const minute = 60_000;
const day = 24 * 60 * minute;
/** Each unit, its length, and the distance from which on it is used: "90 days" says more than "2 months". */
const units = [
  ["year", 365 * day, 730 * day],
  ["month", 30 * day, 100 * day],
  ["day", day, day],
  ["hour", 60 * minute, 60 * minute],
  ["minute", minute, minute],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Such as "3 minutes ago" or "in 2 weeks". */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  const unit = units.find(([, , least]) => Math.abs(distance) >= least);
  if (!unit) return distance > 0 ? "in a moment" : "just now";
  const [name, length] = unit;
  // What was is counted in what is over; what is to come, to the nearest: a token made for 90 days has 90.
  return relative.format(distance > 0 ? Math.round(distance / length) : Math.ceil(distance / length), name);
}

/** Milliseconds since the epoch; null: never. */
export const Ago = ({ at, now, never = "Never" }: { at: number | null; now: number; never?: string }) =>
  at === null ? (
    <span class="muted">{never}</span>
  ) : (
    <time class="nowrap" datetime={new Date(at).toISOString()} title={`${exact.format(at)} UTC`}>
      {relativeTime(at, now)}
    </time>
  );

/** A day, such as "22 Nov 2026". */
export const Day = ({ at }: { at: number }) => (
  <time class="nowrap" datetime={new Date(at).toISOString()} title={`${exact.format(at)} UTC`}>
    {days.format(at)}
  </time>
);

/** The exact moment, in UTC. */
export const Moment = ({ at }: { at: number }) => (
  <time class="nowrap" datetime={new Date(at).toISOString()}>
    {exact.format(at)}
  </time>
);
