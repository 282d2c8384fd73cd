import { Heading, Section, TextLink } from 'kit/ui';
import { useEffect, useState } from 'react';
import sound from '../own/sound.wav';
import sum from '../own/sum.wasm';

/** 40 and 2 as the module adds them. */
async function addInWebAssembly(): Promise<number> {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(sum));
  return (instance.exports.sum as (one: number, other: number) => number)(40, 2);
}

export function BackendPage() {
  const [added, setAdded] = useState<number>();
  useEffect(() => {
    addInWebAssembly().then(setAdded, () => setAdded(Number.NaN));
  }, []);
  return (
    <Section>
      <Heading as="h1">Backend</Heading>
      {/* biome-ignore lint/a11y/useMediaCaption: one second of a tone says no words */}
      <audio controls src={sound} />
      <p data-testid="added">{added}</p>
      <TextLink to="/services">To another remote</TextLink>
    </Section>
  );
}
