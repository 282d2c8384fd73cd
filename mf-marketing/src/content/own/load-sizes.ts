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
