import { atom, useAtom } from 'jotai';
import type { ShownAgent } from 'kit/contracts/agent';
import { useHeadingFocus } from 'kit/heading-focus';
import { TopBar } from 'kit/top-bar';
import { Button, ButtonLink, Card, chakra, Hero, Picture, Section } from 'kit/ui';
import { useRef } from 'react';
import { mainSiteLabel } from '../content/navigation.ts';
import { codeFormContent } from '../content/portal.ts';
import { AgentCodeForm } from '../features/portal/agent-code-form.tsx';
import { AgentView } from '../features/portal/agent-view.tsx';

/** Shows the code form until a code is found, then its agent (docs/specification.md#4). */
export function MyAgentPage() {
  const { inside } = codeFormContent;
  const [agent, setAgent] = useAtom(viewedAgentAtom);
  const view = useRef<HTMLDivElement>(null);
  useHeadingFocus(view, agent, { scroll: 'top' });

  return (
    <div ref={view}>
      <TopBar tone={agent ? 'ink' : 'fog'}>
        {agent && (
          <Button variant="outline" size="sm" onClick={() => setAgent(null)}>
            Switch Agent
          </Button>
        )}
        <ButtonLink to="/" variant="outline" size="sm">
          {mainSiteLabel}
        </ButtonLink>
      </TopBar>
      {agent ? (
        <AgentView agent={agent} />
      ) : (
        <>
          <Hero
            tone="fog"
            title={codeFormContent.title}
            lead={codeFormContent.lead}
            art={
              <Card data-tone="paper" padding="lg">
                <AgentCodeForm onFound={setAgent} />
              </Card>
            }
          />
          <Section layout="split" title={inside.title} lead={inside.lead}>
            <AgentPicture alt={inside.picture} />
          </Section>
        </>
      )}
    </div>
  );
}

/**
 * The agent in the portal; null before a code is entered. It is only in this tab's memory, so that the code is in no URL
 * and no storage: it survives a client-side navigation, but not a reload.
 */
const viewedAgentAtom = atom<ShownAgent | null>(null);

const Frame = chakra('div', {
  base: { borderRadius: 'md', overflow: 'hidden', '& img': { width: '100%', height: 'auto' } },
});

const folder = '/attached_assets/agents';

function AgentPicture({ alt }: { alt: string }) {
  const sources = ['avif', 'webp'].map((ending) => ({
    type: `image/${ending}`,
    srcSet: [480, 960].map((width) => `${folder}/portal-${width}.${ending} ${width}w`).join(', '),
  }));
  return (
    <Frame>
      <Picture
        src={`${folder}/portal.svg`}
        alt={alt}
        width={960}
        height={640}
        sources={sources}
        sizes="(min-width: 1024px) 40rem, 100vw"
      />
    </Frame>
  );
}
