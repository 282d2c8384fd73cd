/** A masked lead as a client gets it, with the source of its consent. It is labelled as an example. */
export const leadAlert = {
  caption: 'An example, masked. Yours come with every detail.',
  phone: {
    app: 'New lead',
    time: 'now',
    title: 'AC repair in Chandler, AZ',
    text: 'L••• O•••: “Upstairs unit has been blowing warm air since Sunday.”',
    action: 'Call now',
  },
  crm: {
    title: 'The same lead in your CRM',
    fields: [
      ['Contact', 'L••• O•••, (602)\u00A0555\u201101••, l•••@example.com'],
      ['Verified', 'Phone and email both work'],
      ['Consent', '9:41 AM MST, TCPA wording on the form'],
      ['Source', 'Search ad, your Chandler AC repair page'],
      ['Sold to', 'Your company only'],
    ],
  },
} as const;
