/** The logo: a beam of light across a horizon. The favicon shows the same (`shell/public/favicon.svg`). */
export function BrandMark() {
  return (
    <svg aria-hidden="true" width="36" height="36" viewBox="0 0 36 36">
      <rect width="36" height="36" rx="5" fill="#0E1B2A" />
      <path d="M9 25 31 7v18z" fill="#FFB020" />
      <path d="M4 26h28" stroke="#FBFAF6" strokeWidth="2" />
      <circle cx="9" cy="25" r="4.6" fill="#FFB020" stroke="#0E1B2A" strokeWidth="1.6" />
    </svg>
  );
}
