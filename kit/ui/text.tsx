import { chakra } from '@chakra-ui/react/styled-system';

/** A heading. `as` sets its level and `size` its appearance. */
export const Heading = chakra('h2', {
  base: { color: 'fg' },
  variants: {
    size: {
      display: { textStyle: 'display' },
      h1: { textStyle: 'h1' },
      h2: { textStyle: 'h2' },
      h3: { textStyle: 'h3' },
      h4: { textStyle: 'h4' },
    },
  },
  defaultVariants: { size: 'h2' },
});

/** A paragraph with at most 72 characters in a line. */
export const Text = chakra('p', {
  base: { maxWidth: 'measure' },
  variants: {
    size: { sm: { textStyle: 'small' }, md: { textStyle: 'body' }, lead: { textStyle: 'lead' } },
    tone: { plain: {}, muted: { color: 'muted' }, danger: { color: 'danger' }, success: { color: 'success' } },
  },
  defaultVariants: { size: 'md', tone: 'plain' },
});

export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    paddingInline: '2',
    paddingBlock: '0.125rem',
    borderRadius: 'sm',
    border: '1px solid',
    borderColor: 'line',
    fontSize: 'sm',
    fontWeight: '600',
    lineHeight: '1.5',
  },
  variants: {
    tone: {
      plain: { color: 'fg', background: 'surface' },
      success: { color: 'success', borderColor: 'currentColor' },
      /** Dark text on the beacon colour in every tone. The beacon colour itself is never used for text on paper. */
      beacon: { color: 'ink', background: 'beacon', borderColor: 'beacon' },
      danger: { color: 'danger', borderColor: 'currentColor' },
    },
  },
  defaultVariants: { tone: 'plain' },
});

/** Text for screen readers only. */
export const VisuallyHidden = chakra('span', {
  base: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

/**
 * A list without markers. Without the explicit role, VoiceOver would not announce it as a list: WebKit treats a list without
 * markers, or with flex or grid items, as layout unless it is inside a `nav` (WebKit's AccessibilityList). Lists with their
 * own styles must set `role="list"` as well.
 */
export const List = chakra('ul', {}, { defaultProps: { role: 'list' } });
