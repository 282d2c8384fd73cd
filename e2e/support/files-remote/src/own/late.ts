export const late = 'loaded later';
