import { chakra, palette } from 'kit/ui';

const Drawing = chakra('svg', {
  base: { width: '100%', maxWidth: '18rem', height: 'auto', display: 'block', marginInline: 'auto' },
});

/** The initials of the first and the last word: `Summit Dental Care` is `SC`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0]?.toUpperCase() ?? '').join('');
}

/** The agent's profile picture: its business's initials on a gradient. */
export function Portrait({ businessName }: { businessName: string }) {
  return (
    <Drawing viewBox="0 0 240 240" role="img" aria-label={`Profile image of ${businessName}`}>
      <circle cx="120" cy="120" r="118" fill={palette.inkRaised} stroke={palette.inkLine} strokeWidth="2" />
      <path d="M120 120 18 60a118 118 0 0 0 0 120Z" fill={palette.beacon} opacity="0.16" />
      <path d="M120 120 222 60a118 118 0 0 1 0 120Z" fill={palette.beacon} opacity="0.16" />
      <circle cx="120" cy="120" r="62" fill={palette.beacon} />
      <text x="120" y="139" textAnchor="middle" fontSize="52" fontWeight="700" fill={palette.ink}>
        {initialsOf(businessName)}
      </text>
      <path
        d="M26 108v24M43 94v52M197 94v52M214 108v24"
        stroke={palette.beacon}
        strokeWidth="7"
        strokeLinecap="round"
      />
    </Drawing>
  );
}
