/**
 * The properties of CSS that take our tokens, by the tokens' category, and Chakra's conditions that styles name: in place of
 * Chakra's own 243 and 104, most of which are shorthands and small languages of their own (gradients, rings, spaces between),
 * 4 kB of every first page. Every other property of CSS is written as it is, every other condition as a selector or a query.
 */
const propertiesByCategory = {
  colors:
    'color background backgroundColor borderColor borderTopColor borderRightColor borderBottomColor borderLeftColor ' +
    'borderBlockColor borderBlockStartColor borderBlockEndColor borderInlineColor borderInlineStartColor borderInlineEndColor ' +
    'outlineColor textDecorationColor accentColor caretColor scrollbarColor fill stroke',
  spacing:
    'gap rowGap columnGap margin marginTop marginRight marginBottom marginLeft marginBlock marginBlockStart marginBlockEnd ' +
    'marginInline marginInlineStart marginInlineEnd padding paddingTop paddingRight paddingBottom paddingLeft paddingBlock ' +
    'paddingBlockStart paddingBlockEnd paddingInline paddingInlineStart paddingInlineEnd top right bottom left inset insetBlock ' +
    'insetBlockStart insetBlockEnd insetInline insetInlineStart insetInlineEnd scrollMargin scrollMarginTop scrollMarginRight ' +
    'scrollMarginBottom scrollMarginLeft scrollPadding scrollPaddingTop scrollPaddingRight scrollPaddingBottom ' +
    'scrollPaddingLeft scrollPaddingBlock scrollPaddingInline',
  sizes:
    'width minWidth maxWidth height minHeight maxHeight inlineSize minInlineSize maxInlineSize blockSize minBlockSize ' +
    'maxBlockSize flexBasis',
  radii:
    'borderRadius borderTopLeftRadius borderTopRightRadius borderBottomLeftRadius borderBottomRightRadius ' +
    'borderStartStartRadius borderStartEndRadius borderEndStartRadius borderEndEndRadius',
  fonts: 'fontFamily',
  fontSizes: 'fontSize',
  shadows: 'boxShadow textShadow',
  zIndex: 'zIndex',
};

type Category = keyof typeof propertiesByCategory;

/** Each property, and where Chakra looks its values up. */
export const utilities: Record<string, { values: Category }> = {};
// Object.entries forgets the names of the keys.
for (const [category, names] of Object.entries(propertiesByCategory))
  for (const name of names.split(' ')) utilities[name] = { values: category as Category };

/** What a tone of a section changes, as `_ink` and `_fog`, and a place that says nothing yet, as `_empty`. */
export const conditions = { ink: '[data-tone=ink] &', fog: '[data-tone=fog] &', empty: '&:empty' };
