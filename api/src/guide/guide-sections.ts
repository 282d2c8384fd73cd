import { exampleOf, type FieldDefinition, type FieldDefinitions } from 'kit/contracts/form-definition';
import { idempotencyDays } from 'kit/contracts/idempotency';
import { leadIndustries, leadKind, servicesOf } from 'kit/contracts/lead-payload';
import type { SiteConfig } from 'kit/contracts/site-config';
import { originFields } from 'kit/contracts/submission-origin';
import { limits, messageOf } from 'kit/contracts/text-rules';
import { html, type Markup } from 'kit/server/html';
import { postsPerMinute } from '../limits/rate-limits.ts';
import { leadEvent } from '../openapi/openapi-webhooks.ts';
import { changes } from './changes.ts';
import { firstLead, replayEvents, type Sample, verifyWebhook } from './samples.ts';

export function guideSections(origin: string, { mailboxes }: Pick<SiteConfig, 'mailboxes'>) {
  return [
    { id: 'first-lead', heading: 'Your first lead', body: firstLeadSection(origin) },
    { id: 'fields', heading: 'The fields of a lead', body: fieldsSection() },
    { id: 'tests', heading: 'Tests', body: testsSection() },
    { id: 'keys', heading: 'Keys', body: keysSection(origin, mailboxes.officeManager) },
    { id: 'status', heading: 'What became of a lead', body: statusSection(origin) },
    { id: 'errors', heading: 'Errors', body: errorsSection() },
    { id: 'retries', heading: 'Retries', body: retriesSection() },
    { id: 'limits', heading: 'Limits', body: limitsSection() },
    { id: 'webhooks', heading: 'Webhooks', body: webhooksSection(origin) },
    { id: 'own-machine', heading: 'Try your receiver on your own machine', body: ownMachineSection(origin) },
    { id: 'versions', heading: 'Versions and deprecation', body: versionsSection() },
    { id: 'changes', heading: 'Changes', body: changesSection() },
  ];
}

function firstLeadSection(origin: string): Markup {
  return html`<p>Take one of these as it stands. It sends a test: it is checked, answered and kept like a real lead, and nobody is told of it.</p>
${samples(firstLead, origin)}
<p>The programs take your <a href="#keys">key</a> from the environment variable <code>API_KEY</code>: <code>API_KEY=bf_test_… sh first-lead.sh</code> or <code>API_KEY=bf_test_… node first-lead.mjs</code>. When the key was taken, the receipt names you in <code>partner</code>. Without the variable they send no key, and the receipt has no <code>partner</code>.</p>
<p>The answer is <code>201</code> with a receipt; name the <code>reference</code> when you talk to us:</p>
${code(
  'The receipt',
  `{
  "id": "0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11",
  "reference": "L-7F3K9Q",
  "createdAt": "2026-11-20T09:30:00.000Z",
  "isTest": true
}`,
)}
<p>To send a real lead, leave <code>isTest</code> out. The lead is stored before you get the answer.</p>`;
}

function fieldsSection(): Markup {
  const services = leadIndustries.map((industry) => [
    html`<code>${industry}</code>`,
    html`${servicesOf(industry).map((service) => html`<code>${service}</code> `)}`,
  ]);
  return html`<p>The table is made from the definition that the API checks a lead with. Characters are counted without the spaces at both ends of a text. An optional field may be left out or be <code>null</code>.</p>
${table(['Field', 'Type and limits', 'Meaning and example', 'Error'], fieldRows(leadKind.fields))}
<p>The services of each industry:</p>
${table(['Industry', 'Services'], services)}
<p>Name the industry: <code>commercial</code> alone may be heating or solar. A member that is not listed here is refused with its name, so that a misspelled one is found with your first test and not after a month. A choice that is not allowed is answered with those that are, in <code>errors[].allowed</code>.</p>`;
}

/** A row for each field; the fields of a group follow it with its name before theirs. */
function fieldRows(fields: FieldDefinitions, parent = ''): (Markup | string)[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const isGroup = field.type === 'group' || field.type === 'groups';
    const example = html`<code>${JSON.stringify(isGroup ? exampleOf(field.fields) : field.example)}</code>`;
    const row = [
      html`<code>${parent}${name}</code>${field.optional ? '' : ' required'}`,
      html`${words(typeOf(field))}`,
      html`${words(field.description ?? '')}${isGroup ? '' : html` Example: ${example}`}`,
      messageOf(field),
    ];
    return isGroup ? [row, ...fieldRows(field.fields, `${parent}${name}.`)] : [row];
  });
}

