/** Times, counted from the moment that the page was made; their exact value is the tooltip. */

const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["week", 7 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Such as "3 minutes ago" or "in 2 weeks". */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  const unit = units.find(([, length]) => Math.abs(distance) >= length);
  if (!unit) return distance > 0 ? "in a moment" : "just now";
  return relative.format(Math.trunc(distance / unit[1]), unit[0]);
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
    {day.format(at)}
  </time>
);

/** The exact moment, in UTC. */
export const Moment = ({ at }: { at: number }) => (
  <time class="nowrap" datetime={new Date(at).toISOString()}>
    {exact.format(at)}
  </time>
);
