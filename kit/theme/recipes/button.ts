import { defineRecipe } from '@chakra-ui/react';

export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    paddingBlock: '2',
    borderRadius: 'sm',
    border: '1px solid transparent',
    fontFamily: 'heading',
    fontWeight: '600',
    lineHeight: '1.2',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    transition: 'background-color 150ms ease-out, border-color 150ms ease-out, color 150ms ease-out',
    '&:disabled, &[aria-disabled=true]': { opacity: '0.6', cursor: 'not-allowed' },
    '&:active:not(:disabled)': { translate: '0 1px' },
    '@media (forced-colors: active)': { borderColor: 'ButtonText' },
  },
  variants: {
    variant: {
      solid: {
        background: 'action',
        color: 'onAction',
        '&:hover:not(:disabled)': { background: 'actionHover' },
      },
      outline: {
        borderColor: 'control',
        color: 'fg',
        '&:hover:not(:disabled)': { borderColor: 'fg', background: 'surface' },
      },
      quiet: {
        color: 'link',
        '&:hover:not(:disabled)': { background: 'color-mix(in srgb, currentColor 8%, transparent)' },
      },
    },
    size: {
      sm: { minHeight: '2.75rem', paddingInline: '4', fontSize: 'sm' },
      md: { minHeight: 'control', paddingInline: 'min({spacing.6}, 5vw)', fontSize: 'md' },
      lg: { minHeight: '3.5rem', paddingInline: 'min({spacing.6}, 6vw)', fontSize: 'lg' },
    },
    wide: { true: { width: '100%' } },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});
