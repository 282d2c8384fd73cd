import type { DeliveryOfForm, LookAnswer } from 'kit/contracts/office';
import { Items, PostForm, Time } from '../parts.tsx';
import { inboxPlace } from './inbox-address.ts';
import { countOf } from './marks.tsx';

const ways = new Map([
  ['mail', 'Mail to the office'],
  ['webhook', 'Webhook of the CRM'],
  ['reply', 'Reply to the visitor'],
]);

export function nameWay(channel: string): string {
  return ways.get(channel) ?? `Webhook ${channel.replace(/^webhook:/, '')}`;
}

/** Where a form is delivered, with every attempt, and the buttons to send it again. */
export function Deliveries({ answer: { form, deliveries, channels }, back }: { answer: LookAnswer; back: string }) {
  const action = `${inboxPlace}/${form.reference}/resend`;
  return (
    <>
      <h2>Deliveries</h2>
      {deliveries.length === 0 && <p>This form is not delivered{form.isTest && ': it is a test'}.</p>}
      <ul className="deliveries">
        {deliveries.map((delivery) => (
          <Delivery key={`${delivery.channel} ${delivery.event}`} {...delivery} />
        ))}
      </ul>
      {channels.length > 0 && (
        <div className="row">
          {channels.map((channel) => (
            <PostForm
              key={channel}
              action={action}
              hidden={[
                ['back', back],
                ['channel', channel],
              ]}
            >
              <button type="submit" className="quiet">
                Send again: {nameWay(channel)}
              </button>
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
        {at !== null && (
          <>
            , {state === 'waiting' && 'next attempt '}
            <Time iso={at} />
          </>
        )}
      </p>
      {lastError !== null && <p className="note">{lastError}</p>}
      {tries.length > 0 && (
        <details>
          <summary>{countOf(tries.length, 'attempt')} in the last 30 days</summary>
          <Items>
            {tries.map((each) => (
              <>
                <Time iso={each.at} /> {each.outcome} in {each.ms} ms
                {each.said !== null && (
                  <>
                    : <bdi>{each.said}</bdi>
                  </>
                )}
              </>
            ))}
          </Items>
        </details>
      )}
    </li>
  );
}
