import { Heading, Section, TextLink } from 'kit/ui';
import { useEffect, useState } from 'react';
import picture from '../own/a picture.png';
import * as classes from '../own/card.module.css';
import '../own/measures.less';
import note from '../own/note.txt';
import '../own/styles.css';
import words from '../own/words.json';

declare const YEAR_OF_BUILD: number;

export function FilesPage() {
  const [doubled, setDoubled] = useState<number>();
  const [late, setLate] = useState('');
  useEffect(() => {
    const worker = new Worker(new URL('../own/double.worker.ts', import.meta.url));
    worker.onmessage = ({ data }) => setDoubled(data);
    worker.postMessage(21);
    return () => worker.terminate();
  }, []);
  const load = async () => setLate((await import(/* webpackChunkName: "Any.Name" */ '../own/late.ts')).late);
  return (
    <Section>
      <Heading as="h1">Files</Heading>
      <div className={`body-text ${classes.card}`} data-testid="card">
        <p>In a card</p>
      </div>
      <img src={picture} width="96" height="96" alt="The sign of the site" />
      <p>{words.words}</p>
      <p>
        {note} in {YEAR_OF_BUILD}
      </p>
      <p data-testid="doubled">{doubled}</p>
      <button type="button" onClick={load}>
        Load
      </button>
      <p data-testid="late">{late}</p>
      <TextLink to="/files/plain">To the plain page</TextLink>
    </Section>
  );
}
