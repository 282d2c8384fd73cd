import { Heading, Section, TextLink } from 'kit/ui';
import { useEffect, useState } from 'react';
import captions from '../own/sound.vtt';
import sound from '../own/sound.wav';
import sum from '../own/sum.wasm';

/** Computes 40 + 2 in the WebAssembly module. */
async function addInWebAssembly(): Promise<number> {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(sum));
  return (instance.exports.sum as (one: number, other: number) => number)(40, 2);
}

/** Reads `openings` from the back end, whose origin is in package.json. */
async function countOpenings(): Promise<string> {
  const answer = await fetch('http://127.0.0.1:19179/openings');
  return (await answer.json()).openings;
}

export function BackendPage() {
  const [added, setAdded] = useState<number>();
  const [openings, setOpenings] = useState('');
  useEffect(() => {
    addInWebAssembly().then(setAdded, () => setAdded(Number.NaN));
    countOpenings().then(setOpenings, () => setOpenings('not known'));
  }, []);
  return (
    <Section>
      <Heading as="h1">Backend</Heading>
      <audio controls src={sound}>
        <track kind="captions" src={captions} srcLang="en" label="English" default />
      </audio>
      <p>
        Openings: <span data-testid="openings">{openings}</span>
      </p>
      <p data-testid="added">{added}</p>
      <TextLink to="/backend/openings/a%20%2B%20b">Engineer</TextLink>
      <TextLink to="/backend/rooms/blue">The blue room</TextLink>
      <TextLink to="/services">To another remote</TextLink>
    </Section>
  );
}
