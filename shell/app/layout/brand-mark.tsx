/** The mark: a beam across a low horizon that picks out one point. */
export function BrandMark() {
  return (
    <svg aria-hidden="true" width="36" height="36" viewBox="0 0 36 36">
      <rect width="36" height="36" rx="4" fill="#0E1B2A" />
      <path d="M6 25 30 8v17z" fill="#FFB020" opacity=".28" />
      <path d="M4 25.5h28" stroke="#FBFAF6" strokeWidth="1.5" />
      <circle cx="8" cy="25" r="3.2" fill="#FFB020" />
    </svg>
  );
}
