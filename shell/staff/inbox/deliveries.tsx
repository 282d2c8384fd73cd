import type { DeliveryOfForm, LookAnswer } from 'kit/contracts/office';
import { At, Button, countOf, Items, PostForm, Time, Words } from '../parts.tsx';
import { inboxPlace } from './inbox-address.ts';

const ways = new Map([
  ['mail', 'Mail to the office'],
  ['webhook', 'Webhook of the CRM'],
  ['reply', 'Reply to the visitor'],
]);

export function nameWay(channel: string): string {
  return ways.get(channel) ?? `Webhook ${channel.replace(/^webhook:/, '')}`;
}

export function Deliveries({ answer: { form, deliveries, channels }, back }: { answer: LookAnswer; back: string }) {
  const action = `${inboxPlace}/${form.reference}/resend`;
  const why = form.isTest ? ': it is a test' : form.quarantine !== null && ': it is in quarantine';
  const isHeld = why !== false || form.isErased;
  return (
    <>
      <h2>Deliveries</h2>
      {deliveries.length === 0 && (
        <p>
          {isHeld ? <>This form is not delivered{why}.</> : 'It waits to be delivered. Reload this page to see it.'}
        </p>
      )}
      <ul className="log deliveries">
        {deliveries.map((delivery) => (
          <Delivery key={`${delivery.channel} ${delivery.event}`} {...delivery} />
        ))}
      </ul>
      {channels.length > 0 && (
        <div className="row">
          {channels.map((channel) => (
            <PostForm key={channel} action={action} hidden={Object.entries({ back, channel })}>
              <Button look="quiet">Send again: {nameWay(channel)}</Button>
            </PostForm>
          ))}
        </div>
      )}
    </>
  );
}

const whatIsTold = {
  created: '',
  returned: ', about its return',
  erased: ', about its erasure',
} as const satisfies Record<DeliveryOfForm['event'], string>;

function Delivery({ channel, event, state, at, lastError, tries }: DeliveryOfForm) {
  return (
    <li>
      <p>
        <strong>{nameWay(channel)}</strong>
        {whatIsTold[event]}: {state}
        <At words={state === 'waiting' ? ', next attempt ' : ', '} iso={at} />
      </p>
      {lastError !== null && <p className="note">{lastError}</p>}
      {tries.length > 0 && (
        <details>
          <summary>{countOf(tries.length, 'attempt')} in the last 30 days</summary>
          <Items>
            {tries.map((each) => (
              <>
                <Time iso={each.at} /> {each.outcome} in {each.ms} ms
                <Words text={each.said ?? ''} />
              </>
            ))}
          </Items>
        </details>
      )}
    </li>
  );
}
