import { Heading, Section, TextLink } from 'kit/ui';
import { useState } from 'react';
import { useBlocker, useParams } from 'react-router';

export function NotePage() {
  const { note } = useParams();
  const [text, setText] = useState('');
  const blocker = useBlocker(text !== '');
  return (
    <Section>
      <Heading as="h1">Note {note}</Heading>
      <label>
        Text <input value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {blocker.state === 'blocked' && (
        <p role="alert">
          The text is not kept.
          <button type="button" onClick={() => blocker.reset()}>
            Stay
          </button>
          <button type="button" onClick={() => blocker.proceed()}>
            Leave
          </button>
        </p>
      )}
      <TextLink to="/files/notes/second">To the second note</TextLink>
      <TextLink to="/files/plain">To the plain page</TextLink>
    </Section>
  );
}
