import { chakra } from 'kit/ui';
import { Sheet } from '../sheet.tsx';

/** Debt relief: four requests of one evening, and how the company's rules treat them. It is labelled as an example. */
export const eveningLog = {
  title: 'One evening, four requests',
  lead: 'People face the pile after dinner. Your rules screen each one, so your agents talk to two of these four and waste no time on the rest.',
  requests: [
    {
      when: '7:52 PM',
      who: 'Card debt with five banks, above your minimum, steady income',
      verdict: 'Delivered',
      isDelivered: true,
    },
    { when: '8:31 PM', who: 'One card, below your minimum', verdict: 'Held back: too small', isDelivered: false },
    { when: '9:14 PM', who: 'Federal tax debt, two letters from the IRS', verdict: 'Delivered', isDelivered: true },
    {
      when: '10:47 PM',
      who: 'Student loans, in a state where you are not licensed',
      verdict: 'Held back: state',
      isDelivered: false,
    },
  ],
  caption: 'An example, with the rules of a made-up company. You never pay for what is held back.',
} as const;

const Log = chakra('ol', {
  base: {
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { lg: 'minmax(0, 3fr) minmax(0, 7fr) minmax(0, 4fr)' },
      columnGap: '8',
      rowGap: '1',
      alignItems: 'baseline',
      paddingBlock: '5',
      borderTop: '1px solid',
      borderColor: 'line',
    },
    '& > li > b': { textStyle: 'h3', fontVariantNumeric: 'tabular-nums' },
    '& > li > span': { fontWeight: '600', color: 'success' },
    '& [data-held] :is(b, p, span)': { color: 'muted', fontWeight: '400' },
  },
});

const Caption = chakra('figcaption', {
  base: { color: 'muted', fontSize: 'sm', paddingTop: '5', borderTop: '1px solid', borderColor: 'line' },
});

export function EveningLog() {
  const { requests, caption } = eveningLog;
  return (
    <figure>
      <Log role="list">
        {requests.map(({ when, who, verdict, isDelivered }) => (
          <li key={when} data-held={isDelivered ? undefined : ''}>
            <b>{when}</b>
            <p>{who}</p>
            <span>{verdict}</span>
          </li>
        ))}
      </Log>
      <Caption>{caption}</Caption>
    </figure>
  );
}

/** Debt relief: the stored consent of one lead. It is labelled as an example. */
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

export function ConsentRecord() {
  const { name, about, fields, caption } = consentRecord;
  return <Sheet title={name} about={about} fields={fields} caption={caption} />;
}
