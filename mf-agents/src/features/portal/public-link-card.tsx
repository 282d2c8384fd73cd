import { checkIcon, copyIcon } from 'kit/icons';
import { Button, chakra, Icon, Text, TextLink } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { agentViewContent } from '../../content/portal.ts';
import { TaskCard } from '../../sections/task-card.tsx';
import { copyText } from './copy-text.ts';

/** docs/specification.md#9: the confirmation lasts two seconds. */
const copiedFor = 2000;

const Address = chakra('input', {
  base: {
    width: '100%',
    minHeight: 'control',
    paddingInline: '4',
    background: 'bg',
    color: 'fg',
    border: '1px solid',
    borderColor: 'control',
    borderRadius: 'sm',
    textOverflow: 'ellipsis',
  },
});

/** The address of the agent's public page, to copy or to open. */
export function PublicLinkCard({ agentName }: { agentName: string }) {
  const content = agentViewContent.link;
  const address = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const path = `/agents/${encodeURIComponent(agentName)}`;

  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome('none'), copiedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function handleCopy() {
    if (address.current) setOutcome((await copyText(address.current)) ? 'copied' : 'failed');
  }

  return (
    <TaskCard title={content.title} text={content.text}>
      {/* Logged in is a state of the browser: there is always a window here. */}
      <Address ref={address} readOnly aria-label={content.title} value={`${window.location.origin}${path}`} />
      <chakra.div display="flex" flexWrap="wrap" columnGap="5" rowGap="2" alignItems="center">
        <Button variant="outline" onClick={handleCopy}>
          <Icon shape={outcome === 'copied' ? checkIcon : copyIcon} size={20} />
          {/* As wide with either: what stands beside it keeps its place. */}
          <chakra.span aria-live="polite" minWidth="4.8em">
            {outcome === 'copied' ? content.copied : content.copy}
          </chakra.span>
        </Button>
        <TextLink to={path} variant="onward">
          {content.open}
        </TextLink>
      </chakra.div>
      {/* Never taken off the page: screen readers only hear of changes to a region that was there before. */}
      <Text role="status" size="sm" tone="danger" _empty={{ marginTop: '-4' }}>
        {outcome === 'failed' && content.copyFailed}
      </Text>
    </TaskCard>
  );
}
