import { TopBar } from 'kit/top-bar';
import { ButtonLink } from 'kit/ui';
import { useParams } from 'react-router';
import { deliveryContent } from '../content/delivery.ts';
import { AgentDelivery } from '../features/delivery/agent-delivery.tsx';

export function AgentDeliveryPage() {
  const { agentName = '' } = useParams();
  return (
    <>
      <TopBar>
        <ButtonLink to="/" variant="outline" size="sm">
          {deliveryContent.back}
        </ButtonLink>
      </TopBar>
      <AgentDelivery key={agentName} agentName={agentName} />
    </>
  );
}
