import { chakra } from 'kit/ui';
import { useState } from 'react';

const Frame = chakra('span', {
  base: {
    flexShrink: '0',
    display: 'inline-grid',
    placeItems: 'center',
    height: '4rem',
    fontWeight: '700',
    '& img': { width: 'auto', height: '100%', maxWidth: '14rem', objectFit: 'contain' },
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

/** A client's logo, or its initials where there is no picture. Its name stands beside it, so it is decoration. */
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
