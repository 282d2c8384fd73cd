import { FeatureGrid } from 'kit/blocks';
import { Box, chakra, Section } from 'kit/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { packagesContent } from '../content/packages.ts';

/** The monthly interactions of each package, in the order of the list (docs/specification.md#9). */
const limits = [500, 2000, Number.POSITIVE_INFINITY] as const;

/** Calls at the right end of the slider, and the step between its positions. */
const mostCalls = 3000;
const callStep = 50;

const Finder = chakra('div', {
  base: {
    '& > label': { display: 'flex', justifyContent: 'space-between', fontWeight: '600' },
    '& > input': { width: '100%', height: '2.75rem', accentColor: 'var(--k-colors-action)' },
    '& output': { fontVariantNumeric: 'tabular-nums' },
    '& > p': { marginTop: '2', fontSize: 'lg' },
  },
});

/** Recommends a package for a number of calls a month; the criterion between two packages is shown below. */
export function PackageFinder() {
  const { size, packages } = packagesContent;
  const [calls, setCalls] = useState(400);
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  // A slider may be moved before the scripts come.
  useEffect(() => {
    if (slider.current) setCalls(slider.current.valueAsNumber);
  }, []);
  const place = limits.findIndex((limit) => calls <= limit);
  const counted = calls === mostCalls ? `${mostCalls} or more` : calls;
  return (
    <Section id="size" tone="fog" layout="split" title={size.title}>
      <Finder>
        <label htmlFor={id}>
          {size.label}
          <output htmlFor={id}>{counted}</output>
        </label>
        <input
          ref={slider}
          id={id}
          type="range"
          min={0}
          max={mostCalls}
          step={callStep}
          value={calls}
          onChange={({ target }) => setCalls(target.valueAsNumber)}
        />
        <p role="status">
          {counted} {size.fits} <a href={`#package-${packages[place]?.id}`}>{size.places[place]}</a>.
        </p>
      </Finder>
      <Box marginTop="10">
        <FeatureGrid items={size.facts} look="rows" />
      </Box>
    </Section>
  );
}