function typeOf(field: FieldDefinition): string {
  switch (field.type) {
    case 'text': {
      const { limit = limits.optionalText, lines } = field;
      const length = limit.min > 0 ? `${limit.min} to ${limit.max}` : `at most ${limit.max}`;
      return `Text of ${lines === 'several' ? 'one or more lines' : 'one line'}, ${length} characters`;
    }
    case 'email':
      return `E-mail address, at most ${limits.email.max} characters`;
    case 'choice':
      return `One of ${listed(field.choices)}`;
    case 'choices':
      return `List of ${field.min} to ${field.choices.length} of ${listed(field.choices)}`;
    case 'yesOrNo':
      return '`true` or `false`';
    case 'wholeNumber':
      return `Whole number from ${field.min} to ${field.max}`;
    case 'texts':
      return `List of at most ${field.max} texts, each at most ${limits.optionalText.max} characters`;
    case 'group':
      return 'Object with the fields below';
    case 'groups':
      return `List of at most ${field.max} objects with the fields below`;
  }
}

function listed(choices: readonly string[]): string {
  return choices.map((choice) => `\`${choice}\``).join(', ');
}

const originRows = Object.entries(originFields).map(([name, { description }]) => [
  html`<code>${name}</code>`,
  html`${words(description)}`,
]);

