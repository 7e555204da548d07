/** The product's mark, and the icons of the pages. They are decoration: words beside them say the same. */

const strokes = (
  <>
    <path d="M3 5.5h10" />
    <path d="M5.5 10h10" />
    <path d="M8 14.5h9" />
  </>
);

export const Mark = ({ size = 22 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="2.4"
    stroke-linecap="round"
    aria-hidden="true"
  >
    {strokes}
  </svg>
);

const icons = {
  check: <path d="m3.5 8.5 3 3 6-7" />,
  warn: (
    <>
      <path d="M8 2 1.5 13.5h13L8 2Z" />
      <path d="M8 6.5v3M8 11.4v.1" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 7.25v4M8 4.9v.1" />
    </>
  ),
  stop: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 4.5v4M8 11v.1" />
    </>
  ),
  arrow: <path d="M3 8h10M9 4l4 4-4 4" />,
  box: (
    <>
      <path d="m8 1.75 5.5 3v6.5l-5.5 3-5.5-3v-6.5l5.5-3Z" />
      <path d="m2.75 4.9 5.25 2.85 5.25-2.85M8 7.75v6.25" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5" r="2.5" />
      <path d="M1.5 13.5c.4-2.6 2.2-4 4.5-4s4.1 1.4 4.5 4M10.5 2.8a2.4 2.4 0 0 1 0 4.4M12.2 9.9c1.3.6 2.1 1.9 2.3 3.6" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="3" />
      <path d="m7.2 8.8 6.3-6.3M11 5l2 2" />
    </>
  ),
  list: <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />,
  app: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="2" />
      <path d="M1.75 6h12.5M4 4.4h.01" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
} as const;

export type IconName = keyof typeof icons;

export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {icons[name]}
  </svg>
);

/** The mark as the icon of a browser's tab: it is a file of its own, and cannot inherit a colour. */
export const TabIcon = () => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 20 20"
    fill="none"
    stroke="#0c8a93"
    stroke-width="2.6"
    stroke-linecap="round"
  >
    <title>drift</title>
    {strokes}
  </svg>
);
