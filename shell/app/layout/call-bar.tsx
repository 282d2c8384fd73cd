import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { chakra } from 'kit/ui';
import { Link } from 'react-router';

const Bar = chakra('nav', {
  base: {
    display: { base: 'grid', md: 'none' },
    gridTemplateColumns: '1fr 1fr',
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: 'header',
    minHeight: 'var(--call-bar)',
    paddingBottom: 'env(safe-area-inset-bottom)',
    background: 'ink',
    color: 'paper',
    borderTop: '1px solid',
    borderColor: 'inkLine',
    '& a': {
      display: 'grid',
      placeContent: 'center',
      fontFamily: 'heading',
      fontWeight: '600',
      textDecoration: 'none',
      '&:focus-visible': { outlineOffset: '-4px' },
    },
    '& a:last-child': { background: 'beacon', color: 'ink' },
    // A visitor who fills in a form needs the space.
    'html:has(:is(input, select, textarea):focus, [data-call-bar=none]) &': { display: 'none' },
    '@media (max-height: 30rem)': { display: 'none' },
  },
});

/** The fixed bar at the bottom of phones with the two ways to talk to us. `--call-bar` (kit/theme) reserves its space. */
export function CallBar() {
  const { phone } = useSite();
  return (
    <Bar aria-label="Call or book" data-tone="ink" data-part="call-bar">
      <a href={telephoneHref(phone)} aria-label={`Call ${phone}`}>
        Call
      </a>
      <Link to="/consultation" discover="none" aria-label="Book a consultation">
        Book
      </Link>
    </Bar>
  );
}