/** Descriptions mark code with backticks, as the OpenAPI document shows them. */
function words(description: string): Markup[] {
  return description.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function testsSection(): Markup {
  return html`<p>Every form takes <code>"isTest": true</code>; with a <a href="#keys">test key</a> everything is a test, whatever the body says. Tests are validated, answered and kept like real ones, marked, and never mailed or posted. They stay <code>accepted</code>, and are no duplicates. No webhook is sent for a test: your receiver gets <code>webhook.test</code> and what you <a href="#webhooks">replay</a>.</p>`;
}

function keysSection(origin: string, mailbox: string): Markup {
  return html`<p>A key is optional: a lead without one is accepted, as those of the forms of this website are, and is kept without your name. With one, the receipt names you in <code>partner</code>, the lead is proven to be yours, limits and idempotency keys are your own, and you can ask what became of a lead. The office gives you two: <code>bf_live_…</code> and <code>bf_test_…</code>. To get them, write to the office at <a href="mailto:${mailbox}?subject=API%20keys">${mailbox}</a>, and name your company. Send one with each request:</p>
${code(
  'A request with a key',
  `curl -sS --fail-with-body ${origin}/api/leads \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Idempotency-Key: lead-$(date +%s)-$$" \\
  -H 'Content-Type: application/json' -d @lead.json`,
)}
<ul>
<li>A key belongs on a server, never into a page, an app or an address: a request with a key in its address is refused.</li>
<li>It is read in <code>Authorization: Bearer</code> alone. In any other header (<code>X-API-Key</code>, Basic) it is refused with <code>401</code>, so that no lead is kept without your name.</li>
<li>We keep its hash alone, so we cannot tell you a lost key: ask for another. Several may be valid at a time.</li>
<li>When one leaks, tell the office: it is refused from that moment on, also for requests that have begun.</li>
</ul>`;
}

function statusSection(origin: string): Markup {
  return html`${code('Asking', `curl -sS --fail-with-body ${origin}/api/submissions/L-7F3K9Q -H "Authorization: Bearer $API_KEY"`)}
${table(
  ['Status', 'Meaning'],
  [
    [
      html`<code>accepted</code>`,
      'Kept, and on its way to the office. A test stays accepted: it was checked and kept, and goes to nobody.',
    ],
    [html`<code>delivered</code>`, html`The office has it, since <code>deliveredAt</code>.`],
    [html`<code>returned</code>`, html`The office gave it back; <code>reason</code> says why.`],
    [
      html`<code>erased</code>`,
      html`What it held was erased: the person asked for it, or the office keeps forms no longer.`,
    ],
  ],
)}
<p><code>isDuplicate</code> says that somebody sent this e-mail address or phone number in the 30 days before. It is delivered all the same.</p>
<p>You see your own leads alone, and with a test key your tests alone; any other reference is a <code>404</code>.</p>
<h3>All of your leads</h3>
${code('The list', `curl -sS --fail-with-body '${origin}/api/submissions?limit=100' -H "Authorization: Bearer $API_KEY"`)}
<p>The answer has <code>submissions</code>, the newest first, each as above, and <code>nextCursor</code>. Ask again with <code>?cursor=</code> and its value until it is <code>null</code>. <code>limit</code> is 1 to 100, and 50 when you leave it out. A lead that arrives meanwhile moves no other to another page. A live key lists all of your leads, and a test key lists your tests alone.</p>`;
}

function errorsSection(): Markup {
  const rows: [string, string, string][] = [
    [
      '400',
      'A field is wrong or not known; errors names each, at most 20. Or the body is no JSON object, or an API key stands in the address.',
      'Correct it.',
    ],
    [
      '401',
      'The key is not known, revoked, or in the wrong header; or it is missing in a call that needs one. A lead needs none: without a key it is accepted. Nothing was kept.',
      'Check it; ask the office.',
    ],
    [
      '403',
      'The call needs a live key and got a test key. Or the request came from a page of another site, with cookies.',
      'Send the live key; send from your server, without cookies.',
    ],
    ['404', 'There is no such address, or the reference is not yours.', 'Correct it.'],
    ['405', 'The address does not take this method; Allow has those it takes.', 'Correct it.'],
    ['408', 'The request took too long to arrive.', 'Send it again with the same key.'],
    ['409', 'Another request changed your endpoint at the same time.', 'Read the endpoint, then try again.'],
    ['413', 'The body is larger than 100 kB, of an intake 256 kB.', 'Send less.'],
    ['415', 'The body is not JSON in UTF-8, or it is compressed.', 'Set Content-Type: application/json.'],
    ['422', 'The Idempotency-Key was used before with another body.', 'Use a new key for a new lead.'],
    ['429', 'Too many requests.', 'Wait as long as Retry-After says.'],
    [
      '500',
      'Something went wrong on our side. The lead may have been kept or not.',
      'Send it again with the same key.',
    ],
    [
      '503',
      'The API or its database does not answer, or the answer was lost on the way. The lead may have been kept or not.',
      'Wait as long as Retry-After says; send it again with the same key.',
    ],
    [
      '502, 504',
      'A proxy on the way did not reach us, or lost our answer. The lead may have been kept or not.',
      'Send it again with the same key.',
    ],
  ];
  return html`<p>Every error is a problem document (RFC 9457) as <code>application/problem+json</code>:</p>
${code(
  'An error',
  `{
  "type": "about:blank",
  "title": "Bad Request",
  "status": 400,
  "detail": "Please check 2 fields: email and istest.",
  "message": "Please check 2 fields: email and istest.",
  "errors": [
    { "field": "email", "message": "Please enter a valid email address." },
    { "field": "istest", "message": "\\"istest\\" is not known here: did you mean \\"isTest\\"?" }
  ],
  "requestId": "6f0f2f0e-6d0b-4c58-9d0a-3c2f3c3f9b7e"
}`,
)}
<p>Go by the status and by <code>errors[].field</code>; the sentences may change. When you ask us, name the <code>requestId</code>.</p>
${table(['Status', 'What happened', 'What to do'], rows)}`;
}

function retriesSection(): Markup {
  return html`<p>Send an <code>Idempotency-Key</code> of 8 to 255 visible characters with each lead, best a new UUID, and keep it with the lead until you have an answer. Then any try may be repeated: the lead is kept once, and each try gets the first answer, the later ones with <code>Idempotent-Replayed: true</code>. Keys are remembered for ${idempotencyDays} days.</p>
<ul>
<li>Repeat after no answer, <code>429</code> and <code>5xx</code>: after <code>Retry-After</code>, else after 2, 4, 8, 16 seconds.</li>
<li>Do not repeat other errors: they come again with the same body.</li>
<li>After a <code>400</code> the same key may be used again for the corrected lead: nothing was kept. Once a lead was kept, the same key with another body is refused with <code>422</code>.</li>
<li>With an API key, idempotency keys are yours alone. Without one they are those of your network, for each kind of form; the same lead with the same key is the same one from any network.</li>
</ul>`;
}

function limitsSection(): Markup {
  return html`<p>Without a key ${postsPerMinute} posts a minute for each network (IPv4 /24, IPv6 /48); with one 600 for each partner, unless the office agreed on more. Look-ups of leads have a limit of their own, of the same size. Each answer says where you stand: <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code>, <code>X-RateLimit-Reset</code> (seconds).</p>`;
}

function webhooksSection(origin: string): Markup {
  return html`<p>Each form that you send with your live key is posted to an endpoint of yours, and so are its return and its erasure. Set the endpoint with a live key; a test key is refused. The answer has the <code>secret</code> that signs the events, and shows it once:</p>
${code(
  'Setting an endpoint',
  `curl -sS --fail-with-body ${origin}/api/webhook \\
  -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' \\
  -d '{"url": "https://partner.example/webhooks"}'

# Post a webhook.test to it now, and see what it answers:
curl -sS --fail-with-body ${origin}/api/webhook/test \\
  -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' -d '{}'`,
)}
<ul>
<li><code>GET /api/webhook</code> says whether the endpoint works, how many events wait, and why the last try failed; a <code>webhook.test</code> is a try, too. Its <code>state</code> is <code>untried</code> until the first one after the endpoint was set.</li>
<li><code>POST /api/webhook</code> again changes the address and keeps the secret. <code>POST /api/webhook/secret</code> replaces the secret; the old one signs as well for 24 hours, or for as many as <code>hours</code> says.</li>
<li><code>DELETE /api/webhook</code> removes it with the events that wait.</li>
<li>The address begins with <code>https://</code> and is public: for <code>localhost</code> there is <a href="#own-machine">a program</a>. The office can add more endpoints for you.</li>
</ul>
<p>Events are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> has it: <code>webhook-id</code>, <code>webhook-timestamp</code>, and <code>webhook-signature</code> with <code>v1,</code> and the base 64 of an HMAC-SHA256 of <code>id.timestamp.body</code>. Any library of that standard verifies them.</p>
${code('An event', JSON.stringify(leadEvent, null, 2))}
<p>Its <code>data</code> has the fields of the form as it was sent, and in <code>origin</code> where the form comes from:</p>
${table(['Member of origin', 'Meaning'], originRows)}
<ul>
<li><strong>Returns</strong>: <code>lead.returned</code> has the <code>reference</code> of a lead that the office gave back, and the <code>reason</code>.</li>
<li><strong>Erasure</strong>: after <code>lead.erased</code>, erase what you have of the <code>id</code> or <code>reference</code> in its <code>data</code>. It comes when the person asked for it or the office keeps the form no longer, and it names nobody.</li>
<li><strong>Duplicates</strong>: each event comes at least once. After an answer that was lost, and when the office sends it again, it has the same <code>webhook-id</code>: keep those that you have seen.</li>
<li><strong>Order</strong> is not kept: go by <code>createdAt</code>.</li>
<li><strong>Answer</strong> with any 2xx within 15 seconds, and do the work afterwards. Redirects are not followed.</li>
<li><strong>Failures</strong>: after no answer, 5xx, 429 and most 4xx all events wait, are tried again after 1, 2, 4 and up to 30 seconds, and are sent with your first 2xx. <code>Retry-After</code> is obeyed, up to an hour. Any 4xx but 400, 401, 403, 404, 405, 408, 410, 425 and 429 refuses this one event for good.</li>
<li><strong>Secrets</strong> begin with <code>whsec_</code>. While one is changed, the header has two signatures with a space between them: one that fits is enough.</li>
<li><strong>Members are added</strong> without notice: pass over what you do not know.</li>
</ul>
<h3>Verify before you believe</h3>
<p>Check the signature on the bytes as they arrived, and the age of the event, so that nobody can send you an old one again.</p>
${samples(verifyWebhook, '')}`;
}

function ownMachineSection(origin: string): Markup {
  return html`<p>No webhook reaches a machine behind a firewall. This program fetches the events of your 20 newest forms, tests too, signed as they are posted, and posts them to your receiver. It needs your live key, for tests too, and an endpoint that is set, because the secret of the endpoint signs them. Each has the <code>webhook-id</code> of the real event, so that a receiver that keeps the ids that it has seen passes it over.</p>
