import { chakra } from 'kit/ui';

/** Junk removal: four load sizes, and the request for each. */
export const loadSizes = {
  title: 'Know the load before you leave the yard',
  lead: 'Every request says how much of the truck it fills. You choose the sizes you want.',
  sizes: [
    { name: 'One piece', fill: 8, what: 'A sofa at the curb, a dead refrigerator', ask: 'Floor, elevator, photo' },
    { name: 'Quarter load', fill: 25, what: 'A shed, a bedroom, a storage unit', ask: 'List of items, parking' },
    {
      name: 'Half load',
      fill: 50,
      what: 'A one-car garage, a torn-out deck',
      ask: 'Photos, stairs, the day they want',
    },
    {
      name: 'Full truck',
      fill: 100,
      what: 'A whole house before closing',
      ask: 'Rooms, closing date, who has the key',
    },
  ],
  askLabel: 'We ask:',
  caption: 'Sizes for a common high-sided dump truck. Our questions use the sizes of yours.',
} as const;

const Trucks = chakra('ol', {
  base: {
    display: 'grid',
    gap: '8',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
    '& h3': { textStyle: 'h3', marginTop: '4', marginBottom: '1' },
    '& p:last-child': { color: 'muted' },
    '& svg': { width: '100%', maxWidth: '16rem', height: 'auto', overflow: 'visible' },
  },
});

const Caption = chakra('figcaption', { base: { color: 'muted', fontSize: 'sm', marginTop: '8' } });

function Truck({ fill }: { fill: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 96">
      <path d={`M9 ${76 - fill * 0.6}h128V76H9z`} fill="var(--k-colors-accent)" />
      <path
        d="M8 12v64h130V12M138 76h54V52l-16-22h-38M30 76h2M150 76h2"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
      />
      <path d="M24 82a12 12 0 1 0 24 0 12 12 0 1 0-24 0M150 82a12 12 0 1 0 24 0 12 12 0 1 0-24 0" fill="currentColor" />
    </svg>
  );
}

export function LoadSizes() {
  const { sizes, askLabel, caption } = loadSizes;
  return (
    <figure>
      <Trucks role="list">
        {sizes.map(({ name, fill, what, ask }) => (
          <li key={name}>
            <Truck fill={fill} />
            <h3>{name}</h3>
            <p>{what}</p>
            <p>
              {askLabel} {ask}
            </p>
          </li>
        ))}
      </Trucks>
      <Caption>{caption}</Caption>
    </figure>
  );
}
