/** Debt relief: the consent behind one lead, as it is kept. An example, and says so. */
export const consentRecord = {
  id: 'consent-record',
  title: 'The consent behind a lead',
  lead: 'If anyone asks why you called, you send them this page. Each lead has one.',
  name: 'Record of consent',
  about: 'Kept with the lead, and never edited',
  fields: [
    ['Person', 'R••• W•••, Columbus, OH'],
    ['Given', 'March 4, 7:52:31 PM EST, box ticked by hand'],
    [
      'Words beside the box',
      '“I agree that the company named here may call or text me about debt relief, also with automated technology. I do not have to agree to buy anything.”',
    ],
    ['Company named', 'Yours, and no other'],
    ['Page', 'Your credit card debt page, version 12'],
    ['Came from', 'Search ad, “help with credit card debt”'],
    ['Phone checked', '7:53:04 PM, with a code sent by text'],
    ['Delivered', '7:53:05 PM, to your dialer'],
    ['Withdrawn', 'No'],
  ],
  caption: 'An example. The person is made up; the fields are the ones that we keep.',
} as const;