${code(replayEvents.file, replayEvents.code.replaceAll('{{origin}}', origin).trimEnd())}`;
}

function versionsSection(): Markup {
  return html`<p>There is one version, and it grows. Without notice we add calls, optional members of requests, members of answers and events, and choices: pass over what you do not know in an answer. We do not remove or rename a member, make an optional one required, tighten a limit or change what a status means, but with notice:</p>
<ul>
<li>What will go is marked <code>deprecated</code> in the <a href="/api/openapi.json">OpenAPI document</a> and named below, at least six months before it goes. Answers then carry a <code>Deprecation</code> (RFC 9745) and a <code>Sunset</code> header (RFC 8594), and the office writes to each partner that still uses it.</li>
<li>What cannot be kept compatible gets a new address beside the old one.</li>
<li>We close a security hole at once.</li>
</ul>
<p>Our build refuses a document that breaks the one before.</p>`;
}

function changesSection(): Markup {
  return html`${changes.map(
    ({ date, entries }) => html`<h3>${date}</h3><ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul>`,
  )}`;
}

function samples(list: readonly Sample[], origin: string): Markup {
  return html`${list.map(
    (sample) =>
      html`<h3>${sample.language}</h3>${code(sample.file, sample.code.replaceAll('{{origin}}', origin).trimEnd())}`,
  )}`;
}

/** The block scrolls on a phone, so it must be focusable for the keyboard. */
function code(label: string, text: string): Markup {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}

function table(head: string[], rows: (Markup | string)[][]): Markup {
  return html`<div class="table" tabindex="0" role="region" aria-label="${head.join(', ')}"><table><thead><tr>${head.map(
    (cell) => html`<th scope="col">${cell}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
