import { chakra } from 'kit/ui';
import { eveningLog } from '../../content/own/evening-log.ts';

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

/** The requests of an evening in order of arrival. */
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
