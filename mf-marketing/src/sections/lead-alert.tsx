import { chakra } from 'kit/ui';

/** A masked lead as a client gets it, with the source of its consent. It is labelled as an example. */
const leadAlert = {
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

const Root = chakra('figure', {
  base: {
    display: 'grid',
    // Two columns as long as both have space for readable lines at the current text size.
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))',
    gap: '6',
    alignItems: 'center',
    '& [data-part=phone]': {
      position: 'relative',
      maxWidth: '20rem',
      padding: '3',
      paddingTop: '8',
      background: 'ink',
      color: 'paper',
      border: '1px solid',
      borderColor: 'inkLine',
      borderRadius: '28px',
      boxShadow: 'float',
      lineHeight: '1.4',
      // The phone's speaker.
      '&::before': {
        content: '""',
        position: 'absolute',
        insetInline: '40%',
        top: '3',
        height: '5px',
        background: 'inkLine',
        borderRadius: 'full',
      },
    },
    '& [data-part=alert]': { padding: '4', background: 'inkRaised', borderRadius: 'md', display: 'grid', gap: '2' },
    '& [data-part=app]': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '3',
      color: 'mist',
      fontSize: 'sm',
      '& b': { color: 'beacon' },
    },
    '& [data-part=call]': {
      marginTop: '2',
      padding: '2',
      background: 'beacon',
      color: 'ink',
      borderRadius: 'sm',
      fontFamily: 'heading',
      fontWeight: '600',
      textAlign: 'center',
    },
    '& [data-part=crm]': {
      padding: '5',
      background: 'surface',
      border: '1px solid',
      borderColor: 'line',
      borderRadius: 'md',
    },
    '& [data-part=crm] > p': { fontWeight: '600', marginBottom: '3' },
    '& dl > div': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '3',
      paddingBlock: '2',
      borderTop: '1px solid',
      borderColor: 'line',
      fontSize: 'sm',
    },
    '& dt': { color: 'muted', flex: '0 0 5em' },
    '& dd': { flex: '1 1 9em' },
    '& figcaption': { gridColumn: '1 / -1', color: 'muted', fontSize: 'sm' },
  },
});

export function LeadAlert() {
  const { phone, crm, caption } = leadAlert;
  return (
    <Root>
      <div data-part="phone" data-tone="ink">
        <div data-part="alert">
          <p data-part="app">
            <b>{phone.app}</b> <span>{phone.time}</span>
          </p>
          <p>
            <b>{phone.title}</b>
          </p>
          <p>{phone.text}</p>
          <p data-part="call" aria-hidden>
            {phone.action}
          </p>
        </div>
      </div>
      <div data-part="crm">
        <p>{crm.title}</p>
        <dl>
          {crm.fields.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figcaption>{caption}</figcaption>
    </Root>
  );
}
