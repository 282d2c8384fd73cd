import { chakra } from 'kit/ui';
import { useState } from 'react';

const Frame = chakra('span', {
  base: {
    flexShrink: '0',
    display: 'grid',
    // The space is reserved before the logo loads, because a logo may have any shape or be missing.
    width: '14rem',
    height: '4rem',
    maxWidth: '100%',
    fontWeight: '700',
    '& img': { width: '100%', height: '4rem', objectFit: 'contain', objectPosition: 'left' },
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      width: '4rem',
      height: '4rem',
      borderRadius: 'md',
      background: 'ink',
      color: 'beacon',
    },
  },
});

/** A client's logo, or its initials without one. It is decorative, because the name is beside it. */
export function ClientLogo({ name, src }: { name: string; src: string }) {
  const [missing, setMissing] = useState(false);
  return (
    <Frame aria-hidden="true">
      {missing ? <span>{initialsOf(name)}</span> : <img src={src} alt="" onError={() => setMissing(true)} />}
    </Frame>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase()).join('');
}
