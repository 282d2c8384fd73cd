/** The colours of the brand. Pages use semantic tokens; these names are for pictures and for the tokens themselves. */
export const palette = {
  ink: '#0E1B2A',
  inkRaised: '#172A3E',
  inkLine: '#3A4E63',
  paper: '#FBFAF6',
  fog: '#DEE2DA',
  white: '#FFFFFF',
  lineLight: '#CBCFC7',
  lineFog: '#B2B8AE',
  stone: '#737D76',
  slate: '#47535F',
  mist: '#B9C3CD',
  beacon: '#FFB020',
  beaconBright: '#FFC859',
  signal: '#C7401F',
  signalDeep: '#A33014',
  moss: '#1F6B5C',
  mossBright: '#7FCFBA',
  alarm: '#A3162C',
  alarmBright: '#FFA696',
} as const;

export type PaletteColor = keyof typeof palette;

/**
 * The semantic colours of each tone. A section sets its tone with `data-tone`, and its content inherits it.
 * `contrast.test.ts` checks that text and its background have the contrast of WCAG 2.2 AA.
 */
export const tones = {
  paper: {
    bg: 'paper',
    surface: 'white',
    fg: 'ink',
    muted: 'slate',
    line: 'lineLight',
    control: 'stone',
    action: 'signal',
    actionHover: 'signalDeep',
    onAction: 'white',
    link: 'signalDeep',
    focus: 'signal',
    accent: 'beacon',
    success: 'moss',
    danger: 'alarm',
  },
  ink: {
    bg: 'ink',
    surface: 'inkRaised',
    fg: 'paper',
    muted: 'mist',
    line: 'inkLine',
    control: 'mist',
    action: 'beacon',
    actionHover: 'beaconBright',
    onAction: 'ink',
    link: 'beacon',
    focus: 'beacon',
    accent: 'beacon',
    success: 'mossBright',
    danger: 'alarmBright',
  },
} as const satisfies Record<'paper' | 'ink', Record<string, PaletteColor>>;

/** The same as `paper`, except for the background and the lines, which would not be visible on it. */
export const fogTone = { ...tones.paper, bg: 'fog', line: 'lineFog' } as const;

export type Tone = 'paper' | 'fog' | 'ink';
