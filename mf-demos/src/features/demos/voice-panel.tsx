import { Card, chakra, ErrorPanel, Spinner, Text } from 'kit/ui';
import { useRef } from 'react';
import { demoPageContent as content } from '../../content/demos.ts';
import { useEmbeddedVoice } from './use-embedded-voice.ts';

/** A box of its own for the widget, which places itself at a corner of whatever holds it. */
const Stage = chakra('div', {
  base: { width: '100%', '&:empty': { display: 'none' }, '& > *': { position: 'static', display: 'block' } },
});

/** The voice widget of a demo: a spinner until it is there, a way to try again when it does not come. */
export function VoicePanel() {
  const stage = useRef<HTMLDivElement>(null);
  const { state, retry } = useEmbeddedVoice(stage);
  return (
    <Card padding="lg" minHeight="16rem" justifyContent="center">
      {state === 'loading' && <Spinner label={content.loading} />}
      {state === 'failed' && (
        <ErrorPanel title={content.failed.title} onRetry={retry} retryLabel={content.failed.retry}>
          {content.failed.text}
        </ErrorPanel>
      )}
      {state === 'shown' && <Text role="status">{content.ready}</Text>}
      <Stage ref={stage} />
    </Card>
  );
}
