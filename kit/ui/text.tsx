import { chakra, defineRecipe } from '@chakra-ui/react';

const headingRecipe = defineRecipe({
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

const textRecipe = defineRecipe({
  base: { maxWidth: 'measure' },
  variants: {
    size: { sm: { textStyle: 'small' }, md: { textStyle: 'body' }, lead: { textStyle: 'lead' } },
    tone: { plain: {}, muted: { color: 'muted' }, danger: { color: 'danger' }, success: { color: 'success' } },
  },
  defaultVariants: { size: 'md', tone: 'plain' },
});

const badgeRecipe = defineRecipe({
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
      /** Light on ink in either ground: the beacon is never text on paper. */
      beacon: { color: 'ink', background: 'beacon', borderColor: 'beacon' },
      danger: { color: 'danger', borderColor: 'currentColor' },
    },
  },
  defaultVariants: { tone: 'plain' },
});

/** A heading: `as` says its level, `size` its looks. */
export const Heading = chakra('h2', headingRecipe);

/** A paragraph of at most 72 characters a line. */
export const Text = chakra('p', textRecipe);

export const Badge = chakra('span', badgeRecipe);

/** Read by screen readers, seen by nobody. */
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
 * A list without marks. The reset takes the marks of lists away, and with them VoiceOver's "list, six items": WebKit takes
 * a list without marks, or whose items are flex boxes or grids, for a means of layout, unless a `nav` is around it or its
 * role is written out (WebKit's AccessibilityList). Lists with looks of their own write `role="list"` out themselves.
 */
export const List = chakra('ul', {}, { defaultProps: { role: 'list' } });
