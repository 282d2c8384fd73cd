export const changes = [
  {
    date: '28 November 2026',
    entries: [
      'A test key reads the status of tests alone. Before, it read the status of the live leads of its partner, too.',
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
      "A key in another header than Authorization: Bearer is refused (401). Before, the form was kept as nobody's.",
      'Wrong keys of a network keep no right one of it out.',
      "A webhook endpoint of a partner gets that partner's forms alone, and lead.returned when the office gives one back.",
      'The status of a lead is delivered also where it is a duplicate, which isDuplicate says.',
      'origin of webhooks has consentDeclaredBy: what a partner says of consent is marked as that.',
    ],
  },
  {
    date: '23 November 2026',
    entries: [
      'The programs of this guide try again after an answer that was lost on the way, and after half of one.',
      'A feedback without agentSatisfaction is taken, and kept with 5.',
    ],
  },
  {
    date: '22 November 2026',
    entries: [
      'API keys, with limits and idempotency keys of your own; test keys.',
      'Every form takes isTest, and a test says so in its receipt.',
      'A lead takes industry and page.',
      'GET /api/submissions/{reference} tells what became of a lead.',
      'A member that is not known is refused with its name. Before, it was dropped without a word.',
      'A choice that is not allowed is answered with those that are.',
      'Without an API key, idempotency keys are those of a network and a kind of form.',
      'What was erased is told to webhooks (lead.erased and so on), and has the status erased.',
      'Webhooks carry origin; endpoints may be several, with two secrets during a rotation.',
    ],
  },
  { date: '20 November 2026', entries: ['The first version.'] },
];
