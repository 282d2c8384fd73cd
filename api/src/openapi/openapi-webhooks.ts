import type { OpenAPIObject } from '@nestjs/swagger';
import { alwaysStored, exampleOf } from 'kit/contracts/form-definition';
import { originFields } from 'kit/contracts/submission-origin';
import { submissionKinds } from '../submissions/kinds.ts';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const, example },
});

const description = `Sent to the endpoints of the office, to those that it added for a partner, and to the one that a partner sets with \`POST /api/webhook\`: one of the office gets
everybody's forms, one of a partner what came with that partner's key. At least once and with the same
\`webhook-id\` each time: after an answer that was lost, and when the office sends it again, go by that id. Events may arrive
in another order: go by \`createdAt\`. Forms marked \`isTest\` are not sent; \`POST /api/webhook/test\` posts a \`webhook.test\`. While a secret
is changed, \`webhook-signature\` holds two signatures with a space between them: one that fits is enough. Answer within 15 s:

- **2xx**: taken.
- **5xx, 429, 408, 425, 400, 401, 403, 404, 405, a redirect** (none is followed) **or no answer**: the endpoint is unavailable,
  and all events wait. It is asked again after 1 s, 2 s, 4 s and so on up to half a minute, and with the first 2xx all that
  waits is sent. \`Retry-After\` is obeyed, in seconds or as a date, up to an hour. An event that fails alone, while others are
  taken, comes again after 10 s, 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and four times after a day.
- **410**: the same, asked once an hour.
- **any other 4xx**: this event is refused for good and does not come again unless the office sends it.

Verify before you believe it, on the bytes as they arrived: with any library of standardwebhooks.com, or with
[the code of the guide](/api/guide#webhooks).`;

export const leadEvent = {
  type: 'lead.created',
  timestamp: '2026-11-20T09:30:00.000Z',
  data: {
    id: '0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11',
    reference: 'L-7F3K9Q',
    isTest: false,
    createdAt: '2026-11-20T09:30:00.000Z',
    ...exampleOf(alwaysStored(submissionKinds.lead.fields)),
    origin: { ...exampleOf(originFields), partner: null },
  },
};

const { id, reference, isTest, createdAt } = leadEvent.data;

const originSchema = {
  type: 'object' as const,
  description: 'Where the form comes from, beside what was typed into it.',
  required: Object.keys(originFields),
  properties: Object.fromEntries(
    Object.entries(originFields).map(([name, { description: words, example }]) => [
      name,
      { type: ['string', 'null'], description: words, example },
    ]),
  ),
};

const erasedEvent = {
  type: 'lead.erased',
  timestamp: '2026-11-22T10:00:00.000Z',
  data: { id, reference, isTest, erasedAt: '2026-11-22T10:00:00.000Z' },
};

/** A partner's webhook after the office returned a lead. */
const returnedEvent = {
  type: 'lead.returned',
  timestamp: '2026-11-21T10:00:00.000Z',
  data: { id, reference, isTest, returnedAt: '2026-11-21T10:00:00.000Z', reason: 'wrong number' },
};

type Webhook = NonNullable<OpenAPIObject['webhooks']>[string];

interface Documented {
  operationId: string;
  summary: string;
  description: string;
  example: { type: string; timestamp: string; data: { id: string } };
  /** In seconds since 1970. */
  sentAt: number;
  types: string[];
  data: object;
  refusal: string;
}

function webhookOf({ example, sentAt, types, data, refusal, ...words }: Documented): Webhook {
  const [, happened] = example.type.split('.');
  const properties = {
    type: { type: 'string', enum: types },
    timestamp: { type: 'string', format: 'date-time' },
    data: { type: 'object', ...data },
  };
  const schema = { type: 'object', required: ['type', 'timestamp', 'data'], properties };
  return {
    post: {
      ...words,
      tags: ['Forms'],
      parameters: [
        header(
          'webhook-id',
          'The same with each try.',
          `msg_${example.data.id}${happened === 'created' ? '' : `_${happened}`}`,
        ),
        header('webhook-timestamp', 'Seconds since 1970, of this try.', String(sentAt)),
        header(
          'webhook-signature',
          'HMAC-SHA256 of id, timestamp and body.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { example, schema } } },
      responses: {
        '2XX': { description: 'Taken.' },
        '4XX': { description: refusal },
        '5XX': { description: 'Not taken: it comes again.' },
      },
    },
  } as Webhook; // The types of its schemas are plain strings here.
}

function membersLike(example: Record<string, string | boolean>) {
  return {
    required: Object.keys(example),
    properties: Object.fromEntries(Object.keys(example).map((name) => [name, schemaOf(name)])),
  };
}

function schemaOf(member: string) {
  if (member === 'isTest') return { type: 'boolean', description: isTestWords };
  if (member === 'id') return { type: 'string', format: 'uuid' };
  return { type: 'string', ...(member.endsWith('At') ? { format: 'date-time' } : {}) };
}

const isTestWords = 'True for a test: only `GET /api/webhook/events` has events of tests.';

const ofEachKind = (event: string) => Object.keys(submissionKinds).map((kind) => `${kind}.${event}`);

const asOnSubmission = 'Not taken, as with `onSubmission`.';

/** All webhooks (Standard Webhooks, standardwebhooks.com). */
export const webhooks: NonNullable<OpenAPIObject['webhooks']> = {
  erasure: webhookOf({
    operationId: 'onErasure',
    summary: 'What a form held was erased',
    description: `Sent to everyone who got the form, because the person asked for it or the office keeps forms no longer: erase
what you have of it, by \`id\` or \`reference\`. It names nobody. Signed and repeated as \`onSubmission\` is, with a \`webhook-id\` of its own.`,
    example: erasedEvent,
    sentAt: 1795341600,
    types: ofEachKind('erased'),
    data: membersLike(erasedEvent.data),
    refusal: asOnSubmission,
  }),
  return: webhookOf({
    operationId: 'onReturn',
    summary: 'The office gave a lead back',
    description: `Sent to the endpoints of the partner whose lead it was, with the reason in the office's words. Signed and repeated as
\`onSubmission\` is, with a \`webhook-id\` of its own.`,
    example: returnedEvent,
    sentAt: 1795255200,
    types: [returnedEvent.type],
    data: membersLike(returnedEvent.data),
    refusal: asOnSubmission,
  }),
  submission: webhookOf({
    operationId: 'onSubmission',
    summary: 'A form was kept',
    description,
    example: leadEvent,
    sentAt: 1795200000,
    types: ofEachKind('created'),
    data: {
      description: 'The form as it was sent, with its id, reference, time and origin.',
      required: ['id', 'reference', 'isTest', 'createdAt', 'origin'],
      properties: { ...membersLike({ id, reference, isTest, createdAt }).properties, origin: originSchema },
      additionalProperties: true,
    },
    refusal:
      'Not taken: it comes again after 400, 401, 403, 404, 405, 408, 410, 425 and 429, and no more after others.',
  }),
};
