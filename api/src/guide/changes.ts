export const changes = [
  {
    date: '29 November 2026',
    entries: [
      'A 503 says when the form may have been kept all the same. Otherwise the database takes back what it does not finish in time.',
      'A 400 lists at most 20 wrong fields, and says how many there are.',
      'A key as the name of a parameter, in a second header of a name, or in Proxy-Authorization or Forwarded is refused, too.',
      'isDuplicate compares phone numbers of at least ten digits alone: before, two texts without digits were the same number.',
      'hours of POST /api/webhook/secret may be null, which is the default. Before, the old secret ended at once.',
      'POST /api/webhook refuses an address with spaces or control characters and a kind that is listed twice, and answers 409 while another request changes the endpoint.',
    ],
  },
  {
    date: '28 November 2026',
    entries: [
      'The receipt of a form that came with an API key names its partner.',
      'GET /api/webhook tells of the last try, of webhook.test, too: its state is unavailable after a failed one, and untried before the first.',
      'A test key reads the status of tests alone. Before, it read the status of the live leads of its partner, too.',
    ],
  },
  {
    date: '27 November 2026',
    entries: [
      'Each webhook event says in data.isTest whether its form is a test.',
      'A wrong isTest is answered with "Please send true or false.", and a wrong group with "Please send an object."',
    ],
  },
  {
    date: '26 November 2026',
    entries: [
      'GET /api/submissions lists your own forms, the newest first, page by page with a cursor.',
      'POST /api/webhook sets a webhook endpoint of your own by your live key; you can test it, replace its secret and remove it.',
      'GET /api/webhook/events has the events of your newest forms, signed, to replay on your own machine.',
      'A lead may be of roofing, legal and real-estate, too: these are all industries of the marketplace.',
      'The guide has the type, the limits and the error of each field, and every status.',
    ],
  },
  {
    date: '25 November 2026',
    entries: ['A problem document has a traceId while the site sends traces of its requests.'],
  },
  {
    date: '24 November 2026',
    entries: [
      'A key in another header than Authorization: Bearer is refused (401). Before, the form was kept without its partner.',
      'Wrong keys from a network do not shut out the right keys from it.',
      "A webhook endpoint of a partner gets that partner's forms alone, and lead.returned when the office gives one back.",
      'A duplicate has the status delivered, too; isDuplicate says that it is one.',
      'origin of webhooks has consentDeclaredBy: it marks consent that a partner declares.',
    ],
  },
  {
    date: '23 November 2026',
    entries: [
      'The programs of this guide try again after an answer that was lost on the way or cut off.',
      'A feedback without agentSatisfaction is taken, and kept with 5.',
    ],
  },
  {
    date: '22 November 2026',
    entries: [
      'API keys, with limits and idempotency keys of your own; test keys.',
      'Every form takes isTest, and a test says so in its receipt.',
      'A lead takes industry and page.',
      'GET /api/submissions/{reference} has the status of a lead.',
      'A member that is not known is refused with its name. Before, it was dropped without a word.',
      'A choice that is not allowed is answered with those that are.',
      'Without an API key, idempotency keys are those of a network and a kind of form.',
      'An erased form has the status erased, and an event (lead.erased and so on) tells webhooks of it.',
      'Webhooks carry origin; endpoints may be several, with two secrets during a rotation.',
    ],
  },
  { date: '20 November 2026', entries: ['The first version.'] },
];
